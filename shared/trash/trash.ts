#!/usr/bin/env bun
/** `trash` in development, and the program that the tests compile. The shipped command is `cli/main.ts`. */
import { trashMain } from "./main.ts";

const result = trashMain(process.argv.slice(2), process);
if (typeof result === "number") process.exit(result);
else result.then((code) => process.exit(code));
