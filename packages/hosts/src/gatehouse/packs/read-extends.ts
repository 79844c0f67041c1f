import { parse } from "@gatehouse-hooks/condition";
import { type JsonObject, type JsonValue, nearName } from "@gatehouse-hooks/json";
import type { CellDefinition, Condition, PolicyDefinition } from "@gatehouse-hooks/engine";
import { cite } from "../../text/cite.js";
import { type Problem, whyLost } from "../../text/report.js";
import { readCondition } from "../../text/read-condition.js";
import type { PolicyFileContext } from "../file-context.js";
import { isMembers } from "../shorthands.js";
import type { PackRules } from "./pack.js";
import { readMemoryKey } from "../memory/read-memory.js";
import { packMemory, packPolicies } from "./pack-policies.js";
import { readParameter } from "./read-parameter.js";

const PREFIX = "pack/";

/** What packs bring along: policies, and the cells that these read. */
interface ExtendedPacks {
  readonly policies: readonly PolicyDefinition[];
  readonly memory: readonly CellDefinition[];
}

/**
 * The policies of the packs that a file extends, and their cells. They have the file's tier. A policy of the file replaces one of the same name; a pack that
 * is not known is lost, and with it whatever it would have denied.
 *
 * @param taken the names of the file's own policies, after Unicode NFC
 * @param order the position of the first one
 */
export function readExtends(
  given: readonly unknown[],
  packs: readonly PackRules[],
  taken: ReadonlySet<string>,
  order: number,
  file: PolicyFileContext,
): ExtendedPacks {
  const definitions: PolicyDefinition[] = [];
  const memory: CellDefinition[] = [];
  const before = new Set<string>();
  given.forEach((entry, index) => {
    const found = readEntry(entry as JsonValue, index, packs, file);
    if (found === null) return;
    const { pack, left, values, exceptions } = found;
    if (before.has(pack.name)) {
      problemAt(["extends", index], file, {
        code: "duplicate-name",
        message: `the pack ${cite(pack.name)} is named twice; the first one counts`,
        cure: "remove one of them",
      });
      return;
    }
    before.add(pack.name);
    // Everything of a pack is where the file names it.
    const at = (): number => file.document.valueAt(["extends", index]);
    const placed = { ...file, document: { value: null, keyAt: at, valueAt: at, within: at } };
    memory.push(...readMemoryKey(packMemory(pack, values), placed).map((cell) => ofPack(cell, pack)));
    const kept = packPolicies(pack, values, order + definitions.length, placed).filter(
      ({ id }) => !left.has(id) && !taken.has(id.normalize("NFC")),
    );
    definitions.push(...kept.map((policy) => withException(policy, exceptions.get(policy.id))));
  });
  return { policies: definitions, memory };
}

function ofPack({ source, ...cell }: CellDefinition, { name }: PackRules): CellDefinition {
  return { ...cell, ...(source && { source: { ...source, pack: name } }) };
}

/** The policy, but where the clause holds. */
function withException(policy: PolicyDefinition, clause: Condition | undefined): PolicyDefinition {
  if (clause === undefined) return policy;
  const { text = "true", ast } = policy.condition ?? {};
  const whole = `${ast?.kind === "or" ? `(${text})` : text} && !(${clause.text})`;
  return { ...policy, condition: { text: whole, ast: parse(whole, { escapes: "strict" }).ast } };
}

interface Entry {
  readonly pack: PackRules;
  /** Names of policies that the file does without. */
  readonly left: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** By policy: where it does not apply after all. */
  readonly exceptions: ReadonlyMap<string, Condition>;
}

function readEntry(
  given: JsonValue,
  index: number,
  packs: readonly PackRules[],
  file: PolicyFileContext,
): Entry | null {
  const path = ["extends", index];
  const named = isMembers(given) ? given["pack"] : given;
  if (typeof named !== "string") {
    const problem = {
      code: "invalid-type",
      message: `expected the name of a pack, or a mapping with \`pack\`; what it would deny is denied`,
      cure: "for example `extends: [pack/git]`, or `extends: [{ pack: git, without: [git/prune] }]`",
    };
    problemAt(path, file, problem);
    file.report.lose("all gating", whyLost(problem), file.document.keyAt(path));
    return null;
  }
  const name = named.startsWith(PREFIX) ? named.slice(PREFIX.length) : named;
  const pack = packs.find((one) => one.name === name);
  if (pack === undefined) {
    const names = packs.map((one) => one.name);
    const meant = nearName(name, names);
    const problem = {
      code: "unknown-pack",
      message: `no pack is called ${cite(named)}; what it would deny is denied`,
      cure:
        meant === null
          ? `use one of ${names.map((one) => `\`${PREFIX}${one}\``).join(", ")}`
          : `did you mean ${cite(`${PREFIX}${meant}`)}?`,
    };
    problemAt(path, file, problem);
    file.report.lose("all gating", whyLost(problem), file.document.keyAt(path));
    return null;
  }
  return isMembers(given)
    ? { pack, ...readDetails(given, path, pack, file) }
    : { pack, left: new Set(), values: new Map(), exceptions: new Map() };
}

function readDetails(
  given: Readonly<Record<string, JsonValue>>,
  path: readonly (string | number)[],
  pack: PackRules,
  file: PolicyFileContext,
): Omit<Entry, "pack"> {
  const values = new Map<string, readonly string[]>();
  let left: ReadonlySet<string> = new Set();
  let exceptions: Entry["exceptions"] = new Map();
  for (const [key, value] of Object.entries(given)) {
    const at = [...path, key];
    if (key === "pack") continue;
    if (key === "without") {
      left = readWithout(value, at, pack, file);
      continue;
    }
    if (key === "except") {
      exceptions = readExceptions(value, at, pack, file);
      continue;
    }
    const parameter = Object.hasOwn(pack.parameters, key) ? pack.parameters[key] : undefined;
    if (parameter === undefined) {
      problemAt(at, file, unknownParameter(key, pack));
      continue;
    }
    const read = readParameter(key, parameter, value);
    if (read.kind === "value") values.set(key, read.value);
    else
      problemAt(at, file, {
        ...read.problem,
        message: `${read.problem.message}; the pack is in force with its own list`,
      });
  }
  return { left, values, exceptions };
}

/** What is wrong is no exception: the policy then applies as the pack has it. */
function readExceptions(
  given: JsonValue,
  path: readonly (string | number)[],
  pack: PackRules,
  file: PolicyFileContext,
): Entry["exceptions"] {
  const exceptions = new Map<string, Condition>();
  if (!isMembers(given)) {
    problemAt(path, file, {
      code: "invalid-type",
      message: "expected conditions by the name of a policy; all of the pack is in force",
      cure: "for example `except: { git/prune: 'params.command == \"git gc\"' }`",
    });
    return exceptions;
  }
  const ids = pack.policies.map(({ id }) => id);
  for (const [id, text] of Object.entries(given)) {
    const at = [...path, id];
    const policy = pack.policies.find((one) => one.id === id);
    if (policy === undefined || typeof text !== "string" || Object.hasOwn(policy, "allow")) {
      const meant = nearName(id, ids);
      problemAt(at, file, {
        code: policy === undefined ? "unknown-policy" : "invalid-value",
        message: whyNoException(id, pack, policy),
        cure:
          meant === null || meant === id
            ? `see \`gatehouse packs ${pack.name}\``
            : `did you mean ${cite(meant)}?`,
      });
      continue;
    }
    const clause = readCondition(text, file.report, {
      within: () => file.document.valueAt(at),
      inForce: "there is no exception",
      escapes: "strict",
    });
    if (clause.ast !== null) exceptions.set(id, clause);
  }
  return exceptions;
}

function whyNoException(id: string, pack: PackRules, policy: JsonObject | undefined): string {
  if (policy === undefined)
    return `the pack ${cite(pack.name)} has no policy ${cite(id)}; all of it is in force`;
  return Object.hasOwn(policy, "allow")
    ? `${cite(id)} allows, and an exception is of what it denies or asks about; there is none`
    : `expected a condition for ${cite(id)}; there is no exception`;
}

function readWithout(
  given: JsonValue,
  path: readonly (string | number)[],
  pack: PackRules,
  file: PolicyFileContext,
): ReadonlySet<string> {
  const ids = pack.policies.map(({ id }) => id);
  const listed: readonly unknown[] = Array.isArray(given) ? given : [given];
  const left = new Set<string>();
  for (const one of listed) {
    if (typeof one === "string" && ids.includes(one)) {
      left.add(one);
      continue;
    }
    const meant = typeof one === "string" ? nearName(one, ids) : null;
    problemAt(path, file, {
      code: "unknown-policy",
      message: `the pack ${cite(pack.name)} has no policy ${cite(String(one))}; all of it is in force`,
      cure: meant === null ? `see \`gatehouse packs ${pack.name}\`` : `did you mean ${cite(meant)}?`,
    });
  }
  return left;
}

function unknownParameter(key: string, pack: PackRules): Problem {
  const known = ["without", "except", ...Object.keys(pack.parameters)];
  const meant = nearName(key, known);
  return {
    code: "unknown-key",
    message: `the pack ${cite(pack.name)} has no parameter ${cite(key)}; it is ignored`,
    cure:
      meant === null
        ? `use one of ${known.map((one) => `\`${one}\``).join(", ")}`
        : `did you mean ${cite(meant)}?`,
  };
}

function problemAt(
  path: readonly (string | number)[],
  { document, report }: PolicyFileContext,
  problem: Problem,
): void {
  report.add(document.keyAt(path), problem);
}
