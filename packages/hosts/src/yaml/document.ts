import { type JsonValue, parseJson } from "@gatehouse-hooks/json";
import { locateJson } from "../locate-json.js";
import type { Report } from "../text/report.js";
import type { Source } from "../text/source.js";
import { parseYaml } from "./parse-yaml.js";
import { readTree } from "./read-tree.js";

/** The keys and indexes that lead to a value. */
export type DocumentPath = readonly (string | number)[];

/** A YAML or JSON file as plain JSON, with the place of everything in it. */
export interface Document {
  readonly value: JsonValue;
  /** Offset of a key, or of a list item; of the nearest value around it where that has none. */
  readonly keyAt: (path: DocumentPath) => number;
  /** Offset of a value. */
  readonly valueAt: (path: DocumentPath) => number;
  /** Offset of a character of a string value. */
  readonly within: (path: DocumentPath, offset: number) => number;
}

/**
 * Reads a file of the native format: strict JSON when its name ends in `.json`, else strict YAML 1.2.
 *
 * @returns `null` when the text is neither; the report then says why
 */
export function readYamlOrJson(source: Source, report: Report): Document | null {
  return source.path.endsWith(".json") ? jsonDocument(source, report) : yamlDocument(source, report);
}

function yamlDocument({ text }: Source, report: Report): Document | null {
  const parsed = parseYaml(text, "core");
  const tree = parsed.problems.length > 0 ? null : readTree(text, parsed.root);
  const problems = [...parsed.problems, ...(tree?.problems ?? [])];
  for (const { offset, ...problem } of problems) {
    report.add(offset, { ...problem, message: `${problem.message}; the file is not loaded` });
  }
  if (tree === null || problems.length > 0) return null;
  const at = tree.placeAt;
  return {
    value: tree.value,
    keyAt: (path) => at(path).key,
    valueAt: (path) => at(path).value,
    within: (path, offset) => at(path).within(offset),
  };
}

/** The codes of the JSON boundary, translated to those of this package. */
const JSON_CODES: ReadonlyMap<string, string> = new Map([
  ["json-duplicate-key", "duplicate-key"],
  ["json-too-deep", "too-deep"],
  ["json-too-many", "too-large"],
  ["json-number", "invalid-value"],
  ["json-lone-surrogate", "encoding"],
]);

function jsonDocument({ text }: Source, report: Report): Document | null {
  const { value, issue } = parseJson(text);
  if (issue !== undefined) {
    report.add(issue.offset ?? 0, {
      code: JSON_CODES.get(issue.code) ?? "json-syntax",
      message: `${issue.message}; the file is not loaded`,
      cure: issue.cure ?? jsonCure(text, issue.offset ?? 0),
    });
    return null;
  }
  const at = nearest(locateJson(text).places);
  return {
    value,
    keyAt: (path) => at(path)?.key ?? 0,
    valueAt: (path) => at(path)?.value ?? 0,
    within: (path) => at(path)?.value ?? 0,
  };
}

function nearest<P>(places: ReadonlyMap<string, P>): (path: DocumentPath) => P | undefined {
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const place = places.get(JSON.stringify(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return undefined;
  };
}

/** What to write instead, at the place where the text stops being JSON. */
function jsonCure(text: string, offset: number): string {
  const rest = text.slice(offset, offset + 2);
  const [first = ""] = rest;
  if (rest === "//" || rest === "/*" || first === "#") {
    return "JSON has no comments: remove it, or write the file as YAML";
  }
  if (first === "'" || /[“”‘’]/.test(first)) return 'JSON has strings in `"…"` only';
  if ((first === "}" || first === "]") && /,\s*$/.test(text.slice(Math.max(0, offset - 100), offset))) {
    return "remove the comma before it";
  }
  if (/[A-Za-z_]/.test(first)) return 'write keys and strings in `"…"`';
  return "check the commas, quotes and brackets before this place";
}
