/** The bounds of the lexer. A text beyond one of them is answered with `lost`, never with an exception or a long wait. */

/**
 * Longest text that is read, in UTF-16 units. Linux hands no argument above 128 KiB to a program, so a command of a
 * harness is far below it; the longest scripts met in the wild (generated `configure` files) are about 2 million.
 */
export const MAX_LENGTH: number = 4_194_304;

/**
 * Deepest nesting of substitutions, compound commands and brackets. Each level costs about nine stack frames, so 250
 * levels stay far from the smallest stacks of browsers and workers; scripts written by people stay below 30.
 */
export const MAX_DEPTH: number = 250;

/**
 * Most units that are read a second time, in one text, because a `((` proved to open subshells. Each nesting of such
 * brackets reads its content once more; hand-written code does that over a few hundred units at most.
 */
export const MAX_REREAD: number = 1_000_000;
