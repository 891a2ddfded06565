/** Every check, in the order in which findings are told: what keeps a guard from running comes first. */
import * as canaries from "../checks/canaries.ts";
import { twice } from "../checks/duplicates.ts";
import * as events from "../checks/events.ts";
import * as machine from "../checks/machine.ts";
import * as matchers from "../checks/matchers.ts";
import * as neighbours from "../checks/neighbours.ts";
import * as programs from "../checks/programs.ts";
import * as record from "../checks/record.ts";
import * as registrations from "../checks/registrations.ts";
import * as text from "../checks/settings-text.ts";
import { switchedOff } from "../checks/switches.ts";
import * as timeouts from "../checks/timeouts.ts";
import * as trash from "../checks/trash.ts";
import * as trust from "../checks/trust.ts";
import type { Check } from "./finding.ts";

export const checks: readonly Check[] = [
  text.unreadable,
  text.syntax,
  text.comment,
  text.trailingComma,
  text.byteOrderMark,
  text.shape,
  switchedOff,
  events.eventCase,
  events.eventUnknown,
  events.withoutList,
  events.wrongFile,
  registrations.missing,
  registrations.unknownHook,
  registrations.elsewhere,
  registrations.otherForm,
  registrations.failsOpen,
  twice,
  trust.trustMissing,
  trust.trustStale,
  trust.trustOff,
  matchers.matchesNothing,
  matchers.missesShell,
  matchers.foreignMissesShell,
  matchers.wrongEvent,
  timeouts.missing,
  timeouts.zero,
  timeouts.unit,
  timeouts.long,
  programs.programMissing,
  programs.scriptMissing,
  programs.notForDesktop,
  programs.relative,
  programs.pluginVariable,
  programs.personalPath,
  machine.binaryMissing,
  machine.binaryChanged,
  machine.versionsDiffer,
  machine.writableByOthers,
  machine.bunVariables,
  canaries.canaryDead,
  canaries.canaryVerdict,
  canaries.canaryEmpty,
  canaries.canaryHostile,
  canaries.canaryNoise,
  canaries.canarySlow,
  neighbours.twoRewriters,
  neighbours.foreignApproves,
  neighbours.foreignFetches,
  neighbours.foreignLeans,
  trash.trashMissing,
  trash.trashForeign,
  trash.trashUnusable,
  record.logFails,
  record.slow,
  record.policyFaulty,
];
