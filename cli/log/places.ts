/** Where the log lies: below the state folder of the user, never in a project. */

export interface LogPlaces {
  readonly folder: string;
  readonly file: string;
  /** What could not be logged, for doctor. */
  readonly failures: string;
}

export function logPlaces(home: string): LogPlaces {
  const state = `${home === "/" ? "" : home.replace(/\/+$/, "")}/.hasna/hooks`;
  return {
    folder: `${state}/log`,
    file: `${state}/log/verdicts.jsonl`,
    failures: `${state}/log-failures.jsonl`,
  };
}

/** Where a failure is noted when the state folder cannot be written either; undefined where the system has no such place. */
export function failuresElsewhere(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = env.XDG_RUNTIME_DIR;
  return folder?.startsWith("/") ? `${folder}/hasna-hooks-log-failures.jsonl` : undefined;
}
