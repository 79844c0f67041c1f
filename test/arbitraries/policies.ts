import { parse } from "@gatehouse-hooks/condition";
import type {
  Condition,
  Event,
  Handler,
  OnFailure,
  PolicyDefinition,
  Tier,
  Verdict,
} from "@gatehouse-hooks/engine";
import { readEvent } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import type { Case, World } from "../laws/world.js";

/** Small pools, so that conditions meet values and rewrites meet conditions. */
const VALUES = ["x", "y", "z"] as const;
const CONDITIONS: readonly Condition[] = [
  'params.a == "x"',
  'params.a != "x"',
  'params.b == "y" || params.a == "z"',
  'params.a == "x" && params.b == "x"',
  'message == "x"',
  "true",
  "false",
  'toolName == "exec"',
  "params.a ==",
].map((text) => ({ text, ast: parse(text).ast }));

/** Mostly ones that hold: a policy that does not apply tells a law nothing. */
const MATCHERS: readonly Condition[] = ["true", 'toolName == "exec"', "true", "params.a =="].map((text) => ({
  text,
  ast: parse(text).ast,
}));

export const tier: fc.Arbitrary<Tier> = fc.constantFrom("enforced", "user", "project");
export const onFailure: fc.Arbitrary<OnFailure> = fc.constantFrom("deny", "ask", "warn", "ignore");

/** What may vary: laws switch off what they do not talk about. */
export interface Options {
  readonly verdicts?: readonly ("approve" | "warn" | "ask" | "deny" | "allow" | "failure")[];
  readonly rewrites?: boolean;
  /** Whether some rewrites nest deeper than an event may. */
  readonly tooDeep?: boolean;
  /** Whether a policy may state its own `onFailure`. */
  readonly onFailure?: boolean;
  readonly events?: readonly string[];
  readonly tiers?: readonly Tier[];
  readonly alwaysRuns?: boolean;
  readonly maxPolicies?: number;
  /** Only verdicts known at compile time. */
  readonly staticOnly?: boolean;
}

const ALL_VERDICTS = ["approve", "warn", "ask", "deny", "allow", "failure"] as const;

/** Denies end an evaluation and failures mostly deny: too many of them would leave little to look at. */
function weighted<K extends string>(kinds: readonly K[]): readonly K[] {
  const mild = kinds.filter((kind) => kind !== "deny" && kind !== "failure");
  return [...kinds, ...mild, ...mild];
}

const patch = fc.record(
  { a: fc.constantFrom(...VALUES), b: fc.constantFrom(...VALUES) },
  { requiredKeys: [] },
);

/** Nests as deep as an event may by itself: nowhere in an event is there room for it. */
const TOO_DEEP: object = Array.from({ length: 63 }).reduce<object>((a) => ({ a }), {});

const tooDeepPatch = fc.constantFrom({ a: TOO_DEEP }, { a: "x", c: TOO_DEEP });

/** Does a patch of these arbitraries fit into an event? */
export function fits(patched: object): boolean {
  return !Object.values(patched).includes(TOO_DEEP);
}

function attachments({ rewrites = true, tooDeep = false }: Options): fc.Arbitrary<object> {
  const patches = tooDeep
    ? fc.oneof({ weight: 2, arbitrary: patch }, { weight: 1, arbitrary: tooDeepPatch })
    : patch;
  return fc.record(
    {
      context: fc.constant(["context"]),
      systemMessages: fc.constant(["message"]),
      ...(rewrites ? { updatedInput: patches } : {}),
    },
    { requiredKeys: [] },
  );
}

/** A verdict of the kinds that the options name. */
export function verdict(options: Options = {}): fc.Arbitrary<Verdict> {
  return fc
    .tuple(fc.constantFrom(...weighted(options.verdicts ?? ALL_VERDICTS)), fc.nat(9), attachments(options))
    .map(([kind, n, extra]): Verdict =>
      kind === "failure" ? { kind, code: "timeout", message: `f${n}` } : { kind, reason: `r${n}`, ...extra },
    );
}

/** A handler of any kind. */
export function handler(options: Options = {}): fc.Arbitrary<Handler> {
  const kinds = (options.verdicts ?? ALL_VERDICTS).filter((kind) => kind !== "failure");
  const fixed = fc
    .tuple(
      fc.constantFrom(...weighted(kinds.length > 0 ? kinds : (["approve"] as const))),
      fc.nat(9),
      attachments(options),
    )
    .map(([kind, n, extra]): Handler => ({ kind: "static", verdict: kind, reason: `s${n}`, ...extra }));
  if (options.staticOnly === true) return fixed;
  return fc.oneof(
    { weight: 3, arbitrary: fixed },
    {
      weight: 2,
      arbitrary: fc.constant<Handler>({ kind: "judge", prompt: "p", timeoutMs: 1000, cache: "none" }),
    },
    {
      weight: 1,
      arbitrary: fc.boolean().map((mayRewrite): Handler => ({
        kind: "function",
        name: "f",
        timeoutMs: 1000,
        mayRewrite: mayRewrite || (options.rewrites ?? true),
      })),
    },
    { weight: 1, arbitrary: fc.constant<Handler>({ kind: "command", command: "c", timeoutMs: 1000 }) },
  );
}

/** One policy with the given id. */
export function policy(id: string, options: Options = {}): fc.Arbitrary<PolicyDefinition> {
  return fc
    .record(
      {
        tier: fc.constantFrom(...(options.tiers ?? (["enforced", "user", "project"] as const))),
        enabled: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
        priority: fc.integer({ min: 98, max: 101 }),
        order: fc.integer({ min: 0, max: 1 }),
        condition: fc.constantFrom(...CONDITIONS),
        matcher: fc.constantFrom(...MATCHERS),
        ...(options.onFailure === false ? {} : { onFailure }),
        ...(options.alwaysRuns === false ? {} : { alwaysRuns: fc.constantFrom(false, false, true) }),
      },
      { requiredKeys: ["tier"] },
    )
    .chain((base) =>
      fc
        .tuple(handler(options), eventNames(options))
        .map(([one, events]): PolicyDefinition => ({ id, events, handler: one, ...base })),
    );
}

const EVENTS = ["before_tool_call", "after_tool_call", "message_sending"];

function eventNames(options: Options): fc.Arbitrary<string[]> {
  const all = [...(options.events ?? EVENTS)];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(all) },
    { weight: 1, arbitrary: fc.subarray(all, { minLength: 1 }) },
  );
}

/** A list of policies with different ids. */
export function policies(options: Options = {}): fc.Arbitrary<PolicyDefinition[]> {
  return fc
    .oneof(
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }) },
      { weight: 5, arbitrary: fc.integer({ min: 3, max: options.maxPolicies ?? 8 }) },
    )
    .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => policy(`p${i}`, options))));
}

/** An event of the small world. */
export function event(options: Options = {}): fc.Arbitrary<Event> {
  return fc
    .record({
      // The gating event that can be rewritten is where most of the semantics is.
      event: fc.oneof(
        { weight: 2, arbitrary: fc.constant(options.events?.[0] ?? "before_tool_call") },
        { weight: 1, arbitrary: fc.constantFrom(...(options.events ?? EVENTS)) },
      ),
      toolName: fc.constantFrom("exec", "exec", "read"),
      params: fc.record({ a: fc.constantFrom(...VALUES), b: fc.constantFrom(...VALUES) }),
      message: fc.constantFrom(...VALUES),
    })
    .map((value) => sealed(value));
}

/** Puts a value through the boundary. */
export function sealed(value: unknown): Event {
  const read = readEvent(value);
  if (read.kind !== "event") throw new Error(read.issue.message);
  return read.event;
}

export function world(options: Options = {}): fc.Arbitrary<World> {
  return fc.array(verdict(options), { minLength: 1, maxLength: 6 }).map((answers) => ({ answers }));
}

/** Policies, an event and a world. */
export function lawCase(options: Options = {}): fc.Arbitrary<Case> {
  return fc.record({ policies: policies(options), event: event(options), world: world(options) });
}
