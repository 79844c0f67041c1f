import { newEnforcer, newModelFromString } from "casbin";

const MODEL = `
[request_definition]
r = event
[policy_definition]
p = rule, eft
[policy_effect]
e = !some(where (p.eft == deny))
[matchers]
m = eval(p.rule)
`;

/**
 * casbin with one rule for each policy, evaluated by `eval(p.rule)`; a deny stops.
 *
 * @param rules in casbin's own language, about `r_event`
 * @returns the number of the rule that denies an event; -1 for none
 */
export async function casbinRules<Input>(
  rules: readonly string[],
  functions: Readonly<Record<string, (...args: never) => boolean>>,
): Promise<(event: Input) => number> {
  const enforcer = await newEnforcer(newModelFromString(MODEL));
  for (const [name, body] of Object.entries(functions))
    await enforcer.addFunction(name, body as (...args: unknown[]) => boolean);
  const numbers = new Map(rules.map((rule, i) => [rule, i]));
  await enforcer.addPolicies(rules.map((rule) => [rule, "deny"]));
  return (event) => {
    const [allowed, explained] = enforcer.enforceExSync(event);
    return allowed ? -1 : (numbers.get(explained[0] ?? "") ?? -2);
  };
}
