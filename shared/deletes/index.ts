export type { Checkouts, Reach } from "./checkouts.ts";
export { checkoutsOf, checkoutTarget, isCheckout, isHandedOver, reachOf } from "./checkouts.ts";
export { purges } from "./copiers.ts";
export type { Deletion, Deletions, Target } from "./deletion.ts";
export { deletionsOf, freshDeletions, verbText } from "./deletions.ts";
export { isAppletBox } from "./nested.ts";
export { ancestorsOf, baseOf, isWithin, normalise, parentOf, resolve } from "./path.ts";
export { componentsOf, couldMatch, escapePattern, literalOf, takesAll } from "./pattern.ts";
export {
  couldDelete,
  deleterNames,
  hiddenByDecoder,
  isDeleterName,
  mentionsDeleter,
  mostText,
  throughPowerShell,
} from "./spelling.ts";
