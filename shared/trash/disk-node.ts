import type { System } from "./host.ts";
export function nodeSystem(): System {
  throw new Error("later");
}
