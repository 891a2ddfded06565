/** How a real client is started so that it talks to a stand-in model and to nothing else. */
import type { Wire } from "./model.ts";

/** Where a session of the client takes place. */
export interface Surroundings {
  readonly home: string;
  readonly project: string;
  /** PATH of the client, and so of the hooks it starts. */
  readonly path: string;
  /** Base address of the stand-in model. */
  readonly model: string;
  /** False leaves every tool call that the client would ask about without an answer, as `-p` without flags does. */
  readonly allowShell: boolean;
}

/** The environment is whole, nothing is inherited. */
export interface Start {
  readonly args: readonly string[];
  /** Files below the home folder that name the model of this session, so that they are written before each. */
  readonly before?: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** A client whose guard can be watched at work. */
export interface LiveClient {
  /** The harness. */
  readonly id: string;
  /** What its program is called on PATH. */
  readonly program: string;
  readonly wire: Wire;
  /** What its settings file of the user must hold besides hooks, so that it starts without asking. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** `home/tmp` must be there: the client keeps what is for the moment in it. */
  readonly start: (surroundings: Surroundings) => Start;
}
