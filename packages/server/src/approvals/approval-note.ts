/** That a person has answered, for the audit trail. */
export interface ApprovalNote {
  readonly tenant: string;
  readonly id: string;
  readonly policy: string | null;
  readonly what: "approved" | "refused";
  /** The caller. */
  readonly by: string;
}
