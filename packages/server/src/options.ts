import type { ApprovalNote, ApprovalStore } from "./approvals/approval-store.js";
import type { Passkeys } from "./passkeys/passkeys.js";
import type { ServerLimits } from "./http/limits.js";
import type { TenantOptions } from "./tenant.js";

/** What a decision server is made of. */
export interface DecisionServerOptions {
  readonly tenants: readonly TenantOptions[];
  /** What travels is sealed with it; servers that stand for each other have the same. At least 32 characters. */
  readonly key: string;
  /** Where approvals are kept. Default: in this process. It stays the caller's. */
  readonly approvals?: ApprovalStore;
  /** Where they are given, a call is approved with a passkey alone. Default: with a caller's token. */
  readonly passkeys?: Passkeys;
  readonly limits?: Partial<ServerLimits>;
  /** Where the server is reached, without a path: for its metadata. Default: what the request names. */
  readonly origin?: string;
  /** Told of what a person did, for the audit trail. */
  readonly onApproval?: (what: ApprovalNote) => void;
  /** Told of defects. Default: stderr. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}
