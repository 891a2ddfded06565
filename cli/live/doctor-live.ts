/** `hooks doctor --live HARNESS`: the guard acting in the real client. */

import { bundledHooks } from "hooks:bundled";
import { type Harness, harnesses } from "@hasna/hooks-harness";
import { liveClients } from "@hasna/hooks-live";
import { type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { DESKTOP_PATH, resolveProgram } from "../doctor/programs.ts";
import { survey } from "../doctor/survey.ts";
import { loadCatalogue } from "../install/catalogue.ts";
import { copyRegistration } from "./registration.ts";
import { type Act, makeStage, type Watched, WITNESS, watch } from "./watch.ts";

/** The guard did not act. */
const EXIT_FINDINGS = 1;
/** Nothing could be seen: no client, no registration, or the client did not come so far. */
const EXIT_UNABLE = 2;

/** One thing that must hold. */
interface Sight {
  readonly what: string;
  readonly command: string;
  readonly isGood: boolean;
  /** What was seen, in one line. */
  readonly seen: string;
}

export async function doctorLive(
  id: string,
  asJson: boolean,
  context: Context & { readonly home: string },
): Promise<number> {
  const client = liveClients.find((one) => one.id === id);
  const harness = harnesses.find((one) => one.id === id);
  if (client === undefined || harness === undefined) {
    const known = liveClients.map((one) => one.id).join(", ");
    context.err(`hooks doctor: --live knows ${known}; got "${id}".\n`);
    return EXIT_USAGE;
  }
  const unable = (says: string): number => {
    if (asJson) print({ harness: id, unable: says }, context);
    else context.err(`hooks doctor: ${says}\n`);
    return EXIT_UNABLE;
  };
  const path = context.env.PATH ?? DESKTOP_PATH;
  const program = await resolveProgram(client.program, path, context.cwd);
  if (program === undefined)
    return unable(`${harness.label} is not installed: there is no \`${client.program}\` on PATH.`);
  const stage = await makeStage();
  try {
    const found = await survey(await loadCatalogue(context), context);
    const { files, names } = await copyRegistration(found, harness, client.settings, stage);
    if (names.length === 0)
      return unable(
        `${harness.label} has no hook of ours registered. Run: hooks install trash-guard --harness ${id}`,
      );
    if (!asJson) {
      context.out(
        `${harness.label} (${program}) against a stand-in model, in a home folder of its own.\nRegistered there as in ${files.join(", ")}: ${names.join(", ")}.\n\n`,
      );
    }
    const canaries = canariesOf(names);
    const deletes = names.includes("trash-guard") ? [`rm -r ${WITNESS}`] : [];
    const commands = ["echo hooks-doctor-live", ...canaries.map(({ command }) => command), ...deletes];
    const watched = await watch(client, program, path, commands, stage);
    if (watched.acts.every(({ reply }) => reply === undefined)) return unable(endedEarly(harness, watched));
    const sights = sightsOf(watched, canaries);
    if (asJson) {
      print({ harness: id, program, files, hooks: names, sights }, context);
    } else {
      for (const { what, command, isGood, seen } of sights)
        context.out(`  ${isGood ? "ok  " : "FAIL"}  ${what}\n        \`${command}\`: ${seen}\n`);
      const failed = sights.filter(({ isGood }) => !isGood).length;
      const advice = `The guard did not act. \`hooks doctor\` looks for the cause.`;
      context.out(`\n${failed === 0 ? "The guard acts." : advice}\n`);
    }
    return sights.every(({ isGood }) => isGood) ? EXIT_OK : EXIT_FINDINGS;
  } finally {
    await stage.remove();
  }
}

function print(live: Readonly<Record<string, unknown>>, context: Context): void {
  context.out(`${JSON.stringify({ v: 1, command: "doctor", live })}\n`);
}

const endedEarly = ({ label }: Harness, { printed, exitCode }: Watched): string =>
  `${label} made no call${exitCode === undefined ? " in two minutes" : ` and ended with ${exitCode}`}. It printed:\n${printed.slice(-1500)}`;

interface Canary {
  readonly name: string;
  readonly command: string;
}

function canariesOf(names: readonly string[]): readonly Canary[] {
  return bundledHooks.flatMap(({ name, hook }) =>
    names.includes(name) && hook.canary !== undefined ? [{ name, command: hook.canary }] : [],
  );
}

function sightsOf({ acts }: Watched, canaries: readonly Canary[]): readonly Sight[] {
  return acts.map((act) => {
    const canary = canaries.find(({ command }) => command === act.command);
    if (act.reply === undefined)
      return {
        what: "the call is made",
        command: act.command,
        isGood: false,
        seen: "the client ended first",
      };
    if (canary !== undefined) return refusal(canary, act.reply.text);
    return act.command.startsWith("rm ") ? deletion(act, act.reply.text) : harmless(act, act.reply.text);
  });
}

function refusal({ name, command }: Canary, told: string): Sight {
  const isGood = told.includes(`(${name}/`);
  return {
    what: `${name} refuses what it must`,
    command,
    isGood,
    seen: `${isGood ? "" : "not refused; "}${line(told)}`,
  };
}

function harmless({ command }: Act, told: string): Sight {
  const isGood = told.includes("hooks-doctor-live") && !told.includes("-guard/");
  return { what: "what is harmless runs", command, isGood, seen: line(told) };
}

function deletion({ command, witness }: Act, told: string): Sight {
  const seen = {
    kept: "the files went to the trash, as they were",
    "in place": `refused, nothing was deleted; ${line(told)}`,
    gone: `deleted for good; ${line(told)}`,
  }[witness];
  const isGood = witness === "kept" || (witness === "in place" && told.includes("trash guard"));
  return { what: "a delete loses nothing", command, isGood, seen };
}

/** What the model was told, for one line of a terminal. */
function line(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  return plain.length > 160 ? `${plain.slice(0, 157)}...` : plain;
}
