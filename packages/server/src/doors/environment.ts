import type { Context, Hono } from "hono";
import type { ApprovalNote, ApprovalStore } from "../approvals/approval-store.js";
import type { DecideEnvironment } from "../decide/decide-event.js";
import type { Seals } from "../decide/sealed-text.js";
import type { InFlight } from "../http/in-flight.js";
import type { Passkeys } from "../passkeys/passkeys.js";
import type { ServerLimits } from "../http/limits.js";
import type { Peer } from "../http/read-body.js";
import type { Identify } from "../identity/identify.js";
import type { ServerMetrics } from "../server-metrics.js";
import type { Tenant } from "../tenant.js";

/** What the doors of a server work with. */
export interface DoorEnvironment {
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly identify: Identify;
  readonly approvals: ApprovalStore;
  readonly passkeys: Passkeys | undefined;
  readonly limits: ServerLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly metrics: ServerMetrics;
  readonly seals: Seals;
  readonly inFlight: InFlight;
  readonly decides: DecideEnvironment;
  readonly origin: string | undefined;
  readonly onApproval: ((what: ApprovalNote) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

/** The addresses of a server. */
export type App = Hono<{ Bindings: Peer }>;

/** One request, as the framework has it. */
export type Served = Context<{ Bindings: Peer }>;
