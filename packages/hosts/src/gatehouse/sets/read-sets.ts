import { nearName } from "@gatehouse-hooks/json";
import { parse } from "@gatehouse-hooks/condition";
import { cite } from "../../text/cite.js";
import type { Problem } from "../../text/report.js";
import type { DocumentPath } from "../../yaml/document.js";
import type { ReadSet, SetGroup, SetKind, SetShape } from "./set-shape.js";

/** A problem of a set or of a use of one, and where it is. */
export interface SetProblem extends Problem {
  readonly path: DocumentPath;
}

/** The sets of a file that can be read; the others are in `problems`. */
export interface ReadSets {
  readonly sets: ReadonlyMap<string, ReadSet>;
  readonly problems: readonly SetProblem[];
}

const KINDS: readonly SetKind[] = ["paths", "hosts", "programs"];
/** Sets that are made of sets that are made of sets. */
const MOST_DEEP = 8;

/** Reads the sets of a file. A set that is wrong is left out, so that what uses it is wrong, too. */
export function readSets(
  shapes: Readonly<Record<string, SetShape>>,
  path: DocumentPath = ["sets"],
): ReadSets {
  const reading: Reading = { shapes, path, sets: new Map(), problems: [], wrong: new Set() };
  for (const name of Object.keys(shapes)) read(name, reading, 0);
  return { sets: reading.sets, problems: reading.problems };
}

interface Reading {
  readonly shapes: Readonly<Record<string, SetShape>>;
  readonly path: DocumentPath;
  readonly sets: Map<string, ReadSet>;
  readonly problems: SetProblem[];
  readonly wrong: Set<string>;
}

function read(name: string, reading: Reading, depth: number): ReadSet | null {
  const known = reading.sets.get(name);
  const shape = Object.hasOwn(reading.shapes, name) ? reading.shapes[name] : undefined;
  if (known !== undefined) return known;
  if (shape === undefined || reading.wrong.has(name)) return null;
  // Until it is read: a set that is made of itself comes back to it.
  reading.wrong.add(name);
  const set = depth > MOST_DEEP ? null : made(name, shape, reading, depth);
  if (set === null) return null;
  reading.wrong.delete(name);
  reading.sets.set(name, set);
  return set;
}

function made(name: string, shape: SetShape, reading: Reading, depth: number): ReadSet | null {
  const at = [...reading.path, name];
  const fail = (path: DocumentPath, message: string, cure: string): null => {
    reading.problems.push({ code: "invalid-value", message: `${message}; the set is not known`, cure, path });
    return null;
  };
  const kinds = KINDS.filter((kind) => shape[kind] !== undefined);
  const parts: ReadSet[] = [];
  for (const [index, part] of (shape.of ?? []).entries()) {
    const plain = part.replace(/^\$/, "");
    const found = read(plain, reading, depth + 1);
    if (found === null)
      return fail(
        [...at, "of", index],
        whyNoSet(plain, reading),
        meantSet(plain, Object.keys(reading.shapes)),
      );
    parts.push(found);
  }
  const [kind = parts[0]?.kind] = kinds;
  if (kind === undefined || kinds.length > 1 || parts.some((part) => part.kind !== kind))
    return fail(
      at,
      `the set ${cite(name)} has ${kind === undefined ? "no members" : "members of two kinds"}`,
      "write one of `paths`, `hosts` and `programs`, or `of` with sets of one kind",
    );
  const members = shape[kind] ?? [];
  const except = shape.except ?? [];
  for (const key of [kind, "except"] as const)
    for (const [index, member] of (shape[key] ?? []).entries()) {
      const problem = memberProblem(kind, member);
      if (problem !== undefined)
        return fail([...at, key, index], `${cite(member)}: ${problem}`, EXAMPLES[kind]);
    }
  const own: readonly SetGroup[] = members.length === 0 ? [] : [{ members, except }];
  const others = parts.flatMap(({ groups }) =>
    groups.map((group) => ({ ...group, except: [...group.except, ...except] })),
  );
  return { kind, groups: [...own, ...others] };
}

function whyNoSet(name: string, { wrong }: Reading): string {
  return wrong.has(name)
    ? `the set ${cite(name)} is made of itself, or cannot be read`
    : `no set is called ${cite(name)}`;
}

/** The cure of a set that does not exist. */
export function meantSet(name: string, known: readonly string[]): string {
  const near = nearName(name, known);
  if (near !== null) return `did you mean \`$${near}\`?`;
  return known.length === 0
    ? "add it to `sets` of the file"
    : `use one of ${known.map((one) => `\`$${one}\``).join(", ")}`;
}

const EXAMPLES: Readonly<Record<SetKind, string>> = {
  paths: 'for example `"~/.ssh/**"`, `"**/.env"`, `"./deploy/**"`',
  hosts: 'for example `"*.example.com"`',
  programs: "for example `terraform`",
};

const HOST = /^[a-z0-9*?._:[\]{},-]+$/;
const PROGRAM = /^[^\s/\p{C}]+$/u;

/** Why something is not a member of a set of this kind. */
export function memberProblem(kind: SetKind, member: string): string | undefined {
  if (kind === "hosts")
    return HOST.test(member) ? undefined : "expected a host in lower case, which may have `*`";
  if (kind === "programs")
    return PROGRAM.test(member) ? undefined : "expected the name of a program, without its folder";
  const { issues } = parse(`facts.reads.any(r, r.in(${JSON.stringify(member)}))`);
  return issues.find(({ severity }) => severity === "error")?.message;
}
