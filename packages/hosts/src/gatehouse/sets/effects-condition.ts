import { cite } from "../../text/cite.js";
import type { DocumentPath } from "../../yaml/document.js";
import { meantSet, memberProblem, type SetProblem } from "./read-sets.js";
import { callArguments } from "./set-globs.js";
import {
  type EffectKey,
  EFFECTS,
  type EffectsShape,
  type PathEffect,
  type ReadSet,
  type Where,
} from "./set-shape.js";

/** What the keys of a policy that say what a call does mean, as a condition. */
export interface EffectsCondition {
  /** `null` where the policy has none of these keys. */
  readonly condition: string | null;
  /** For what is only perhaps meant: the condition of `doubt`. */
  readonly doubtful: string | null;
  readonly problems: readonly SetProblem[];
}

/**
 * Compiles `reads`, `writes`, `runs` … to a condition of the language (SPEC, "Sets and effects"): one of them is enough.
 *
 * @param parameters names that stand for a list of paths, and are left in the condition as they are
 */
export function effectsCondition(
  shape: EffectsShape,
  sets: ReadonlyMap<string, ReadSet>,
  path: DocumentPath,
  parameters: ReadonlySet<string> = new Set(),
): EffectsCondition {
  const compiling: Compiling = { shape, sets, path, parameters, problems: [] };
  const keys = EFFECTS.filter((key) => shape[key] !== undefined);
  for (const key of ["except", "where", "doubt"] as const)
    if (shape[key] !== undefined && keys.length === 0)
      compiling.problems.push({
        code: "missing-key",
        message: `${cite(key)} says nothing where the policy does not say what a call does`,
        cure: "add for example `reads: $keys`, or remove it",
        path: [...path, key],
      });
  const parts = keys.flatMap((key) => partsOf(key, "in", compiling));
  const doubt = shape.doubt ?? "ignore";
  const perhaps =
    doubt === "ignore" ? [] : keys.flatMap((key) => partsOf(key, "perhaps", { ...compiling, problems: [] }));
  return {
    condition: keys.length === 0 ? null : parts.length === 0 ? "false" : parts.join(" || "),
    doubtful: perhaps.length === 0 ? null : perhaps.join(" || "),
    problems: compiling.problems,
  };
}

interface Compiling {
  readonly shape: EffectsShape;
  readonly sets: ReadonlyMap<string, ReadSet>;
  readonly path: DocumentPath;
  readonly parameters: ReadonlySet<string>;
  readonly problems: SetProblem[];
}

type Level = "in" | "perhaps";

function partsOf(key: EffectKey, level: Level, compiling: Compiling): readonly string[] {
  switch (key) {
    case "reads":
      return inList("reads", "r", "!r.list", key, level, compiling);
    case "lists":
      return inList("reads", "r", "r.list", key, level, compiling);
    case "writes":
      return inList("writes", "w", "", key, level, compiling);
    case "deletes":
      return inList("deletes", "d", "", key, level, compiling);
    case "changes":
      return [
        ...inList("writes", "w", "", key, level, compiling),
        ...inList("deletes", "d", "", key, level, { ...compiling, problems: [] }),
      ];
    case "sends": {
      const asked = pathTests("s", key, level, compiling);
      return asked === "" ? [] : [`facts.network.any(n, n.sends.any(s, ${asked}))`];
    }
    case "runs":
      return runs(level, compiling);
    case "does":
      return does(level, compiling);
  }
}

function inList(
  list: string,
  name: string,
  first: string,
  key: PathEffect,
  level: Level,
  compiling: Compiling,
): readonly string[] {
  const asked = pathTests(name, key, level, compiling);
  if (asked === "") return [];
  const place = placeTest(name, compiling.shape.where ?? ["here", "remote"]);
  return [`facts.${list}.any(${name}, ${[first, place, asked].filter((one) => one !== "").join(" && ")})`];
}

/** Which of the three places count; nothing where all do. */
function placeTest(name: string, where: readonly Where[]): string {
  const places = new Set(where);
  if (places.size === 3) return "";
  if (places.size === 1) return `${name}.place == ${JSON.stringify(where[0])}`;
  const missing = (["here", "remote", "container"] as const).find((one) => !places.has(one));
  return `${name}.place != ${JSON.stringify(missing)}`;
}

function pathTests(name: string, key: PathEffect, level: Level, compiling: Compiling): string {
  const taken = itemsOf("except", "paths", compiling);
  const except = taken.flatMap((item) =>
    typeof item === "string" ? [] : item.groups.flatMap(({ members }) => members),
  );
  const calls = itemsOf(key, "paths", compiling).flatMap((item) =>
    typeof item === "string"
      ? [item]
      : item.groups.flatMap((group) => callArguments({ ...group, except: [...group.except, ...except] })),
  );
  const asked = calls.map((call) => `${name}.${level}(${call})`);
  if (asked.length === 0) return "";
  const lists = taken.flatMap((item) => (typeof item === "string" ? [`!${name}.path.glob(${item})`] : []));
  return [...lists, asked.length > 1 ? `(${asked.join(" || ")})` : asked.join("")].join(" && ");
}

function runs(level: Level, compiling: Compiling): readonly string[] {
  const names = itemsOf("runs", "programs", compiling).flatMap((item) =>
    typeof item === "string"
      ? []
      : item.groups.flatMap(({ members, except }) => members.filter((one) => !except.includes(one))),
  );
  const where = compiling.shape.where;
  const place = where === undefined ? "" : placeTest("c", where);
  const asked = level === "perhaps" ? "c.program == null" : `c.program in ${JSON.stringify(names)}`;
  return names.length === 0 ? [] : [`facts.commands.any(c, ${place === "" ? "" : `${place} && `}${asked})`];
}

/** What a kind of action looks like: `git.discard`, or `git.*`. */
const KIND = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*(?:\.\*)?$/;

function does(level: Level, { shape, path, problems }: Compiling): readonly string[] {
  if (level === "perhaps") return [];
  const kinds = shape.does ?? [];
  for (const [index, kind] of kinds.entries())
    if (!KIND.test(kind))
      problems.push({
        code: "invalid-value",
        message: `${cite(kind)} is not a kind of action`,
        cure: "for example `does: [git.discard, cloud.destroy]`",
        path: [...path, "does", index],
      });
  const exact = kinds.filter((kind) => !kind.endsWith(".*"));
  const asked = [
    ...(exact.length === 0 ? [] : [`a.kind in ${JSON.stringify(exact)}`]),
    ...kinds
      .filter((kind) => kind.endsWith(".*"))
      .map((kind) => `a.kind.startsWith(${JSON.stringify(kind.slice(0, -1))})`),
  ];
  const where = shape.where;
  const place = where === undefined ? "" : `${placeTest("a", where)} && `;
  return [`facts.actions.any(a, ${place}${asked.length > 1 ? `(${asked.join(" || ")})` : asked.join("")})`];
}

/** The sets that a key names; a string is a parameter, as it is written in the condition. */
function itemsOf(
  key: PathEffect | "runs" | "except",
  kind: "paths" | "programs",
  { shape, sets, path, parameters, problems }: Compiling,
): readonly (ReadSet | string)[] {
  const fail = (index: number, message: string, cure: string): readonly never[] => {
    problems.push({ code: "invalid-value", message, cure, path: [...path, key, index] });
    return [];
  };
  return (shape[key] ?? []).flatMap((item, index): readonly (ReadSet | string)[] => {
    if (!item.startsWith("$")) {
      const problem = memberProblem(kind, item);
      if (problem !== undefined)
        return fail(
          index,
          `${cite(item)}: ${problem}`,
          "write a set, such as `$secrets`, or a member of one",
        );
      return [{ kind, groups: [{ members: [item], except: [] }] }];
    }
    const name = item.slice(1);
    const set = sets.get(name);
    if (parameters.has(name)) return [item];
    if (set === undefined)
      return fail(index, `no set is called ${cite(name)}`, meantSet(name, [...sets.keys()]));
    if (set.kind !== kind)
      return fail(
        index,
        `${cite(name)} is a set of ${set.kind}, and ${cite(key)} is about ${kind}`,
        `name a set of ${kind}`,
      );
    return [set];
  });
}
