/** Something that is not as it should be. */
export interface DoctorFinding {
  readonly code: string;
  /** `error`: something is not guarded, or nothing works. `note`: worth knowing, and nothing has to be done. */
  readonly severity: "error" | "warning" | "note";
  /** The agent that it is about. */
  readonly agent?: string;
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  /** What is, and what follows from it. */
  readonly message: string;
  readonly cure: string;
}
