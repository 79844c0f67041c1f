import { isRecord, isStrings } from "@gatehouse-hooks/json";
import type { Policy } from "@gatehouse-hooks/engine";

const VERDICTS: readonly unknown[] = ["approve", "warn", "ask", "deny", "allow"];
const KINDS: readonly unknown[] = ["static", "judge", "command", "builtin", "function"];
const FAILURES: readonly unknown[] = [undefined, "deny", "ask", "warn", "ignore"];

/** Whether a sealed value has what a decision relies on: a store is believed, and still gives no effect that is not one. */
export function isPolicy(value: unknown): value is Policy {
  if (!isRecord(value)) return false;
  const { id, events, handler, onFailure, enabled } = value;
  return (
    typeof id === "string" &&
    isStrings(events) &&
    enabled !== undefined &&
    FAILURES.includes(onFailure) &&
    isRecord(handler) &&
    KINDS.includes(handler["kind"]) &&
    (handler["kind"] !== "static" || isStatic(handler))
  );
}

function isStatic({
  verdict,
  reason,
  context,
  systemMessages,
  updatedInput,
}: Record<string, unknown>): boolean {
  return (
    VERDICTS.includes(verdict) &&
    typeof reason === "string" &&
    (context === undefined || isStrings(context)) &&
    (systemMessages === undefined || isStrings(systemMessages)) &&
    (updatedInput === undefined || isRecord(updatedInput))
  );
}
