import { createVerdictCache } from "@gatehouse-hooks/cache";
import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  type Decision,
  type Derive,
  type Need,
  type PolicySet,
  readEvent,
  policiesOf,
} from "@gatehouse-hooks/engine";
import type { PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { policySet } from "../../../packages/engine/src/policy-set.js";
import { KEYS, VALUES } from "./keys.js";

/*
 * A process of its own: it changes `Object.prototype` and looks whether decisions change. Its argument is the engine to try,
 * `real` or `inherits`; it prints what differed.
 */

const DEFINITIONS: readonly PolicyDefinition[] = [
  {
    id: "gate",
    events: ["before_tool_call"],
    handler: { kind: "function", name: "missing", timeoutMs: 1_000 },
  },
  { id: "quiet", events: ["ping"], handler: { kind: "static", verdict: "approve", reason: "fine" } },
  { id: "tells", events: ["after_tool_call"], handler: { kind: "static", verdict: "warn", reason: "look" } },
  {
    id: "asks",
    events: ["message_sending"],
    handler: { kind: "judge", prompt: "?", timeoutMs: 1_000, cache: "session" },
  },
];
const EVENTS: readonly object[] = [
  { event: "before_tool_call", toolName: "exec", params: { command: "ls" } },
  { event: "ping" },
  { event: "after_tool_call", toolName: "exec" },
  { event: "message_sending", message: "hello", sessionKey: "s" },
];

const OVER_FACTS: readonly PolicyDefinition[] = [
  {
    id: "facts",
    events: ["ping"],
    condition: condition('facts.writes.any(w, w.touches("{~/.ssh,/etc}/**"))').condition,
    handler: { kind: "static", verdict: "warn", reason: "writes" },
  },
  {
    id: "no-facts",
    events: ["ping"],
    condition: condition('facts.deletes.any(d, d.within("/etc/**")) || facts.folds').condition,
    handler: { kind: "static", verdict: "ask", reason: "deletes" },
  },
];

/** Says less than it might: what a fact lacks it does not have. */
const derive: Derive = {
  version: "1",
  facts: () => ({ writes: [{ path: "/etc/x" }, { home: "~/.ssh" }], deletes: [{ path: "/etc/a" }] }),
};

type Compile = () => PolicySet;

const compiles: Readonly<Record<string, Compile>> = {
  real: () => compilePolicies([...DEFINITIONS, ...OVER_FACTS], { derive }).set,
  /** Breaks the law: policies are plain objects. */
  inherits: () =>
    policySet(policiesOf(compilePolicies(DEFINITIONS).set).map((one) => structuredClone({ ...one }))),
};

/** What the answers are, and what a reader sees that is not there. */
async function look(set: PolicySet): Promise<string> {
  const seen: unknown[] = [];
  const judge = async (need: Need): Promise<Verdict> => {
    const { handler } = need;
    seen.push(
      handler.kind === "judge" ? [handler.uses, handler.model, handler.template, handler.schema] : "?",
    );
    return { kind: "approve", reason: "yes" };
  };
  const runtime = createRuntime({
    policies: set,
    handlers: { judge },
    cache: createVerdictCache(),
    onNotice: nothing,
  });
  for (const value of EVENTS) {
    const read = readEvent(value);
    if (read.kind !== "event") throw new Error(read.issue.message);
    seen.push(shown(decide(set, read.event)), shown(await runtime.decide(value)));
    seen.push(shown(await runtime.decide(value)));
  }
  return JSON.stringify(seen);
}

/** A decision is plain data: what it says is what it has itself. */
function shown(decision: Decision): unknown {
  const { trace, ...rest } = decision;
  return { ...rest, trace: trace.map(({ ms: _time, ...entry }) => entry) };
}

function nothing(): void {
  // Told of what is missing, which is meant.
}

const everything: object = Object.prototype;

async function polluted(key: string, value: unknown, work: () => Promise<string>): Promise<string> {
  Object.defineProperty(everything, key, {
    value,
    configurable: true,
    writable: true,
    enumerable: false,
  });
  try {
    return await work();
  } catch (error) {
    return `threw: ${String(error)}`;
  } finally {
    Reflect.deleteProperty(everything, key);
  }
}

/** Node itself reads `signal` as it is inherited, and throws: the question then fails, which must not loosen anything. */
function agrees(key: string, plain: string, seen: string): boolean {
  if (key !== "signal") return seen === plain;
  const [was, is] = [effectsOf(plain), effectsOf(seen)];
  return was.length === is.length && is.every((effect, at) => effect === was[at] || effect === "deny");
}

function effectsOf(seen: string): readonly string[] {
  return [...seen.matchAll(/"effect":"(\w+)"/g)].map(([, effect = ""]) => effect);
}

/** The keys by which the engine that breaks the law is caught: it need not be tried with all of them. */
const CATCHING = ["condition", "onFailure", "uses"];

async function run(compile: Compile, keys: readonly string[]): Promise<readonly string[]> {
  const plain = await look(compile());
  const differing: string[] = [];
  for (const key of keys) {
    for (const [name, value] of VALUES) {
      const set = compile();
      const after = await polluted(key, value, () => look(set));
      if (!agrees(key, plain, after)) differing.push(`${key} = ${name}, after loading: ${after}`);
      const before = await polluted(key, value, () => look(compile()));
      if (!agrees(key, plain, before)) differing.push(`${key} = ${name}, before loading: ${before}`);
    }
  }
  return differing;
}

const [, , engine = ""] = process.argv;
const compile = compiles[engine];
if (compile === undefined) throw new Error("expected real or inherits");
process.stdout.write(JSON.stringify(await run(compile, engine === "real" ? KEYS : CATCHING)));
