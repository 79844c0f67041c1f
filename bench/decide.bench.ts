import type { Event } from "@gatehouse-hooks/engine";
import { type Answer, type Decider, handWritten, handWrittenSwitch } from "./decide/by-hand.js";
import { compiled, gatehouse, gatehouseLinear } from "./decide/gatehouse.js";
import { casbin, cedar, cel, jsonLogicBuild, jsonRulesEngine, zen } from "./decide/peers.js";
import { definitionsOf, type Matching, type Workload, workload } from "./decide/workload.js";
import type { Frame } from "./frame/frame.js";
import { compilePolicies } from "@gatehouse-hooks/engine";

type Slow = (event: Event) => Answer | Promise<Answer>;

/** The events that every subject answers before it is timed: fewer where a peer takes milliseconds for one. */
const CHECKED = 64;

/**
 * Above this many policies fewer events are checked and fewer rounds run, and the two slowest peers, which would take a
 * second for a decision or a gigabyte for a set, are left out.
 */
const MANY = 1_000;

const MATCHINGS: readonly Matching[] = ["no match", "3 match", "1% match"];

export default async function bench(frame: Frame): Promise<void> {
  const sizes = frame.quick ? [10, 1_000] : [10, 100, 1_000, 10_000];
  for (const matching of MATCHINGS) {
    for (const size of sizes) await compare(frame, workload(size, matching), size);
  }
  await growth(frame, frame.quick ? [100, 1_000] : [100, 1_000, 10_000, 100_000]);
  await cost(frame, frame.quick ? [1_000] : [1_000, 10_000]);
}

/** All subjects on one workload. */
async function compare(frame: Frame, work: Workload, size: number): Promise<void> {
  const label = `${work.matching}, N=${size}`;
  const set = compiled(work);
  const direct: Record<string, Decider> = {
    "hand-written": handWritten(work),
    "hand-written switch": handWrittenSwitch(work),
    gatehouse: gatehouse(work, set),
    "gatehouse linear": gatehouseLinear(work, set),
    "@marcbachmann/cel-js": cel(work),
    ...(size > MANY ? {} : { "json-logic-engine build": jsonLogicBuild(work) }),
    "cedar-wasm": cedar(work),
    ...(work.all ? {} : { casbin: await casbin(work) }),
  };
  const slow: Record<string, Slow> = {
    zen: zen(work),
    ...(size > MANY ? {} : { "json-rules-engine": jsonRulesEngine(work) }),
  };
  const events = work.events.slice(0, size > MANY ? 8 : CHECKED);
  await frame.agree(label, { ...direct, ...slow }, events);
  const options = {
    ratioTo: "gatehouse",
    ...(frame.quick ? {} : size >= MANY ? { rounds: 9, warmMs: 100 } : { rounds: 15, warmMs: 150 }),
  };
  for (const event of work.events) direct["gatehouse"]?.(event);
  const at = (index: number): Event => work.events[index & 255] as Event;
  const timed = (subjects: Record<string, Slow>): Record<string, (index: number) => unknown> =>
    Object.fromEntries(
      Object.entries(subjects).map(([name, decide]) => [name, (index: number) => decide(at(index))]),
    );
  await frame.measure(label, timed(direct), options);
  // A peer that only answers later is awaited, and so is the engine that it is compared with.
  await frame.measure(`${label}, awaited`, timed({ gatehouse: direct["gatehouse"] as Decider, ...slow }), {
    ...options,
    async: true,
  });
  if (size === 1_000)
    frame.allocation(label, timed(pick(direct, ["hand-written", "gatehouse", "gatehouse linear"])));
}

/** The same question to sets of growing size, side by side. */
async function growth(frame: Frame, sizes: readonly number[]): Promise<void> {
  for (const matching of MATCHINGS) {
    if (matching === "1% match") continue; // More policies give more answers there.
    const works = sizes.map((size) => [size, workload(size, matching)] as const);
    const deciders = works.map(([size, work]) => [`gatehouse N=${size}`, work, gatehouse(work)] as const);
    for (const [name, work, decide] of deciders) {
      for (const event of work.events) decide(event);
      await frame.agree(
        name,
        { "hand-written": handWritten(work), [name]: decide },
        work.events.slice(0, 16),
      );
    }
    await frame.measure(
      `growth, ${matching}`,
      Object.fromEntries(
        deciders.map(([name, work, decide]) => [
          name,
          (index: number) => decide(work.events[index & 255] as Event),
        ]),
      ),
    );
  }
}

/** What it takes to make a set, to keep it, and to decide once. */
async function cost(frame: Frame, sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const work = workload(size, "no match");
    const [event] = work.events as [Event];
    const parsing = cpuMs(() => definitionsOf(work));
    const definitions = definitionsOf(work);
    const compiling = cpuMs(() => compilePolicies(definitions));
    const set = compiled(work);
    const decide = gatehouse(work, set);
    const first = cpuMs(() => decide(event));
    const warm = cpuMs(() => {
      for (const one of work.events) decide(one);
    });
    const row = { subject: "gatehouse", case: `N=${size}`, unit: "ms" };
    frame.record({ ...row, metric: "parse conditions", value: parsing });
    frame.record({ ...row, metric: "compile policies", value: compiling });
    frame.record({ ...row, metric: "first decision", value: first });
    frame.record({ ...row, metric: "next 256 decisions, with the index", value: warm });
    await frame.retained(`N=${size}`, {
      set: () => compilePolicies(definitions),
      "set, index and closures": () => {
        const all = compilePolicies(definitions);
        const run = gatehouse(work, all.set);
        for (const one of work.events) run(one);
        return all;
      },
    });
  }
}

function cpuMs(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function pick<T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}
