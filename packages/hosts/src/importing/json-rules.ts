import JSON5 from "json5";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { locateJson } from "../json/locate-json.js";
import { positionOf, readSource, type Source } from "../text/source.js";
import type { RulePlace, RuleFile } from "./rule-importer.js";
import { rulePlace } from "./rule-place.js";

/** A JSON file of rules, with comments where it has some, and where everything in it is. */
export interface JsonRules {
  readonly value: JsonValue;
  readonly placeOf: (path: readonly (string | number)[]) => RulePlace;
  readonly issues: readonly Issue[];
}

const MAX_SHOWN = 120;
/** A number, `true`, `null` and the like. */
const WORD = /^[\w.+-]+/;

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
    placeOf: (path) => {
      const at = places.get(JSON.stringify(path));
      const start = at?.key ?? 0;
      return rulePlace(source, start, endOf(source.text, Math.max(start, at?.value ?? start)));
    },
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

/** Where a value ends, or its line. */
function endOf(text: string, start: number): number {
  const line = text.indexOf("\n", start);
  const end = Math.min(line < 0 ? text.length : line, start + 4 * MAX_SHOWN);
  const word = WORD.exec(text.slice(start, end))?.[0].length ?? 0;
  if (word > 0) return start + word;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const one = text[at] ?? "";
    if (one === '"' || one === "'") at = stringEnd(text, at, end);
    else if ("{[".includes(one)) depth++;
    else if ("}]".includes(one)) depth--;
    if (depth <= 0) return Math.min(at + 1, end);
  }
  return end;
}

/** The closing quote of a string. */
function stringEnd(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[start]) return at;
  }
  return end;
}

function refused(issues: readonly Issue[]): JsonRules {
  return { value: null, placeOf: () => ({ line: 1, column: 1, text: "" }), issues };
}

function issueAt(source: Source, offset: number, code: string, message: string, cure: string): Issue {
  return { severity: "error", code, message, path: source.path, ...positionOf(source, offset), cure };
}
