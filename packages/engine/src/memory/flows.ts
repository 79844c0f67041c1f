import {
  isList,
  isRecord,
  type JsonValue,
  lookup,
  ownKeys,
  sealedListOf,
  sealedOf,
  type Value,
} from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import type { EventKind } from "../event-kind.js";
import { CELL_LIMITS } from "./cell-limits.js";
import { bitsOf, hostMark, wordMark } from "./mark.js";
import { hostOf, mailName, textWords, wordsAndParts } from "./words.js";

/** The sources of the values of events, by the marks of one `origins` cell. */
export interface KnownSources {
  /** The names of sources by their bits: a sealed list. */
  readonly namesOf: (bits: number) => readonly JsonValue[];
  /** One bit for each source. */
  readonly bitsOf: (mark: string) => number;
}

/** One string or number, where it is, and what else it may be called. */
interface Leaf {
  readonly param: string;
  readonly path: string;
  readonly value: string;
  /** Other spellings of it: who has one of them has it. */
  readonly also?: readonly string[];
  /** Its host, where it is known from elsewhere. */
  readonly host?: string;
}

/**
 * `flows` of an event (SPEC, "Memory"): each value of its input, and of what its facts say is connected to, sent and written, with the sources that have it. `null`
 * where there are too many: a value that is not among them must not pass for one that is from somewhere.
 *
 * @param derived the event with its facts, where they are derived
 */
export function flowsOf(
  event: Event,
  kind: EventKind,
  derived: Event | null,
  origins: readonly KnownSources[],
  key: number,
): JsonValue | null {
  const { input } = kind;
  const name = input !== null && "path" in input ? input.path : "params";
  const leaves: Leaf[] = [];
  if (!collect(lookup(event, name), "", "", leaves)) return null;
  if (derived !== null) leaves.push(...leavesOfFacts(lookup(derived, "facts")));
  return sealedListOf(leaves.map((leaf) => flowOf(leaf, origins, key)));
}

/** Adds the strings and numbers of a value; false where they are too many. */
function collect(value: Value, param: string, path: string, leaves: Leaf[]): boolean {
  if (typeof value === "string" || typeof value === "number") {
    if (value !== "") leaves.push({ param, path, value: String(value) });
    return leaves.length <= CELL_LIMITS.flows;
  }
  if (isList(value)) return value.every((one: JsonValue) => collect(one, param, path, leaves));
  if (!isRecord(value)) return true;
  return ownKeys(value).every((name) =>
    collect(lookup(value, name), param === "" ? name : param, path === "" ? name : `${path}.${name}`, leaves),
  );
}

/** What facts say is connected to, sent and written. */
function leavesOfFacts(facts: Value): readonly Leaf[] {
  const connected = listOf(lookup(facts, "network")).filter((one) => lookup(one, "direction") !== "listen");
  return [
    ...connected.map((one) => {
      const host = textOf(lookup(one, "host"));
      const also = [host];
      return { ...at("network"), value: textOf(lookup(one, "url")) || host, also, host: hostOf(host) };
    }),
    ...connected.flatMap((one) =>
      listOf(lookup(one, "sends")).map((sent) => pathLeaf("network.sends", sent)),
    ),
    ...listOf(lookup(facts, "writes")).map((written) => pathLeaf("writes", written)),
  ];
}

function at(list: string): Pick<Leaf, "param" | "path"> {
  return { param: "facts", path: `facts.${list}` };
}

/** A path is as well what it is below the home directory or the workspace. */
function pathLeaf(list: string, fact: Value): Leaf {
  if (typeof fact === "string") return { ...at(list), value: fact, also: [] };
  const [path = "", home = "", local = ""] = ["path", "home", "local"].map((name) =>
    textOf(lookup(fact, name)),
  );
  return { ...at(list), value: path || home || local, also: [home, local, local.replace(/^\.\//, "")] };
}

function listOf(value: Value): readonly JsonValue[] {
  return isList(value) ? value : [];
}

function textOf(value: Value): string {
  return typeof value === "string" ? value : "";
}

function flowOf(
  { param, path, value, also, host = hostOf(value) }: Leaf,
  origins: readonly KnownSources[],
  key: number,
) {
  const words = textWords(value);
  const others = also?.filter((one) => one !== "" && one !== value).map(textWords) ?? [];
  const name = mailName(value);
  const markOf = keptMark(key);
  return sealedOf({
    param,
    path,
    value,
    from: named(origins, (from) => {
      let bits = bitsOf(words, markOf, from.bitsOf);
      for (const one of others) bits |= bitsOf(one, markOf, from.bitsOf);
      return bits;
    }),
    host,
    hostFrom: host === "" ? NOBODY : withMark(origins, [hostMark(host, key)]),
    nameFrom: name === "" ? NOBODY : withMark(origins, [markOf(name)]),
    // Many values are one word: its name is that of the value.
    partFrom: withMark(
      origins,
      (name !== "" && words.length === 1 && words[0] === value ? [name] : wordsAndParts(words, LETTERS)).map(
        markOf,
      ),
    ),
  });
}

/** The marks of words, where the last one is known again: one word may be asked for as a value, as a name and as a part. */
function keptMark(key: number): (text: string) => string {
  let text = "";
  let mark = "";
  return (asked) => {
    if (asked !== text || mark === "") {
      mark = wordMark(asked, key);
      text = asked;
    }
    return mark;
  };
}

const NOBODY = sealedListOf([]);

/** The names of the sources that have any of these marks. */
function withMark(origins: readonly KnownSources[], marks: readonly string[]): readonly JsonValue[] {
  return named(origins, (from) => {
    let bits = 0;
    for (const mark of marks) bits |= from.bitsOf(mark);
    return bits;
  });
}

/** The names of those sources of each cell that have a bit. */
function named(
  origins: readonly KnownSources[],
  bitsIn: (from: KnownSources) => number,
): readonly JsonValue[] {
  const [only] = origins;
  if (only !== undefined && origins.length === 1) return only.namesOf(bitsIn(only));
  return sealedListOf(origins.flatMap((one) => one.namesOf(bitsIn(one))));
}

/** A shorter part says nothing. */
const LETTERS = 4;
