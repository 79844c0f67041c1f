import { editDistance, nearSteps, plainName } from "@gatehouse-hooks/json";
import { EVENT_NAMES } from "./agent-names.js";
import { VOCABULARY } from "../vocabulary.js";

/** Longer names are not compared: the cost is the product of the lengths. */
const MAX_LENGTH = 64;
/** Events whose names agree in their words, except for words that agents use differently. */
const SAME_WORDS = 1;
/** What is a part of a name, in whole words. */
const PART = 2;

/** What agents call alike. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["pre", "before"],
  ["post", "after"],
  ["use", "call"],
  ["usage", "call"],
  ["run", "call"],
  ["invocation", "call"],
  ["execution", "execute"],
  ["exec", "execute"],
  ["begin", "start"],
  ["finish", "end"],
  ["compact", "compaction"],
  ["failure", "error"],
]);
const NOISE: ReadonlySet<string> = new Set(["on", "hook", "event", "hooks", "events"]);

/** The names that events have come first: of two that are as near, they are meant. */
const KNOWN = [...new Set([...VOCABULARY.events, ...EVENT_NAMES.all].map(({ name }) => name))].map(compared);
const NAMES: ReadonlySet<string> = new Set(KNOWN.map(({ name }) => name));

interface Compared {
  readonly name: string;
  readonly plain: string;
  readonly words: string;
}

function compared(name: string): Compared {
  return { name, plain: plainName(name), words: wordsOf(name).join("_") };
}

/**
 * The documented events that a misspelt name may mean, the nearest first: by typing errors, letter case, dashes, or
 * another agent's words. Empty for a documented name, and for one that resembles none.
 *
 * @param own further names that are known
 */
export function nearEvents(name: string, own: readonly string[] = []): readonly string[] {
  if (NAMES.has(name) || own.includes(name) || name.length > MAX_LENGTH) return [];
  const plain = plainName(name);
  const words = wordsOf(name);
  const limit = nearSteps(plain.length);
  const given = words.join("_");
  const part = words.length >= 2 ? `_${given}_` : null;
  const known = own.length === 0 ? KNOWN : [...KNOWN, ...own.map(compared)];
  const near = known
    .map((one) => ({ name: one.name, distance: distanceOf(plain, given, part, one, limit) }))
    .filter(({ distance }) => distance <= PART)
    .toSorted((a, b) => a.distance - b.distance);
  const best = near[0]?.distance ?? 0;
  return near.filter(({ distance }) => distance <= best + 1).map((one) => one.name);
}

function distanceOf(
  plain: string,
  given: string,
  part: string | null,
  known: Compared,
  limit: number,
): number {
  const steps = editDistance(plain, known.plain, limit);
  const letters = steps > limit ? Infinity : steps;
  if (given === known.words && given !== "") return Math.min(letters, SAME_WORDS);
  return part !== null && `_${known.words}_`.includes(part) ? Math.min(letters, PART) : letters;
}

/** The words of a name as all agents would write them, without those that only mark an event. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[-_.\s]+/)
    .filter((word) => word !== "" && !NOISE.has(word))
    .map((word) => SYNONYMS.get(word) ?? word);
}
