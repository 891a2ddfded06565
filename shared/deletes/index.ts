export type { Deletion, Target } from "./deletion.ts";
