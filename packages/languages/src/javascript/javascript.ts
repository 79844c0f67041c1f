import { hasGlob, hole } from "@gatehouse-hooks/shell";
import type { CodeStart, Language } from "../machine.js";
import {
  JAVASCRIPT_BUILTINS,
  JAVASCRIPT_CALLS,
  JAVASCRIPT_GUESSES,
  JAVASCRIPT_HARMLESS,
  JAVASCRIPT_MODULES,
} from "./javascript-calls.table.js";
import { javascriptCode } from "./javascript-code.js";
import { type CodeValue, data, listValue, opaque, textValue, texts } from "../value.js";

const variables = (): CodeValue => ({
  kind: "object",
  of: "environment",
  content: [hole([{ kind: "environment" }])],
});

const given = ({ words }: CodeStart, lead: readonly CodeValue[]): CodeValue =>
  listValue(
    [...lead, ...words.map((one) => texts(one))],
    words.some((one) => one.some(hasGlob)),
  );

/** Names that are values, and no calls. */
const CONSTANTS: ReadonlyMap<string, (start: CodeStart) => CodeValue> = new Map<
  string,
  (start: CodeStart) => CodeValue
>([
  ["__dirname", () => textValue(".")],
  ["__filename", () => textValue("./[eval]")],
  ["process.env", variables],
  ["Deno.env", variables],
  ["Bun.env", variables],
  ["process.argv", (start) => given(start, [textValue("node")])],
  ["Deno.args", (start) => given(start, [])],
  ["process.execPath", () => textValue("node")],
  ["process.platform", () => data()],
  ["process.version", () => data()],
  ["process.versions", () => data()],
  ["process.pid", () => ({ kind: "number", value: null })],
  ["process.stdin", ({ input }) => ({ kind: "object", of: "stdin", content: input })],
  ["process.stdout", () => ({ kind: "object", of: "stream", content: [""] })],
  ["process.stderr", () => ({ kind: "object", of: "stream", content: [""] })],
  ["path.sep", () => textValue("/")],
  ["os.EOL", () => textValue("\n")],
  ["require.cache", () => opaque("require.cache")],
  ["require.main", () => opaque("require.main")],
  ["NaN", () => ({ kind: "number", value: null })],
  ["Infinity", () => ({ kind: "number", value: null })],
  // Of scripts for other runners, which tag lines for a shell with it.
  ["$", () => opaque("$")],
  ["arguments", () => opaque("arguments")],
]);

/** JavaScript, as Node, Deno and Bun have it. */
export const JAVASCRIPT: Language = {
  calls: JAVASCRIPT_CALLS,
  guesses: JAVASCRIPT_GUESSES,
  constants: CONSTANTS,
  builtins: JAVASCRIPT_BUILTINS,
  harmless: JAVASCRIPT_HARMLESS,
  modules: JAVASCRIPT_MODULES,
  read: javascriptCode,
  web: true,
};
