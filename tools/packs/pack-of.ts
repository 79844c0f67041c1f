import { parse } from "yaml";
import { guardedGlobs } from "../../packages/hosts/src/gatehouse/packs/guarded-globs.js";
import { effectsCondition } from "../../packages/hosts/src/gatehouse/sets/effects-condition.js";
import { readSets } from "../../packages/hosts/src/gatehouse/sets/read-sets.js";
import { callArguments } from "../../packages/hosts/src/gatehouse/sets/set-globs.js";
import {
  EFFECTS,
  type EffectsShape,
  type ReadSet,
  type SetShape,
} from "../../packages/hosts/src/gatehouse/sets/set-shape.js";

/** What `packs/NAME.yaml` holds. */
interface PackFile {
  readonly description: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly memory?: object;
  /** Lists of words that its conditions name with `$`; a `*` in a pattern stands for letters, digits, `_` and `-`. */
  readonly words?: Readonly<Record<string, readonly string[]>>;
  /** Patterns that `matches` names with `$`; words may be named in these. */
  readonly patterns?: Readonly<Record<string, readonly string[]>>;
  readonly policies: readonly PackPolicy[];
}

interface PackPolicy extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly when?: string;
  readonly examples: { readonly applies: readonly unknown[]; readonly not: readonly unknown[] };
}

type Sets = ReadonlyMap<string, ReadSet>;

/**
 * The sets of `packs/sets.yaml`, and those of the table of agents' files.
 *
 * @throws Error where one is wrong
 */
export function packSets(text: string): Sets {
  const { sets } = parse(text) as { readonly sets: Readonly<Record<string, unknown>> };
  const listed = Object.fromEntries(
    Object.entries(sets).map(([name, shape]) => [name, lists(shape as object) as SetShape]),
  );
  const { guardedFolders = "", ...guarded } = guardedGlobs();
  const read = readSets({
    ...listed,
    "agent-files": { paths: Object.values(guarded) },
    "agent-folders": { paths: [guardedFolders] },
  });
  const [problem] = read.problems;
  if (problem !== undefined)
    throw new Error(`packs/sets.yaml: ${problem.path.join(".")}: ${problem.message}`);
  return read.sets;
}

/**
 * A pack as the loader takes it: examples apart from the policies, the event that all packs are about, and every rule a condition.
 *
 * @throws Error where a rule is wrong
 */
export function packOf(name: string, text: string, common: Sets): Readonly<Record<string, unknown>> {
  const {
    description,
    parameters = {},
    memory,
    words = {},
    patterns = {},
    policies,
  } = parse(text) as PackFile;
  const sets = withOwn(words, patterns, common);
  const known = Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, { default: [], ...(value as object) }]),
  );
  return {
    name,
    description,
    parameters: known,
    ...(memory !== undefined && { memory: inConditions(memory, (when) => withSets(when, sets)) }),
    policies: policies.map((policy) => policyOf(policy, sets, new Set(Object.keys(known)))),
    examples: Object.fromEntries(policies.map(({ id, examples }) => [id, examples])),
  };
}

/**
 * The sets of all packs with a pack's own words and patterns.
 *
 * @throws Error where two have one name
 */
function withOwn(words: Lists, patterns: Lists, common: Sets): Sets {
  const sets = new Map(common);
  const add = (name: string, members: readonly string[]): void => {
    if (sets.has(name)) throw new Error(`there are two sets that are called ${name}`);
    sets.set(name, { kind: "programs", groups: [{ members, except: [] }] });
  };
  for (const [name, members] of Object.entries(words)) add(name, members);
  const named = Object.entries(patterns).map(
    ([name, parts]) => [name, parts.map((part) => inPattern(part, sets))] as const,
  );
  for (const [name, members] of named) add(name, members);
  return sets;
}

type Lists = Readonly<Record<string, readonly string[]>>;

/**
 * A pattern with the words of its sets written out.
 *
 * @throws Error where a set is not known
 */
function inPattern(pattern: string, sets: Sets): string {
  return pattern.replace(/\$([a-z][a-z-]*)/g, (_, name: string) => {
    const members = sets.get(name)?.groups.flatMap((group) => group.members);
    if (members === undefined) throw new Error(`no set is called ${name}`);
    return members
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === "*" ? "[\\w-]*" : `\\${sign}`)))
      .join("|");
  });
}

/** Cells with the sets of their conditions written out. */
function inConditions(given: unknown, change: (when: string) => string): unknown {
  if (Array.isArray(given)) return given.map((one) => inConditions(one, change));
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([key, value]: readonly [string, unknown]) => [
      key,
      typeof value === "string" && ["when", "where"].includes(key)
        ? change(value)
        : inConditions(value, change),
    ]),
  );
}

const EFFECT_KEYS: ReadonlySet<string> = new Set([...EFFECTS, "except", "where"]);

function policyOf(policy: PackPolicy, sets: Sets, parameters: ReadonlySet<string>): object {
  const { id, when, description, examples: _, ...others } = policy;
  const entries = Object.entries(others);
  const shape = lists(Object.fromEntries(entries.filter(([key]) => EFFECT_KEYS.has(key)))) as EffectsShape;
  const { condition, problems } = effectsCondition(shape, sets, [id], parameters);
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${problem.path.join(".")}: ${problem.message}`);
  const written = when === undefined ? null : withSets(when, sets);
  const both =
    condition !== null && written !== null ? `(${condition}) && (${written})` : (condition ?? written);
  return {
    id,
    events: "before_tool_call",
    description,
    ...(both === null ? {} : { when: both }),
    ...Object.fromEntries(entries.filter(([key]) => !EFFECT_KEYS.has(key))),
  };
}

/** Lists in place of single strings. */
function lists(shape: object): object {
  return Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [
      key,
      typeof value === "string" && key !== "description" ? [value] : value,
    ]),
  );
}

/** A condition with its sets written out: `r.touches($keys)`, `c.program in $agents`. */
function withSets(when: string, sets: Sets): string {
  return when
    .replace(
      /\b(\w+)\.(in|touches|surely|within)\(\$([a-z][a-z-]*)\)/g,
      (whole, object: string, method: string, name: string) => {
        const calls = sets.get(name)?.groups.flatMap(callArguments);
        if (calls === undefined) return whole;
        const asked = calls.map((call) => `${object}.${method}(${call})`);
        return asked.length > 1 ? `(${asked.join(" || ")})` : asked.join("");
      },
    )
    .replace(/\bmatches\(\$([a-z][a-z-]*)\)/g, (_, name: string) => {
      const members = sets.get(name)?.groups.flatMap((group) => group.members);
      if (members === undefined) throw new Error(`no pattern is called ${name}`);
      return `matches(${JSON.stringify(members.join("|"))})`;
    })
    .replace(/\bin \$([a-z][a-z-]*)/g, (whole, name: string) => {
      const members = sets.get(name)?.groups.flatMap((group) => group.members);
      return members === undefined ? whole : `in ${JSON.stringify(members)}`;
    });
}
