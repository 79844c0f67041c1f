import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { project } from "@gatehouse-hooks/json";
import { json } from "./arbitrary-json.js";
import { assertLaw } from "../../../test/assert-law.js";

const event = {
  event: "before_tool_call",
  toolName: "exec",
  params: { command: "ls", cwd: "/", "a.b": 1, list: [{ x: 1 }], nothing: null, empty: {} },
  message: "",
};

const rows: [string, string[], unknown][] = [
  ["nothing", [], {}],
  ["one name", ["toolName"], { toolName: "exec" }],
  ["a path keeps its shape", ["params.command"], { params: { command: "ls" } }],
  [
    "several",
    ["params.command", "toolName", "params.cwd"],
    { params: { command: "ls", cwd: "/" }, toolName: "exec" },
  ],
  ["twice", ["toolName", "toolName"], { toolName: "exec" }],
  ["a whole and its part", ["params.list", "params.list.x"], { params: { list: [{ x: 1 }] } }],
  ["a part and its whole", ["params.command", "params"], { params: event.params }],
  ["missing", ["params.missing", "missing.too"], {}],
  ["null is there", ["params.nothing"], { params: { nothing: null } }],
  ["through null", ["params.nothing.x"], {}],
  ["through a text", ["toolName.length"], {}],
  ["through a list", ["params.list.0", "params.list.length"], {}],
  ["an empty object", ["params.empty"], { params: { empty: {} } }],
  ["a name with a dot is out of reach", ["params.a.b"], {}],
  ["inherited names", ["constructor", "__proto__", "params.toString", "params.__proto__.x"], {}],
  ["an empty path", ["", "params.", ".params"], {}],
];

describe("takes what the paths name", () => {
  test.each(rows)("%s", (_name, paths, expected) => {
    expect(canonicalJson(project(event, paths))).toBe(canonicalJson(expected));
  });
});

test("own properties named like inherited ones are data", () => {
  const tricky = JSON.parse('{"event":"x","__proto__":{"constructor":1},"toString":"t"}') as typeof event;
  expect(canonicalJson(project(tricky, ["__proto__.constructor", "toString"]))).toBe(
    '{"__proto__":{"constructor":1},"toString":"t"}',
  );
  expect(({} as Record<string, unknown>)["constructor"]).toBe(Object);
});

test("calls no getter", () => {
  const sly = {
    event: "x",
    get toolName(): string {
      throw new Error("called");
    },
  };
  expect(canonicalJson(project(sly, ["toolName"]))).toBe("{}");
});

test("the order of paths does not matter, and nothing outside them does", () => {
  const path = fc.constantFrom(
    "toolName",
    "params",
    "params.command",
    "params.list.x",
    "message",
    "params.cwd.deep",
  );
  assertLaw(
    fc.property(fc.array(path), json, (paths, noise) => {
      const text = canonicalJson(project(event, paths));
      expect(canonicalJson(project(event, paths.toReversed()))).toBe(text);
      expect(canonicalJson(project({ ...event, noise }, paths))).toBe(text);
    }),
  );
});

test("the event is left as it is", () => {
  const before = canonicalJson(event);
  project(event, ["params", "params.command", "params.list"]);
  expect(canonicalJson(event)).toBe(before);
});
