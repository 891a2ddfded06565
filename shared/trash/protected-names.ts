/** Below the home folder; protected with everything in them. */
export const SECRET_FOLDERS: readonly string[] = [".hasna", ".ssh", ".aws", ".gnupg"];
