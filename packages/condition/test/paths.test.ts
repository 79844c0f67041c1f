import { compile, compileSealed, parse } from "@gatehouse-hooks/condition";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { isSealed, sealJson } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { interpret } from "./reference.js";

/** The paths that most conditions test, and some of each length: they are read by code of their own. */
const PATHS = [
  "toolName",
  "sessionKey",
  "cwd",
  "params.command",
  "params.path",
  "params.file_path",
  "params.url",
  "params.content",
  "params.other",
  "agent.role",
  "params.headers.accept",
  "a.b.c",
  "a.b.c.d",
  "a.b.c.d.e",
  "a[0]",
  "a.b[0].c",
  'params["command"].length',
];

/** What may be at the end of a path, or where a path should go on. */
const VALUES: readonly (JsonValue | undefined)[] = [undefined, null, true, 1, "", "x", ["x"], { x: "x" }];

/** `value` under the first keys of the path, nothing beside it. */
function eventWith(keys: readonly (string | number)[], value: JsonValue | undefined): JsonObject {
  let inner: JsonValue | undefined = value;
  for (const key of keys.toReversed()) {
    if (typeof key === "number") inner = inner === undefined ? [] : [inner];
    else inner = inner === undefined ? {} : { [key]: inner };
  }
  return (inner ?? {}) as JsonObject;
}

function keysOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\w+/g)].map(([key]) => (/^\d/.test(key) ? Number(key) : key));
}

test.each(PATHS)("%s is read as the reference reads it, wherever the event stops", (path) => {
  const keys = keysOf(path);
  let held = 0;
  for (const source of [`${path} == "x"`, `has(${path})`, `${path}.startsWith("x")`]) {
    const { ast } = parse(source);
    if (ast === null) throw new Error(`does not parse: ${source}`);
    const [sealedOnly, any] = [compileSealed(ast), compile(ast)];
    for (let end = 1; end <= keys.length; end++) {
      for (const given of VALUES) {
        const event = sealJson(eventWith(keys.slice(0, end), given)).value;
        if (!isSealed(event)) throw new Error("not sealed");
        const expected = interpret(ast, event);
        expect(sealedOnly(event), `${source} of ${JSON.stringify(event)}`).toBe(expected);
        expect(any(event)).toBe(expected);
        if (expected === true) held++;
      }
    }
  }
  expect(held).toBeGreaterThan(0);
});
