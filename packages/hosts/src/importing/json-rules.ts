import JSON5 from "json5";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { type JsonPlaces, locateJson } from "../locate-json.js";
import { positionOf, readSource, type Source } from "../text/source.js";
import { type RulePlace, type RuleFile, rulePlace } from "./rule-importer.js";

/** A JSON file of rules, with comments where it has some, and where everything in it is. */
export interface JsonRules {
  readonly value: JsonValue;
  readonly placeOf: (path: readonly (string | number)[]) => RulePlace;
  readonly issues: readonly Issue[];
}

/**
 * Reads JSON, JSONC or JSON5, at most 256 KiB.
 *
 * @returns a value that is null where the text is not JSON; the issues say why
 */
export function readJsonRules(file: RuleFile): JsonRules {
  const decoded = readSource(file.text, file.path);
  if (decoded.kind === "refused") return refused([decoded.issue]);
  const { source } = decoded;
  let given: unknown;
  try {
    given = JSON5.parse(source.text);
  } catch {
    return refused([issueAt(source, 0, "json-syntax", "the file is not JSON", "correct it")]);
  }
  // What JSON5 reads may be nested without end, or not JSON.
  const sealed = sealJson(given);
  if (sealed.issue !== undefined)
    return refused([
      issueAt(source, 0, sealed.issue.code, sealed.issue.message, sealed.issue.cure ?? "correct it"),
    ]);
  const { places, duplicates } = locateJson(source.text);
  return {
    value: sealed.value,
    placeOf: jsonPlaceOf(source, places),
    issues: duplicates.map((at) =>
      issueAt(
        source,
        at,
        "duplicate-key",
        "the key occurs twice in one object; the last one counts",
        "remove one",
      ),
    ),
  };
}

/**
 * Where a member with its key, or an item, is in a JSON text: what of a rule a person reads is the rule, and not the rest of its line.
 *
 * @returns a function of paths; what is not there is at the start of the text
 */
export function jsonPlaceOf(source: Source, places: JsonPlaces["places"]): JsonRules["placeOf"] {
  return (path) => {
    const { key, end } = places.get(JSON.stringify(path)) ?? { key: 0, end: 0 };
    return rulePlace(source, key, end);
  };
}

function refused(issues: readonly Issue[]): JsonRules {
  return { value: null, placeOf: () => ({ line: 1, column: 1, text: "" }), issues };
}

function issueAt(source: Source, offset: number, code: string, message: string, cure: string): Issue {
  return { severity: "error", code, message, path: source.path, ...positionOf(source, offset), cure };
}
