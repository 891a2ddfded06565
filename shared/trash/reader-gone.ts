/**
 * What a shell sees of an `rm` whose reader went away: 128 and the number of SIGPIPE. `rm` dies of that signal without
 * a word; the runtime ignores it, and the write fails in its place.
 */
export const READER_GONE = 141;
