import type { JsonObject } from "@gatehouse-hooks/json";
import type { Frame } from "./frame/frame.js";
import { type Decider, functionOf, handWritten } from "./realistic/by-hand.js";
import type { Rule } from "./realistic/check.js";
import { eventsOf } from "./realistic/events.js";
import { fromObject, fromSealed, fromText, sealedOf, setOf } from "./realistic/gatehouse.js";
import { casbin, cedar, cedarCanSay, cel, jsonLogic } from "./realistic/peers.js";
import { rulesOf } from "./realistic/rules.js";
import { condition, compileSealed } from "@gatehouse-hooks/condition";
import { textOf } from "./realistic/gatehouse.js";

const EVENTS = eventsOf();
const TEXTS = EVENTS.map((event) => JSON.stringify(event));
const SEALED = EVENTS.map(sealedOf);

/** Above this many policies the peers take a second for a few decisions: fewer rounds, fewer of them. */
const MANY = 1_000;

/** Policies as people write them on events as Claude Code sends them. */
export default async function bench(frame: Frame): Promise<void> {
  await conditions(frame);
  for (const size of frame.quick ? [1, 10, 60, 1_000] : [1, 10, 60, 100, 1_000, 10_000])
    await endToEnd(frame, size);
  await growth(frame, frame.quick ? [100, 1_000] : [100, 1_000, 10_000]);
  for (const size of frame.quick ? [60] : [60, 1_000]) await peers(frame, size);
}

type Asked = Decider<number>;

function timed(subjects: Readonly<Record<string, Asked>>): Record<string, (index: number) => unknown> {
  return Object.fromEntries(
    Object.entries(subjects).map(([name, decide]) => [
      name,
      (index: number) => decide(index % EVENTS.length),
    ]),
  );
}

function on<Input>(inputs: readonly Input[], decide: Decider<Input>): Asked {
  return (index) => decide(inputs[index] as Input);
}

const NUMBERS: readonly number[] = EVENTS.map((_, i) => i);

function optionsOf(frame: Frame, size: number): { readonly rounds?: number; readonly warmMs?: number } {
  return frame.quick || size < MANY ? {} : { rounds: 11, warmMs: 200 };
}

/** 60 conditions in turn on sealed events, by what they ask; the hand-written functions are the reference. */
async function conditions(frame: Frame): Promise<void> {
  const rules = rulesOf(400);
  const mentions = (kind: string) => (rule: Rule) => JSON.stringify(rule.check).includes(`"kind":"${kind}"`);
  const plain = rules.filter((rule) => !mentions("matches")(rule) && !mentions("glob")(rule)).slice(0, 60);
  const kinds: Readonly<Record<string, readonly Rule[]>> = {
    "60 plain": plain,
    "60 with `matches`": rules.filter(mentions("matches")).slice(0, 60),
    "60, three with globs": [...plain.slice(0, 57), ...rules.filter(mentions("glob")).slice(0, 3)],
  };
  for (const [name, chosen] of Object.entries(kinds)) {
    const byHand = chosen.map(({ check }) => functionOf(check));
    const ours = chosen.map(({ check }) => {
      const parsed = condition(textOf(check));
      if (parsed.condition.ast === null) throw new Error(parsed.issues[0]?.message);
      return compileSealed(parsed.condition.ast);
    });
    const count = (tests: readonly ((event: never) => unknown)[], inputs: readonly unknown[]): Asked => {
      return (index) => {
        let holding = 0;
        for (const test of tests) if (test(inputs[index] as never) === true) holding++;
        return holding;
      };
    };
    const subjects = { "hand-written": count(byHand, EVENTS), gatehouse: count(ours, SEALED) };
    await frame.agree(name, subjects, NUMBERS);
    await frame.measure(name, timed(subjects));
  }
}

/** From a sealed event, from an object, from text. */
async function endToEnd(frame: Frame, size: number): Promise<void> {
  const rules = rulesOf(size);
  const set = setOf(rules);
  const byHand = handWritten(rules);
  const objects = {
    "hand-written": on(EVENTS, byHand),
    "gatehouse, sealed event": on(SEALED, fromSealed(set)),
    "gatehouse, object": on(EVENTS, fromObject(set)),
  };
  const texts = {
    "hand-written, JSON.parse": on(TEXTS, (text) => byHand(JSON.parse(text) as JsonObject)),
    "gatehouse, text": on(TEXTS, fromText(set)),
  };
  const label = `N=${size}`;
  await frame.agree(label, { ...objects, ...texts }, NUMBERS);
  await frame.measure(label, timed(objects), optionsOf(frame, size));
  await frame.measure(`${label}, from text`, timed(texts), optionsOf(frame, size));
}

/** The same events on sets of growing size. */
async function growth(frame: Frame, sizes: readonly number[]): Promise<void> {
  const subjects = Object.fromEntries(
    sizes.map((size) => [`gatehouse N=${size}`, on(SEALED, fromSealed(setOf(rulesOf(size))))]),
  );
  for (const [i, [name, decide]] of Object.entries(subjects).entries()) {
    const byHand = on(EVENTS, handWritten(rulesOf(sizes[i] ?? 0)));
    await frame.agree(name, { "hand-written": byHand, [name]: decide }, NUMBERS);
  }
  await frame.measure("growth", timed(subjects));
}

/** The others on the same policies; Cedar on those that it can say. */
async function peers(frame: Frame, size: number): Promise<void> {
  const rules = rulesOf(size);
  const subjects: Record<string, Asked> = {
    gatehouse: on(SEALED, fromSealed(setOf(rules))),
    "hand-written": on(EVENTS, handWritten(rules)),
    "json-logic-engine run": on(EVENTS, jsonLogic(rules, "run")),
    "json-logic-engine build": on(EVENTS, jsonLogic(rules, "build")),
    "@marcbachmann/cel-js": on(EVENTS, cel(rules)),
    casbin: on(EVENTS, await casbin(rules)),
  };
  const label = `peers, N=${size}`;
  await frame.agree(label, subjects, NUMBERS);
  await frame.measure(label, timed(subjects), optionsOf(frame, size * 10));
  const sayable = rules.filter(({ check }) => cedarCanSay(check)).map((rule, id) => ({ ...rule, id }));
  const withCedar: Record<string, Asked> = {
    gatehouse: on(SEALED, fromSealed(setOf(sayable))),
    "hand-written": on(EVENTS, handWritten(sayable)),
    "cedar-wasm": on(EVENTS, cedar(sayable, EVENTS)),
  };
  const part = `Cedar, its ${sayable.length} of ${size}`;
  await frame.agree(part, withCedar, NUMBERS);
  await frame.measure(part, timed(withCedar), optionsOf(frame, size * 10));
}
