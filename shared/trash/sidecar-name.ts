/** The file that lies beside a genuine `trash`, and lets a hook recognise it by reading, without running it. */
export const SIDECAR_NAME: "trash-guard.json" = "trash-guard.json";
