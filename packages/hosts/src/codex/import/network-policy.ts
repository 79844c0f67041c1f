import type { JsonObject } from "@gatehouse-hooks/json";
import { conditionLiteral } from "../../importing/argv-condition.js";
import { shellTest } from "../../importing/tool-test.js";
import { bindArguments, textOf } from "./prefix-rule.js";
import type { CallArgument } from "./starlark/read-calls.js";

/** The policy of a `network_rule`, or why it has none. */
type NetworkPolicy =
  | { readonly kind: "policy"; readonly host: string; readonly policy: JsonObject; readonly differs: string }
  | { readonly kind: "none"; readonly reason: string; readonly guards?: true };

const NAMES = ["host", "protocol", "decision", "justification"];
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const EFFECTS: ReadonlyMap<string, "deny" | "ask"> = new Map([
  ["deny", "deny"],
  ["forbidden", "deny"],
  ["prompt", "ask"],
]);

/** Reads a `network_rule` that denies or asks. */
export function networkPolicy(
  given: readonly CallArgument[],
  idOf: (words: readonly string[]) => string,
): NetworkPolicy {
  const bound = bindArguments(given, NAMES);
  if (bound.kind === "problem") return { kind: "none", reason: bound.message, guards: true };
  const text = (name: string): string | null => textOf(bound.values.get(name));
  const [written, decision] = [text("host"), text("decision")];
  if (decision === "allow")
    return {
      kind: "none",
      reason: "a host that may be reached does not say what else the call does, so it allows nothing here",
    };
  const effect = EFFECTS.get(decision ?? "");
  const host = (written ?? "").trim().toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  if (effect === undefined || !HOST.test(host))
    return { kind: "none", reason: "its host or its decision is none that is understood", guards: true };
  const policy = {
    id: idOf(["network", host]),
    events: "before_tool_call",
    when: `facts.network.any(n, n.host == ${conditionLiteral(host)} || n.host == ${conditionLiteral(`${host}.`)})`,
    [effect]: text("justification") ?? `Codex's rules have the host \`${host}\` as ${decision ?? ""}`,
    tests: [shellTest(`curl https://${host}/`, effect), shellTest("true", "skip")],
  };
  const differs =
    "stricter: every protocol counts; wider: only connections that a command or a tool call names are seen, where Codex's proxy sees all";
  return { kind: "policy", host, policy, differs };
}
