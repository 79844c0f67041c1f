import { callKey } from "../approvals/call-approval.js";

/** More calls at once than these are not remembered: they are denied, not approved. */
const MOST = 10_000;

/**
 * Which calls an agent of Mastra has waited with. Mastra asks `requireApproval` about the input as the model wrote it, without saying
 * which call it is, and then, after a yes, executes the tool with the input as its schema reads it: `onInputAvailable`, which comes
 * before both, says which input is whose. All three happen in one process, also for a run that is resumed elsewhere. In the process that has
 * asked, a yes is for the input that the call had first, even if its storage has changed since.
 */
export interface RequiredApprovals {
  /** A call has this input, as the model wrote it. */
  announce(toolName: string, toolCallId: string, input: unknown): void;
  /** An approval is required for this input, or not. */
  ask(toolName: string, input: unknown, asks: boolean): void;
  /** Has the agent required an approval for this call? */
  wasAsked(toolName: string, toolCallId: string | undefined, input: unknown): boolean;
}

export function requiredApprovals(): RequiredApprovals {
  const announced = new Map<string, string>();
  const asked = new Set<string>();
  /** What was announced first of each call that has not run yet: a storage may come back changed. */
  const first = new Map<string, string>();
  return {
    announce: (toolName, toolCallId, input) => {
      dropOldest(announced);
      dropOldest(first);
      const hash = hashOf(toolName, input);
      announced.set(toolCallId, hash);
      first.set(toolCallId, first.get(toolCallId) ?? hash);
    },
    ask: (toolName, input, asks) => {
      const hash = hashOf(toolName, input);
      asked.delete(hash);
      if (!asks) return;
      dropOldest(asked);
      asked.add(hash);
    },
    wasAsked: (toolName, toolCallId, input) => {
      if (toolCallId === undefined) return false;
      const hash = announced.get(toolCallId) ?? hashOf(toolName, input);
      const isFirst = (first.get(toolCallId) ?? hash) === hash;
      first.delete(toolCallId);
      return isFirst && asked.has(hash);
    },
  };
}

function dropOldest(from: Map<string, string> | Set<string>): void {
  const [oldest] = from.size < MOST ? [] : from.keys();
  if (oldest !== undefined) from.delete(oldest);
}

/** @throws TypeError for an input that is not an object */
function hashOf(toolName: string, input: unknown): string {
  const params: unknown =
    typeof input === "object" && input !== null
      ? Object.fromEntries(Object.entries(input).filter(([key]) => key !== "resumeData"))
      : input;
  return callKey({ event: "before_tool_call", toolName, params });
}
