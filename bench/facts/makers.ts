import { compilePolicies, type Derive, type PolicyDefinition, type PolicySet } from "@gatehouse-hooks/engine";
import { condition } from "@gatehouse-hooks/condition";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";

/** Facts by the program's own tables. */
export function makeDerive(): Derive {
  const { facts, version } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  return { facts: (event) => facts(event), version };
}

/** Policies that deny where a condition holds. */
export function setOfConditions(texts: readonly string[], derive?: Derive): PolicySet {
  const definitions = texts.map((text, id): PolicyDefinition => {
    const parsed = condition(text);
    if (parsed.condition.ast === null) throw new Error(`${text}: ${parsed.issues[0]?.message}`);
    return {
      id: `p${id}`,
      events: ["before_tool_call"],
      order: id,
      handler: { kind: "static", verdict: "deny", reason: `policy ${id} forbids this` },
      condition: parsed.condition,
    };
  });
  return compiled(definitions, derive);
}

/** All packs that deny or ask. */
export function setOfPacks(derive: Derive): PolicySet {
  const all = packs().filter(({ name }) => name !== "read-only");
  return compiled(
    all.flatMap((pack) => loadPack(pack).policies),
    derive,
  );
}

function compiled(definitions: readonly PolicyDefinition[], derive: Derive | undefined): PolicySet {
  const { set, issues } = compilePolicies(definitions, {
    vocabulary: VOCABULARY,
    ...(derive === undefined ? {} : { derive }),
  });
  const error = issues.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.message);
  return set;
}
