export { asked, type Client, instead, type Letter, type Situation, situations } from "./situations.ts";
export { commandOf, fireSituation, letterOf, settingsPath, stage } from "./staging.ts";
