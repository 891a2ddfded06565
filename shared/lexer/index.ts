export type { Edit, Spliced } from "./edits.ts";
export { splice } from "./edits.ts";
export {
  basename,
  couldBeNamed,
  exactText,
  lastComponent,
  leadingText,
  matchesName,
} from "./field.ts";
export { normalise, resolveFrom } from "./folders.ts";
export { lex } from "./lex.ts";
export type { Doubt, Field, Folder, Place, Run, Runs, Segment, Surroundings, Wrapper } from "./run.ts";
export { runs } from "./runs.ts";
export type {
  Assignment,
  Command,
  Context,
  ContextKind,
  Dialect,
  HereDocument,
  Joint,
  Lost,
  Piece,
  Pipe,
  Redirection,
  Script,
  Span,
  Word,
} from "./script.ts";
export { staticText } from "./static-word.ts";
