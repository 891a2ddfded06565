import type { HookCase } from "@hasna/hooks-registry";

/** Each row is a test. Give every refusal a neighbour that passes. */
export const cases: readonly HookCase[] = [
  {
    name: "a forced push is refused",
    command: "git push --force",
    want: "deny",
    rule: "template-hook/forced-push",
  },
  {
    name: "so is one in a list, with the short flag",
    command: "git commit -m done && git push -f origin main",
    want: "deny",
    rule: "template-hook/forced-push",
  },
  { name: "a forced push with a lease passes", command: "git push --force-with-lease", want: "none" },
  { name: "talking about it passes", command: "echo 'git push --force'", want: "none" },
];
