export type {
  Edit,
  FileFacts,
  FileKind,
  Hook,
  HookCase,
  HookEvent,
  HookInput,
  HookInputCase,
  Refusal,
  Shell,
  Span,
  Verdict,
  World,
} from "./hook.ts";
export { matches } from "./matcher.ts";
export { merge } from "./merge.ts";
