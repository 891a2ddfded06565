/** What an end-to-end case is: steps in a throw-away home, with real programs at both ends. */

/** One command that the model asks for. */
export interface Ask {
  /** For the shell; with `tool` what the call is called in reports. */
  readonly command: string;
  /** A call of another tool of the client, in the place of its shell; ~ in front of a text of the input is the home folder. */
  readonly tool?: ToolCall;
  /** Paths below the home folder that this command takes away; everything else must stay as it was. */
  readonly gone?: readonly string[];
  /** Paths below the home folder that it brings. */
  readonly made?: readonly string[];
  /** Whether the client hands the model an error. */
  readonly error?: boolean;
  /** Texts that must be in what the model is told. */
  readonly told?: readonly string[];
  /** The client ends its run here without a word to the model; these texts must be in what it prints instead. */
  readonly ends?: readonly string[];
}

/** A call of a tool by the name that the client has for it. */
interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

export type Step =
  /** A file below the home folder is written. */
  | { readonly kind: "write"; readonly path: string; readonly text: string; readonly isProgram?: boolean }
  /** A file or folder below the home folder is taken away. */
  | { readonly kind: "remove"; readonly path: string }
  /** One of our programs runs in the project and must exit 0, or as told, saying some texts and not saying others. */
  | {
      readonly kind: "run";
      readonly line: readonly ["hooks" | "trash", ...string[]];
      readonly says?: readonly string[];
      readonly silentOn?: readonly string[];
      readonly exit?: number;
      /** The client is on PATH. */
      readonly withClient?: boolean;
    }
  /** The client runs; `allowShell: false` starts it without any permission given beforehand. */
  | {
      readonly kind: "session";
      readonly asks: readonly Ask[];
      readonly allowShell?: boolean;
      /** Variables besides the client's own; ~ stands for the home folder, "" takes one away. */
      readonly env?: Readonly<Record<string, string>>;
      /** Who asks for the commands: the agent itself, or one that it starts. */
      readonly by?: "agent" | "subagent";
    }
  /** The user's files are what they were when the case began, byte for byte. */
  | { readonly kind: "restored" }
  /** A file below the home folder holds exactly this text; undefined: it does not exist. */
  | { readonly kind: "holds"; readonly path: string; readonly text: string | undefined };

export interface Case {
  /** Reads as a sentence. */
  readonly name: string;
  readonly steps: readonly Step[];
}
