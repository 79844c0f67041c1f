import type { JsonObject } from "@gatehouse-hooks/json";
import { atOnce, awaited, gatehouseOf } from "./embed/gatehouses.js";
import type { Frame } from "./frame/frame.js";
import { handWritten } from "./realistic/by-hand.js";
import type { Rule } from "./realistic/check.js";
import { eventsOf } from "./realistic/events.js";
import { fromObject, setOf } from "./realistic/gatehouse.js";
import { casbin, cedar, cedarCanSay, cel, jsonLogic } from "./realistic/peers.js";
import { rulesOf } from "./realistic/rules.js";

const EVENTS = eventsOf();

type Asked = (event: JsonObject) => number | Promise<number>;

/** How many sets of a size are drawn: what ten policies cost a hand-written function depends on which ten they are. */
const DRAWS: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [10, 8],
  [100, 4],
  [1_000, 2],
]);

/** From a plain object in a program to a decision, the reading of the event included. */
export default async function bench(frame: Frame): Promise<void> {
  for (const [size, draws] of DRAWS) {
    const ratios = new Ratios();
    for (let draw = 0; draw < (frame.quick ? Math.min(draws, 3) : draws); draw++)
      await compare(frame, size, draw, ratios);
    ratios.record(frame, `N=${size}, all sets`);
  }
}

/** One set of policies: at once beside what answers at once, and awaited beside the hand-written function awaited. */
async function compare(frame: Frame, size: number, draw: number, ratios: Ratios): Promise<void> {
  const rules = rulesOf(size, draw);
  const label = `N=${size}, set ${draw + 1}`;
  const gatehouse = await gatehouseOf(rules);
  const byHand = handWritten(rules);
  const atOnceSubjects: Record<string, Asked> = {
    "hand-written": byHand,
    "gatehouse, engine": fromObject(setOf(rules)),
    "gatehouse, decideAtOnce": atOnce(gatehouse),
  };
  const awaitedSubjects: Record<string, Asked> = {
    "hand-written, awaited": (event) => Promise.resolve(byHand(event)),
    "gatehouse, decide": awaited(gatehouse),
  };
  await frame.agree(label, { ...atOnceSubjects, ...awaitedSubjects }, EVENTS);
  const options = frame.quick || size < 1_000 ? {} : { rounds: 11, warmMs: 200 };
  const rounds = frame.quick ? options : { rounds: 15, ...options };
  ratios.add(await frame.measure(label, timed(atOnceSubjects), rounds));
  ratios.add(await frame.measure(`${label}, awaited`, timed(awaitedSubjects), { ...rounds, async: true }));
  if (draw === 0) await peers(frame, rules, size);
  await gatehouse.close();
}

/** The others on the first set of a size; Cedar on those that it can say. */
async function peers(frame: Frame, rules: readonly Rule[], size: number): Promise<void> {
  const subjects: Record<string, Asked> = {
    "hand-written": handWritten(rules),
    "gatehouse, decideAtOnce": atOnce(await gatehouseOf(rules)),
    "json-logic-engine run": jsonLogic(rules, "run"),
    "json-logic-engine build": jsonLogic(rules, "build"),
    "@marcbachmann/cel-js": cel(rules),
    casbin: await casbin(rules),
  };
  const few = frame.quick || size < 100 ? {} : { rounds: 9, warmMs: 200 };
  const label = `peers, N=${size}`;
  await frame.agree(label, subjects, EVENTS);
  await frame.measure(label, timed(subjects), few);
  const sayable = rules.filter(({ check }) => cedarCanSay(check)).map((rule, id) => ({ ...rule, id }));
  if (sayable.length === 0) return;
  const withCedar: Record<string, Asked> = {
    "hand-written": handWritten(sayable),
    "gatehouse, decideAtOnce": atOnce(await gatehouseOf(sayable)),
    "cedar-wasm": cedar(sayable, EVENTS),
  };
  const part = `Cedar, its ${sayable.length} of ${size}`;
  await frame.agree(part, withCedar, EVENTS);
  await frame.measure(part, timed(withCedar), few);
}

function timed(subjects: Readonly<Record<string, Asked>>): Record<string, (index: number) => unknown> {
  return Object.fromEntries(
    Object.entries(subjects).map(([name, decide]) => [
      name,
      (index: number) => decide(EVENTS[index % EVENTS.length] as JsonObject),
    ]),
  );
}

/** Ratios to the hand-written function, of several sets. */
class Ratios {
  readonly #bySubject = new Map<string, number[]>();

  add(measured: readonly { readonly subject: string; readonly ratio: number }[]): void {
    for (const { subject, ratio } of measured) {
      const known = this.#bySubject.get(subject);
      if (known === undefined) this.#bySubject.set(subject, [ratio]);
      else known.push(ratio);
    }
  }

  /** The geometric mean of each. */
  record(frame: Frame, label: string): void {
    for (const [subject, ratios] of this.#bySubject) {
      const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
      frame.record({ subject, case: label, metric: "geometric mean of the ratios", value: mean, unit: "x" });
    }
  }
}
