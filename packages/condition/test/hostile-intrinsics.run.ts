/**
 * Asks the same of conditions and of the JSON boundary before and while the process is hostile, and prints what
 * differs. A program of its own: no test runner outlives this.
 *
 *     node hostile-intrinsics.run.ts <what is done to the process>
 */
import { analyze, compile, compileSealed, parse, readAst } from "@gatehouse-hooks/condition";
import type { Expr, Predicate } from "@gatehouse-hooks/condition";
import { re2 } from "@gatehouse-hooks/condition/re2";
import type { JsonValue, SealedObject } from "@gatehouse-hooks/json";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { pollutePrototypes, replaceIntrinsics } from "./hostile-intrinsics.js";

/** Every kind of node, operator and method, with patterns of `matches` that this package runs itself. */
const texts: readonly string[] = [
  'toolName == "exec"',
  'toolName in ["exec", "bash"]',
  'toolName in ["exec", "bash", "read"]',
  'toolName in ["exec", "bash", "read", "write", null]',
  'toolName != "read" && toolName != "write"',
  'params.command.includes("rm -rf")',
  'params.command.includes("curl")',
  'params.command.startsWith("rm")',
  'params.command.endsWith("tmp")',
  'params.command.startsWith("rm") && params.command.includes("-rf") || params.command == "x"',
  'params.command.lower().includes("rm")',
  "params.command.upper().trim().size() == 12",
  'params.path.glob("src/**/*.{ts,js}") || params.path.glob("**/[!a-c]?.ts")',
  'params.path.glob("lib/*")',
  'params.path.glob("src/**/x/*d.ts") || params.path.glob("**/*.{md,json,yaml}")',
  'params.command.matches("^rm -") && params.command.matches("(?i)RM\\s+-[a-z]*f")',
  'params.command.matches("r.*-[a-z]*r[a-z]*f") || params.command.matches("(a|b)*c$")',
  'params.command.matches("\\brm\\s+(-[a-z]+\\s+)*(/|~)") && !params.command.matches("[^|]*[|]")',
  "params.items.size() == 3 && params.items.length == 3",
  'params.items.any(item, item == "b")',
  'params.items.all(item, item.size() == 1 && item != "z")',
  "params.rows.any(row, row.any(cell, cell.x == 2 && [cell.x] == [2]))",
  '"c" in params.items',
  'params.items == ["a", "b", "c"]',
  "params.o == params.same && params.o != params.other",
  "[params.o, missing, 1] == [params.same, null, 1]",
  "params.n > 2 && params.n <= 3 && !(params.n < 1)",
  "has(params.o.k) && !has(params.missing) && missing == null",
  'params["command"] == params.command && params.items[0] == "a" && params.items[9] == null',
  "(toolName) == true || (params)",
  'missing.includes("a") || missing || "" || 0',
  'facts.writes.any(w, w.touches("{~/.ssh,/etc}/**") && w.within("/home/**")) && facts.writes.all(w, w.touches("**/*d*"))',
  'facts.writes[1].touches("/VAR/?[a-z]*") && facts.writes[1].within("**/[!b]*") && facts.writes[1].touches("/var/x")',
  "toString || constructor || params.items.map || params.hasOwnProperty",
  "true",
  "!true",
];

const data = {
  event: "before_tool_call",
  toolName: "exec",
  facts: {
    writes: [
      { path: "/home/u/.ssh/id", home: "~/.ssh/id", tree: false, certainty: "exact", linksChecked: true },
      { path: "/Var/{lo*,x}", tree: true, folds: true, certainty: "exact", linksChecked: true },
    ],
  },
  params: {
    command: "rm -rf /tmp",
    path: "src/x/yd.ts",
    items: ["a", "b", "c"],
    rows: [[{ x: 1 }], [{ x: 2 }]],
    o: { k: null, l: [1] },
    same: { l: [1], k: null },
    other: { l: [2], k: null },
    n: 3,
  },
};
const other = { toolName: "read", params: { command: "ls", items: [], n: "3" } };

function astOf(text: string): Expr {
  const { ast, issues } = parse(text);
  if (ast === null) throw new Error(JSON.stringify(issues));
  return ast;
}

function sealed(value: unknown): SealedObject {
  const { value: made } = sealJson(value);
  if (made === undefined) throw new Error("not sealed");
  return made as SealedObject;
}

const asts = texts.map(astOf);
const stored = asts.map((ast) => JSON.parse(JSON.stringify(ast)) as unknown);
const events: readonly JsonValue[] = [sealed(data), sealed(other), data, other, null];
const sealedEvents = [sealed(data), sealed(other)];
const jsonTexts = [data, other, [[], {}, "a\u00e9\ud83d\ude00", -1.5e3, true, null]].map((value) =>
  JSON.stringify(value),
);
const refusedTexts = ['{"a":1,"a":2}', "[1,]", "9007199254740993", '"\\ud800"', "[[[", "", "nul", "1 2"];
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const jsonBytes = [...jsonTexts, ...refusedTexts].map(bytesOf);

/** Everything that is asked, with no use of the library between a question and its answer. */
interface Answers {
  readonly outcomes: unknown[];
  readonly json: unknown[];
  readonly analysis: unknown[];
}

function put(list: unknown[], value: unknown): void {
  const descriptor: PropertyDescriptor & { __proto__: null } = {
    __proto__: null,
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  };
  define(list, list.length, descriptor);
}

function ask(before: readonly Predicate[]): Answers {
  const outcomes: unknown[] = [];
  const json: unknown[] = [];
  const analysis: unknown[] = [];
  for (let i = 0; i < asts.length; i++) {
    const ast = asts[i] as Expr;
    const after = compile(ast);
    const onlySealed = compileSealed(ast);
    const again = compile(readAst(stored[i], engine).ast ?? never);
    for (let e = 0; e < events.length; e++) {
      const event = events[e] as JsonValue;
      put(outcomes, before[i]?.(event));
      put(outcomes, after(event));
      put(outcomes, again(event));
    }
    for (let e = 0; e < sealedEvents.length; e++) put(outcomes, onlySealed(sealedEvents[e] as SealedObject));
    put(analysis, analyze(ast));
  }
  for (let i = 0; i < jsonTexts.length; i++) put(json, parseJson(jsonTexts[i] as string).value);
  for (let i = 0; i < refusedTexts.length; i++) put(json, parseJson(refusedTexts[i] as string).issue?.code);
  for (let i = 0; i < jsonBytes.length; i++) put(json, parseJson(jsonBytes[i] as Uint8Array).value);
  put(json, sealJson(data).value);
  put(json, sealJson(other, {}).value);
  put(json, sealJson(cyclic).issue?.code);
  put(json, sealJson(new Foreign()).issue?.code);
  return { outcomes, json, analysis };
}

const engine = { patterns: re2 };
const define = Object.defineProperty;
const never: Expr = astOf("false && missing");
const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
class Foreign {
  readonly a = 1;
}

const reference = ask(asts.map((ast) => compile(ast)));

const lies: Readonly<Record<string, () => unknown>> = {
  "methods throw": () => {
    throw new TypeError("a hostile method");
  },
  "methods answer true": () => true,
  "methods answer false": () => false,
  "methods answer nothing": () => undefined,
  "methods answer 0": () => 0,
  "methods answer an object": () => ({ value: true, done: true }),
};
const values: Readonly<Record<string, unknown>> = {
  "prototypes hold true": true,
  "prototypes hold a string": "exec",
  "prototypes hold null": null,
  "prototypes hold 0": 0,
  "prototypes hold a list": ["exec"],
  "prototypes hold an object": { kind: "literal", value: true },
  "prototypes hold a function": () => true,
};

const wanted = process.argv[2] ?? "";
// Some have made their closures before, some make them only now.
const before = asts.map((ast, i) => {
  const predicate = compile(ast);
  if (i % 2 === 0) for (const event of events) predicate(event);
  return predicate;
});
const lie = lies[wanted];
if (lie === undefined && !(wanted in values)) throw new Error(`there is no ${wanted}`);
const undo = lie === undefined ? pollutePrototypes(values[wanted]) : replaceIntrinsics(lie);
const reached = lie === undefined ? readsPolluted() : callsHostile();
let answers: Answers | undefined;
let failure: unknown;
try {
  answers = ask(before);
} catch (error) {
  failure = error;
}
undo();
if (!reached) console.log("nothing was replaced");
if (failure !== undefined) console.log("failed", failure);
for (const part of ["outcomes", "json", "analysis"] as const) {
  reference[part].forEach((expected, i) => {
    const found = JSON.stringify(answers?.[part][i]);
    if (found !== JSON.stringify(expected))
      console.log(part, i, found, "instead of", JSON.stringify(expected));
  });
}
console.log(`asked ${reference.outcomes.length} times`);

/** Does a call of the library reach what was put in its place? */
function callsHostile(): boolean {
  try {
    return !"abc".includes("abc") || [1].indexOf(1) !== 0;
  } catch {
    return true;
  }
}

function readsPolluted(): boolean {
  return "patterns" in {} && "7" in [];
}
