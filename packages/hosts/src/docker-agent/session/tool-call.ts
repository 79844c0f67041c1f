import type { JsonObject } from "@gatehouse-hooks/json";
import type { Approval } from "../permissions/approval.js";

/** A call that the model wants to make, or makes: then with the arguments that hooks have written. */
export interface HostToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** What decides where no rule and no hook does; absent: the user, except for tools that only read. */
export type SafetyMode = "strict" | "balanced" | "autonomous";

/** How dangerous a call is. */
export type SafetyLabel = "safe" | "destructive" | "unknown";

/** What the host knows about a call. */
export interface ToolTraits {
  /** The tool's annotation. */
  readonly readOnly?: boolean;
  /** The tool's annotation; it outweighs `readOnly`. */
  readonly destructive?: boolean;
  /** For hosts that classify calls, as by `callSafety` of the facts. Default: what the annotations say. */
  readonly label?: SafetyLabel;
  /** For showing. Default: `high` for what is destructive, else `unknown`. */
  readonly blastRadius?: "low" | "medium" | "high" | "unknown";
  /** For showing: what makes the call so. */
  readonly reason?: string;
}

/** The user's answer to a question about a call, in any of docker-agent's words for it. */
export type PersonAnswer =
  | { readonly kind: "approve" }
  /** Also for the later calls that match the permission pattern `tool`, normally the tool's name. */
  | { readonly kind: "approve-tool"; readonly tool: string }
  /** And `balanced` is the mode from now on. */
  | { readonly kind: "approve-balanced" | "approve-safe" | "approve-safer" }
  /** And `autonomous` is the mode from now on. */
  | { readonly kind: "approve-session" | "approve-autonomous" }
  | { readonly kind: "reject"; readonly reason: string };

/** What the user is asked. */
export interface ApprovalQuestion {
  /** The call as it would run. */
  readonly call: HostToolCall;
  /** What the host and its hooks know of the danger, for showing. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Who decided about a call: what `on_tool_approval_decision` reports. */
export type ToolApproval =
  | Approval
  | { readonly approval_decision: "canceled"; readonly approval_source: "context_canceled" };

/** What becomes of a call. */
export type ToolCallOutcome =
  | { readonly kind: "run"; readonly call: HostToolCall; readonly approval: ToolApproval }
  /** The tool must not run; `message` is its answer for the model. */
  | {
      readonly kind: "refused";
      readonly call: HostToolCall;
      readonly approval: ToolApproval;
      readonly message: string;
    };

/** The fields of a call in an event. */
export function fieldsOf({ id, name, input }: HostToolCall): JsonObject {
  return { tool_name: name, tool_use_id: id, tool_input: input };
}
