/** What is wrong with a request, an option or a run that does not belong to this runner. */
export type ProblemCode =
  | "command-missing"
  | "text-with-nul"
  | "limit-out-of-range"
  | "environment-entry"
  | "unknown-kind"
  | "wrong-type"
  | "foreign-spec"
  | "disposed";

/** A request that cannot be run as asked. Thrown by `resolve`, so that nothing is found out half-way through a run. */
export class RunnerProblem extends Error {
  override readonly name: string = "RunnerProblem";
  readonly code: ProblemCode;
  /** The field at fault, as in `timeoutMs` or `env.PATH`. Never a value: values may be secret. */
  readonly field: string;

  constructor(code: ProblemCode, field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
