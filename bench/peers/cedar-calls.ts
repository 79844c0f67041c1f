import {
  preparsePolicySet,
  type StatefulAuthorizationCall,
  statefulIsAuthorized,
} from "@cedar-policy/cedar-wasm/nodejs";

let sets = 0;

/** What each event asks of a set of policies, which is parsed beforehand. */
export function cedarCalls(
  staticPolicies: Readonly<Record<string, string>>,
  events: readonly object[],
): readonly StatefulAuthorizationCall[] {
  const name = `set${++sets}`;
  const parsed = preparsePolicySet(name, { staticPolicies });
  if (parsed.type !== "success") throw new Error(JSON.stringify(parsed));
  return events.map((event) => ({
    principal: { type: "Agent", id: "a" },
    action: { type: "Action", id: "call" },
    resource: { type: "Tool", id: "t" },
    context: event as Record<string, never>,
    preparsedPolicySetId: name,
    entities: [],
  }));
}

/**
 * cedar-wasm with one `forbid` for each policy, and one `permit` for everything.
 *
 * @param conditions in Cedar, about `context`
 * @param plain an event as Cedar takes it
 * @returns the numbers of the conditions that hold for one of the events, in any order
 */
export function cedarForbids<Input extends object>(
  conditions: readonly string[],
  events: readonly Input[],
  plain: (event: Input) => object = (event) => event,
): (event: Input) => readonly number[] {
  const policies: Record<string, string> = { everything: "permit(principal, action, resource);" };
  for (const [i, condition] of conditions.entries())
    policies[`p${i}`] = `forbid(principal, action, resource) when { ${condition} };`;
  const prepared = cedarCalls(policies, events.map(plain));
  const calls = new Map(events.map((event, i) => [event, prepared[i]]));
  return (event) => {
    const call = calls.get(event);
    if (call === undefined) throw new Error("an event that was not prepared");
    const answer = statefulIsAuthorized(call);
    if (answer.type !== "success") throw new Error(JSON.stringify(answer));
    const { decision, diagnostics } = answer.response;
    return decision === "allow" ? [] : diagnostics.reason.map((id) => Number(id.slice(1)));
  };
}
