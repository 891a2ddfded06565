/** Which of a harness's tools an entry is called for. */
import type { Harness } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import type { CatalogueEntry } from "../install/request.ts";
import type { Registered, Survey } from "./survey.ts";

/** The harness's own names of its shell tools. */
export function shellTools(harness: Harness): readonly string[] {
  return (harness.tools.Bash ?? "Bash").split("|");
}

/** Names of tools that harnesses have or had; a matcher that fits none of them watches nothing. */
const COMMON_TOOLS =
  "Bash BashOutput KillShell PowerShell Shell shell exec Execute Read Write Edit MultiEdit NotebookEdit NotebookRead Glob Grep LS Task Agent TodoWrite TodoRead WebFetch WebSearch Skill SlashCommand AskUserQuestion EnterPlanMode ExitPlanMode Monitor LSP ToolSearch TaskCreate TaskUpdate TaskOutput TaskStop ListMcpResourcesTool ReadMcpResourceTool apply_patch update_plan view_image read_file write_file replace glob grep_search search_file_content list_directory read_many_files web_fetch google_web_search save_memory run_shell_command edit bash view create str_replace fs_read fs_write execute_bash use_aws read write patch list fetch Create ApplyPatch FetchUrl mcp__server__tool".split(
    " ",
  );

export function fitsNoTool({ file, entry }: Registered): boolean {
  const { harness } = file;
  if (entry.matcher === undefined || /mcp/i.test(entry.matcher)) return false;
  const own = Object.values(harness.tools).flatMap((names) => names.split("|"));
  // Qwen Code knows the name as an alias; others that call their shell tool differently do not.
  const hasBash = shellTools(harness).includes("Bash") || harness.id === "qwen-code";
  const common = hasBash ? COMMON_TOOLS : COMMON_TOOLS.filter((tool) => !tool.startsWith("Bash"));
  return ![...own, ...shellTools(harness), ...common].some((tool) => harness.fires(entry.matcher, tool));
}

/** Whether an event of the harness is about a tool call that has not run yet. */
export function isBeforeTools(harness: Harness, event: string): boolean {
  return (
    harness.events.PreToolUse === event || harness.slots("PreToolUse", "").some(({ key }) => key === event)
  );
}

export function isAboutTools(harness: Harness, event: string): boolean {
  return isBeforeTools(harness, event) || harness.events.PostToolUse === event;
}

/** The shell tools that an entry is called for. */
export function watchedShells({ file: { harness }, entry }: Registered): readonly string[] {
  return shellTools(harness).filter((tool) => harness.fires(entry.matcher, tool));
}

/** The hooks of this version that an entry of ours names. */
export function hooksOf({ entry }: Registered, { catalogue }: Survey): readonly CatalogueEntry[] {
  return catalogue.filter(({ name }) => entry.own?.names.includes(name) === true);
}

/** Whether one of the hooks wants to see shell commands before they run, at the event of the entry. */
export function wantsShell(one: Registered, survey: Survey): boolean {
  return (
    isBeforeTools(one.file.harness, one.entry.event) &&
    hooksOf(one, survey).some(
      ({ events, matcher }) =>
        events.includes("PreToolUse" satisfies HookEvent) &&
        (matcher === "" || matcher.split("|").includes("Bash")),
    )
  );
}

/** Whether two entries of one harness answer a common shell call. */
export function overlap(one: Registered, other: Registered): boolean {
  const { harness } = one.file;
  if (one.entry.event !== other.entry.event || !isBeforeTools(harness, one.entry.event)) return false;
  const tools = watchedShells(one);
  return watchedShells(other).some((tool) => tools.includes(tool));
}
