import { plainName, nearName } from "@gatehouse-hooks/json";
import type { Problem } from "../text/report.js";
import { cite } from "../text/cite.js";
import { exampleOf } from "./key-examples.table.js";
import { KEY_WORDS, type Meant } from "./key-words.table.js";
import { type Level, LEVEL_KEYS } from "./schema.js";

/** The places of the mappings of a level, for a key that belongs to another level. */
export const LEVEL_PLACES: Readonly<Record<Level, string>> = {
  file: "at the start of the file",
  set: "in a set, below `sets`",
  cell: "in a cell, below `memory`",
  trigger: "in an event of a cell, below `memory`",
  source: "in an event of a source, below `origins`",
  policy: "in a policy, below `policies`",
  judge: "inside `judge`",
  command: "inside `command`",
  builtin: "inside `builtin`",
  function: "inside `function`",
  session: "in a session, below `sessions`",
  test: "in a test, below `tests`",
  expect: "inside `expect`",
  answer: "inside an answer",
};

const LEVELS = Object.keys(LEVEL_PLACES).filter((level): level is Level =>
  Object.hasOwn(LEVEL_PLACES, level),
);

/** The problem of a key that its level does not have, with what was probably meant. */
export function unknownKey(key: string, level: Level): Problem {
  if (key === "tier") {
    return {
      code: "unknown-key",
      message: "a file cannot name its tier",
      cure: "the tier comes from where the file is loaded: remove the key",
    };
  }
  return { code: "unknown-key", message: `unknown key ${cite(key)}`, cure: cureOf(key, level) };
}

/** The key of the level that an unknown one probably means. */
export function meantKey(key: string, level: Level): string | null {
  const meant = wordOf(key, level);
  if (meant !== undefined) return "key" in meant ? meant.key : null;
  return nearName(key, LEVEL_KEYS[level]);
}

function wordOf(key: string, level: Level): Meant | undefined {
  const words = KEY_WORDS[level];
  const plain = plainName(key);
  // A key of the level in other letter case is not a word of another system.
  if (LEVEL_KEYS[level].some((known) => plainName(known) === plain)) return undefined;
  return Object.hasOwn(words, plain) ? words[plain] : undefined;
}

function cureOf(key: string, level: Level): string {
  // In a flow mapping, YAML reads `{id:a}` as one key.
  const colon = /^([A-Za-z]+):(?=\S)/.exec(key)?.[1];
  if (colon !== undefined) return `put a blank after the colon: ${cite(`${colon}: …`)}`;
  const meant = wordOf(key, level);
  if (meant !== undefined) {
    return "cure" in meant ? meant.cure : `did you mean ${cite(meant.key)}? ${exampleFor(meant.key)}`;
  }
  const elsewhere = LEVELS.filter((one) => one !== level && LEVEL_KEYS[one].includes(key));
  const [first] = elsewhere;
  const near = nearName(key, LEVEL_KEYS[level]);
  if (first !== undefined) {
    const places = elsewhere.map((one) => LEVEL_PLACES[one]).join(" or ");
    return `${cite(key)} belongs ${places}: move it there, or remove it`;
  }
  if (near !== null) return `did you mean ${cite(near)}?`;
  return `remove it; the keys here are ${LEVEL_KEYS[level].join(", ")}`;
}

function exampleFor(key: string): string {
  const example = exampleOf(key);
  return example === undefined ? "" : `for example ${cite(example)}`;
}
