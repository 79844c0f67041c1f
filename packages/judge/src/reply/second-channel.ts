// Keys that could carry a second verdict, as `fold` writes them.
const channels: ReadonlySet<string> = new Set([
  "verdict",
  "action",
  "result",
  "allow",
  "allowed",
  "approve",
  "approved",
  "deny",
  "denied",
  "block",
  "blocked",
  "permission",
  "permissiondecision",
  "override",
  "final",
  "finaldecision",
  "decision",
  "answer",
  "outcome",
  "status",
  "proto",
  "constructor",
  "prototype",
]);

/** True when a key other than `decision` names a verdict too: the reply then says two things (SPEC, "Reply"). */
export function isSecondChannel(key: string): boolean {
  return key !== "decision" && channels.has(fold(key));
}

/** `Final_Decision` → `finaldecision`. */
function fold(key: string): string {
  return key.normalize("NFKC").toLowerCase().replace(/\P{L}/gu, "");
}
