/** What went wrong with hooks elsewhere, and what stands against it here. The table of docs/doctor.md. */

export interface Incident {
  readonly id: string;
  /** Where it was reported: repository and number. */
  readonly report: string;
  /** What happened, in a few words. */
  readonly what: string;
  readonly answer: /** A check of `hooks doctor` finds it. */
    | { readonly kind: "found"; readonly checks: readonly string[] }
    /** `hooks install` or the way an entry of ours is made keeps it from happening; a test file holds it. */
    | { readonly kind: "prevented"; readonly by: string; readonly test: string }
    | { readonly kind: "out of reach"; readonly why: string };
}

const found = (...checks: readonly string[]) => ({ kind: "found", checks }) as const;
const prevented = (by: string, test: string) => ({ kind: "prevented", by, test }) as const;
const outOfReach = (why: string) => ({ kind: "out of reach", why }) as const;

const PLANNER = "cli/settings/incidents.test.ts";
const ANSWERS = "shared/harness/protocols.test.ts";

export const incidents: readonly Incident[] = [
  {
    id: "C01",
    report: "anthropics/claude-code#15897",
    what: "a silent second hook undid a rewrite",
    answer: found("two-rewriters"),
  },
  {
    id: "C02",
    report: "anthropics/claude-code#83353",
    what: "of two rewriters the last to finish wins",
    answer: found("two-rewriters"),
  },
  {
    id: "C05",
    report: "anthropics/claude-code#32348",
    what: "a headless session dropped the rewrite",
    answer: prevented(
      "the rewrite is sent with the whole input, and the e2e run drives headless sessions",
      "scripts/e2e/cases.ts",
    ),
  },
  {
    id: "C06",
    report: "openai/codex#46664",
    what: "Codex takes a rewrite only together with allow",
    answer: prevented("each harness has an encoder of its own, held by the measured table", ANSWERS),
  },
  {
    id: "C10",
    report: "anthropics/claude-code#13756",
    what: "a refusal was printed and ignored",
    answer: found("canary-wrong-verdict"),
  },
  {
    id: "C11",
    report: "anthropics/claude-code#44707",
    what: "exit code 1 lets the call pass",
    answer: found("canary-wrong-verdict", "entry-fails-open"),
  },
  {
    id: "C12",
    report: "anthropics/claude-code#80697",
    what: "an interpreter without its script blocks or passes everything",
    answer: found("script-missing", "program-missing", "canary-does-not-run"),
  },
  {
    id: "C13",
    report: "wintermeyer/heinzel#2",
    what: "a relative path after a change of folder",
    answer: found("command-relative"),
  },
  {
    id: "C14",
    report: "0xHoneyJar/loa#842",
    what: "hooks behind a linked folder never ran",
    answer: found("program-missing", "canary-does-not-run"),
  },
  {
    id: "C15",
    report: "anthropics/claude-code#21992",
    what: "a shell profile printed before the answer",
    answer: found("canary-noise"),
  },
  {
    id: "C16",
    report: "affaan-m/ECC#2239",
    what: "a pass-through hook echoed its input",
    answer: prevented("silence is an empty answer, in every encoder", ANSWERS),
  },
  {
    id: "C18",
    report: "anthropics/claude-code#42564",
    what: "a plugin's variable used outside a plugin",
    answer: found("plugin-variable"),
  },
  {
    id: "C22",
    report: "faded-penguin021/AMH#67",
    what: "Windows without Git Bash runs another shell tool",
    answer: outOfReach(
      "The programs are built for Linux and macOS; on Windows nothing of ours runs that could look.",
    ),
  },
  {
    id: "C24",
    report: "anthropics/claude-code#84656",
    what: "a hook past its time-out lets the call pass",
    answer: found("timeout-missing", "timeout-zero", "timeout-unit", "canary-late"),
  },
  {
    id: "C25",
    report: "github/copilot-cli#2893",
    what: "slow starts pushed a refusal past the limit",
    answer: found("canary-late", "latency-above-budget"),
  },
  {
    id: "C27",
    report: "eneskirca/nodeterm#187",
    what: "a hook left before it had read its input",
    answer: prevented(
      "the runner reads the event to its end before it answers",
      "scripts/binary/bad-input.test.ts",
    ),
  },
  {
    id: "C29",
    report: "anthropics/claude-code#42702",
    what: "an empty payload passed in silence",
    answer: prevented(
      "what cannot be read is refused by every guard that it could concern",
      "scripts/binary/bad-input.test.ts",
    ),
  },
  {
    id: "C31",
    report: "anthropics/claude-code#25655",
    what: "hooks stopped after a long session was compacted",
    answer: outOfReach(
      "It happens inside a running session; no file tells it. A new session runs the hooks again.",
    ),
  },
  {
    id: "C32",
    report: "anthropics/claude-code#79356",
    what: "a question asked where nobody can be asked",
    answer: prevented("each encoder refuses where the harness cannot ask", ANSWERS),
  },
  {
    id: "C33",
    report: "anthropics/claude-code#82451",
    what: "a rewritten command is asked about",
    answer: prevented(
      "install adds the permission rule for the trash, for whole calls only",
      "cli/install/install.test.ts",
    ),
  },
  {
    id: "C34",
    report: "gaia-react/gaia#1838",
    what: "a script without jq let everything pass",
    answer: found("foreign-needs-program"),
  },
  {
    id: "C35",
    report: "anthropics/claude-code#75081",
    what: "one faulty entry dropped the whole settings file",
    answer: found("settings-shape", "entry-without-list", "event-unknown"),
  },
  {
    id: "C36",
    report: "anthropics/claude-code#88896",
    what: "user settings were not read at all",
    answer: outOfReach(
      "A fault of the client; doctor sees the files and not what the client makes of them. `bun run e2e` drives the real client.",
    ),
  },
  {
    id: "C37",
    report: "mmnto-ai/totem#2611",
    what: "a crash reads as an approval",
    answer: found("canary-wrong-verdict"),
  },
  {
    id: "C38",
    report: "FailproofAI/failproofai#318",
    what: "a refusal at an event where it has no effect",
    answer: found("hook-at-wrong-event"),
  },
  {
    id: "C41",
    report: "anthropics/claude-code#49778",
    what: "a package's hook upgrades itself at each start",
    answer: found("foreign-fetches"),
  },
  {
    id: "D01",
    report: "DeusData/codebase-memory-mcp#1200",
    what: "an install removed a hook of others",
    answer: prevented("the planner refuses a plan that changes what is not ours", PLANNER),
  },
  {
    id: "D04",
    report: "eneskirca/nodeterm#851",
    what: "a file was written that had not been read",
    answer: prevented("a file is written only in the state that it was read in", PLANNER),
  },
  {
    id: "D05",
    report: "gsd-build/get-shit-done#1461",
    what: "a comment made the file count as empty",
    answer: prevented("what cannot be parsed is left alone, with line and column", PLANNER),
  },
  {
    id: "D06",
    report: "vfarcic/dot-agent-deck#516",
    what: "a trailing comma made the file count as empty",
    answer: prevented("as D05, and the original is kept", PLANNER),
  },
  {
    id: "D08",
    report: "vshulcz/deja-vu#1664",
    what: "a comment was reported as a missing permission",
    answer: found("settings-comment"),
  },
  {
    id: "D10",
    report: "herdrdev/herdr#2066",
    what: "keys were sorted, the whole file changed",
    answer: prevented("edits are made in the text, line by line", PLANNER),
  },
  {
    id: "D11",
    report: "wxtsky/CodeIsland#106",
    what: "slashes were escaped",
    answer: prevented("edits are made in the text", PLANNER),
  },
  {
    id: "D12",
    report: "agent-toolworks/token-save#7",
    what: "characters were escaped, indents changed",
    answer: prevented("edits are made in the text", PLANNER),
  },
  {
    id: "D21",
    report: "cycodehq/cycode-cli#537",
    what: "an uninstall deleted the whole file",
    answer: prevented("a file goes only when we made it and nothing else is in it", PLANNER),
  },
  {
    id: "D25",
    report: "gsd-build/get-shit-done#2760",
    what: "a TOML table written many times over",
    answer: prevented("TOML is parsed before and after each edit", "cli/settings/toml-plan.test.ts"),
  },
  {
    id: "D26",
    report: "weave-os/router#1211",
    what: "entries found by comments were written twice",
    answer: found("registered-twice", "entry-in-other-form"),
  },
  {
    id: "D27",
    report: "crevissepartners/projmux#807",
    what: "an update lost the trust of every hook",
    answer: found("trust-missing", "trust-stale"),
  },
  {
    id: "D28",
    report: "hope1026/weppy-roblox-mcp#175",
    what: "a blank file counted as broken",
    answer: prevented("a blank file is a new file", PLANNER),
  },
  {
    id: "D29",
    report: "fujibee/agmsg#101",
    what: "line ends doubled",
    answer: prevented("the file's line ends are kept", PLANNER),
  },
  {
    id: "D30",
    report: "affaan-m/ECC#961",
    what: "all hooks were written to a file that nobody reads",
    answer: found("hooks-in-unread-file", "registration-missing"),
  },
  {
    id: "D32",
    report: "judell/bram#249",
    what: "one person's path in a team's file",
    answer: found("personal-path-in-project"),
  },
];
