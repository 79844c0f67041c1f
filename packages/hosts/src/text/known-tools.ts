import { editDistance, nearSteps, plainName } from "@gatehouse-hooks/json";
import { HOST_TOOLS, VOCABULARY } from "../vocabulary.js";
import { cite } from "./cite.js";
import type { Problem } from "./report.js";

/** Longer names are not compared: the cost is the product of the lengths. */
const MAX_LENGTH = 64;
/** Tools of an embedder's own have short names, too. */
const SHORT = 4;

/** The documented fields of a tool's input, by the tool's name; a tool without them is known by name only. */
const FIELDS: ReadonlyMap<string, readonly string[] | null> = new Map(
  VOCABULARY.tools.map(({ name, fields }) => [name, fields ?? null]),
);
const NAMES = VOCABULARY.tools.map(({ name }) => ({ name, plain: plainName(name) }));
/** Also those that only payloads have, spelled otherwise than another agent's tool. */
const ALL_NAMES: ReadonlySet<string> = new Set([...VOCABULARY.tools, ...HOST_TOOLS].map(({ name }) => name));

/** The fields of a documented tool; `null` where they are not known. */
export function fieldsOfTool(name: string): readonly string[] | null {
  return FIELDS.get(name) ?? null;
}

/** Whether a document names a tool. */
export function isKnownTool(name: string): boolean {
  return ALL_NAMES.has(name);
}

/** The documented tool that a misspelt name probably means; `null` for a documented name, and one near none. */
export function nearTool(name: string): string | null {
  if (ALL_NAMES.has(name) || name.length > MAX_LENGTH) return null;
  const plain = plainName(name);
  const near = NAMES.map((known) => ({ ...known, distance: distanceOf(plain, known.plain) }))
    .filter((known) => known.distance <= nearSteps(known.plain.length, SHORT))
    // Of `Bash` and `bash`, the one in the letters that were written.
    .toSorted((a, b) => a.distance - b.distance || lettersOf(name, a.name) - lettersOf(name, b.name));
  return near[0]?.name ?? null;
}

function distanceOf(plain: string, known: string): number {
  return editDistance(plain, known, 2);
}

function lettersOf(name: string, known: string): number {
  return editDistance(name, known, MAX_LENGTH);
}

/** Names that begin with a capital, as words of a sentence do not: two of them in one name are two tools. */
const CAPITALS = NAMES.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name));

/** `Bash|Write` for `BashWrite` and `Bash.Write`: two documented tools with at most one character between. */
export function gluedTools(name: string): string | null {
  if (ALL_NAMES.has(name)) return null;
  for (const first of CAPITALS) {
    if (!name.startsWith(first)) continue;
    const rest = name.slice(first.length);
    const second = CAPITALS.find((one) => rest.endsWith(one) && rest.length - one.length <= 1);
    if (second !== undefined) return `${first}|${second}`;
  }
  return null;
}

/** The warning about a tool's name that is probably misspelt. */
export function toolProblem(name: string): Problem | null {
  const near = nearTool(name);
  if (near === null) return null;
  return {
    severity: "warning",
    code: "unknown-tool",
    message: `no documented agent has a tool ${cite(name)}; the policy waits for it all the same`,
    cure: `did you mean ${cite(near)}?`,
  };
}
