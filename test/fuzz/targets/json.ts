import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { isDeepStrictEqual } from "node:util";
import { readRows } from "../../../packages/condition/test/read-rows.js";
import { finding } from "../target.js";
import type { Target } from "../target.js";

/** Bytes (a character of the input each, below 256) and text at the boundary, compared with `JSON.parse`. */
export const json: Target = {
  name: "json",
  seeds: [
    ...readRows<{ readonly json?: string }>("./corpora/hostile-events.jsonl").flatMap(({ json: row }) =>
      row === undefined || row.length > 1_000 ? [] : [row],
    ),
    '{"event":"before_tool_call","params":{"n":[1,-0,1.5e3,true,null,"\\u00e9"]}}',
    "\u00c3\u00a9",
  ],
  dictionary:
    '{ } [ ] , : "a" "a":1 {"a":1} [1] true false null 0 -0 1e5 1e400 9007199254740993 "\\ud800" "\\ud83d\\ude00" "\\u0061" "__proto__":{} \u00c3\u00a9 \u00ed\u00a0\u0080 \u00f0\u009f\u0098\u0080 \u00ef\u00bb\u00bf \u00c0\u0080 //x'.split(
      " ",
    ),
  run(input) {
    const bytes = Uint8Array.from(input, (unit) => unit.charCodeAt(0) & 0xff);
    const fromBytes = parseJson(bytes);
    const decoded = decode(bytes);
    if (decoded === undefined) {
      if (fromBytes.issue === undefined) finding("bytes accepted that are not UTF-8");
    } else if (!isDeepStrictEqual(parseJson(decoded), fromBytes)) finding("bytes and their text differ");
    const { value, issue } = parseJson(input);
    const native = parseNatively(input);
    if (issue !== undefined) return `${issue.code} ${native === undefined}`;
    if (native === undefined) return finding("accepted what JSON.parse refuses");
    const sealed = sealJson(native.value);
    if (sealed.issue !== undefined || JSON.stringify(sealed.value) !== JSON.stringify(value))
      finding("parsed and sealed differ");
    if (JSON.stringify(value) !== JSON.stringify(native.value, withoutNegativeZero))
      finding("another value than JSON.parse");
    const again = parseJson(JSON.stringify(value));
    // `1e20` is a number; written with all its digits, as JavaScript does, it is a whole number that is not exact.
    const refused = again.issue?.code === "json-number" && hasLargeInteger(value);
    if (!refused && !isDeepStrictEqual(again.value, value)) finding("written and read again it differs");
    return JSON.stringify(value)
      .replace(/[a-z0-9 ]+/gi, "")
      .slice(0, 16);
  },
};

function hasLargeInteger(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasLargeInteger);
}

function withoutNegativeZero(_: string, value: unknown): unknown {
  return value === 0 ? 0 : value;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseNatively(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
