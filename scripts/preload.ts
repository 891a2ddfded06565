import { plugin } from "bun";
import { hooksPlugin } from "./hooks-plugin.ts";

plugin(hooksPlugin);
