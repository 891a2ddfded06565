/** The session that `hooks doctor` writes into its canaries: their verdicts are no events of the user's. */
export const CANARY_SESSION = "hooks-doctor-canary";
