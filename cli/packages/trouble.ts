/** Why a package cannot be had, in words for the user. */
export class Trouble extends Error {
  /** A sentence. */
  readonly next: string;
  /** `says` is a clause without a full stop. */
  constructor(says: string, next: string) {
    super(says);
    this.next = next;
  }
}
