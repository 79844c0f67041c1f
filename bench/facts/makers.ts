import { compilePolicies, type Derive, type PolicyDefinition, type PolicySet } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { denyWhen } from "../realistic/gatehouse.js";

/** Facts by the program's own tables. */
export function makeDerive(): Derive {
  const { facts, version } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  return { facts: (event) => facts(event), version };
}

/** Policies that deny where a condition holds. */
export function setOfConditions(texts: readonly string[], derive?: Derive): PolicySet {
  return compiled(
    texts.map((text, id) => denyWhen(id, text)),
    derive,
  );
}

/** Those that `gatehouse init` switches on. */
const FIRST = ["destructive", "git", "secrets", "exfiltration", "remote-code", "understood"];

/** The packs of `gatehouse init`. */
export const setOfFirstPacks = (derive: Derive): PolicySet =>
  setOfPacks(derive, (name) => FIRST.includes(name));

/** What reads the session before has none here, and the template of `provenance` names no tool. */
const WITHOUT: readonly string[] = ["read-only", "session", "provenance"];

/** All packs that deny or ask. */
export function setOfPacks(
  derive: Derive,
  isOf = (name: string): boolean => !WITHOUT.includes(name),
): PolicySet {
  const all = packs().filter(({ name }) => isOf(name));
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
