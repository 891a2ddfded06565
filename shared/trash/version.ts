/** Of this package; `package.json` says the same, and a test holds them together. */
export const VERSION: string = "0.1.0";

/** Goes up when a hook could no longer rely on `trash guard` to behave as it did. */
export const GUARD_PROTOCOL: 1 = 1;

/** The line that tells our program from any other `trash` by reading, without running it. */
export const GUARD_MARKER: "trash-guard-protocol: 1" = "trash-guard-protocol: 1";

export const PACKAGE_NAME: "@hasna/trash" = "@hasna/trash";
