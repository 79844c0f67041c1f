import { nearName } from "@gatehouse-hooks/json";
import { cite } from "../../text/cite.js";
import type { Problem } from "../../text/report.js";
import { MIMIR_VARIABLES, type MimirVariable } from "../variables.js";
import { type Encoding, encodingsOf } from "./json-word.js";
import type { Placeholder } from "./placeholders.js";
import { type CommandPlaces, readPlaceholders } from "./read-placeholders.js";
import type { UnsafePlace } from "./shell-walk.js";
import type { PlacedValue } from "./word.js";

/** Begins the names of the variables in which values travel. */
const PREFIX = "MIMIR_";
const JSON_PREFIX = "MIMIR_json_";

/** A problem of a command, with its offset in the command's text. */
export interface CommandProblem extends Problem {
  readonly offset: number;
}

/** A command without placeholders. */
interface PlacedCommand {
  /** Values arrive through the environment; `null` when that is not possible for all of them. */
  readonly command: string | null;
  readonly problems: readonly CommandProblem[];
}

const MAX_PROBLEMS = 20;

/**
 * Replaces each `{name}` of a shell command by a quoted reference to a variable of the environment, in the spelling that
 * its place needs (SPEC, "Where a placeholder may be"). The text of the command is the same for every value, so a value
 * cannot change it. A reference to a variable that is not set ends the command with an error.
 *
 * @param variables the variables of the event, by name
 */
export function placeVariables(
  command: string,
  variables: ReadonlyMap<string, MimirVariable>,
  event: string,
): PlacedCommand {
  const places = readPlaceholders(command, variables);
  const unknown = places.unknown.map((placeholder) => unknownVariable(placeholder, variables, event));
  const unsafe =
    places.values.length === 0
      ? []
      : places.unsafe.slice(0, MAX_PROBLEMS).map((place) => unsafeVariable(place, command, places));
  const encodings = new Map<PlacedValue, Encoding>();
  for (const word of places.words) {
    const found = encodingsOf(word);
    for (const [value, encoding] of found.encodings) encodings.set(value, encoding);
    for (const { start, variable } of found.bare) {
      unsafe.push({
        offset: start,
        code: "unsafe-variable",
        message: `${cite(`{${variable.name}}`)} is in JSON outside of a string`,
        cure: `write ${cite(`"{${variable.name}}"`)}, with the double quotes`,
      });
    }
  }
  const problems = [...unknown, ...unsafe].slice(0, MAX_PROBLEMS);
  if (problems.some(({ severity }) => severity !== "warning")) return { command: null, problems };
  let placed = "";
  let from = 0;
  for (const value of places.values.toSorted((a, b) => a.start - b.start)) {
    placed += command.slice(from, value.start) + reference(value, encodings.get(value) ?? "plain");
    from = value.end;
  }
  return { command: placed + command.slice(from), problems };
}

function reference({ variable, state, dollar }: PlacedValue, encoding: Encoding): string {
  const name = (encoding === "json-string" ? JSON_PREFIX : PREFIX) + variable.name;
  // Not set, it ends the command: nothing is decided by a value that did not come.
  const parameter = `\${${name}?}`;
  const escaped = dollar ? "\\$" : "";
  switch (state) {
    case "bare":
      return `${escaped}"${parameter}"`;
    case "single":
      return `'"${parameter}"'`;
    default:
      return escaped + parameter;
  }
}

function unsafeVariable(
  { at, where, cure }: UnsafePlace,
  command: string,
  { values }: CommandPlaces,
): CommandProblem {
  const near = values.toSorted((a, b) => Math.abs(a.start - at) - Math.abs(b.start - at))[0];
  const name = near?.variable.name ?? "name";
  return {
    offset: Math.min(at, command.length),
    code: "unsafe-variable",
    message: `the value of ${cite(`{${name}}`)} would be ${where}`,
    cure: cure.replaceAll("{name}", `{${name}}`),
  };
}

function unknownVariable(
  { name, start }: Placeholder,
  variables: ReadonlyMap<string, MimirVariable>,
  event: string,
): CommandProblem {
  const shown = cite(`{${name}}`);
  const elsewhere = MIMIR_VARIABLES.find((variable) => variable.name === name);
  if (elsewhere !== undefined) {
    return {
      offset: start,
      code: "unknown-variable",
      message: `${cite(event)} has no ${shown}`,
      cure: `it comes with ${(elsewhere.events ?? []).map(cite).join(" and ")}`,
    };
  }
  const meant = nearName(name, [...variables.keys()]);
  return {
    offset: start,
    severity: meant === null ? "warning" : "error",
    code: "unknown-variable",
    message: `${shown} is not a variable${meant === null ? " and stays as it is" : ""}`,
    cure:
      meant === null
        ? `known are ${[...variables.keys()].join(", ")}`
        : `did you mean ${cite(`{${meant}}`)}?`,
  };
}
