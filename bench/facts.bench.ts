import { isDeepStrictEqual } from "node:util";
import { decide, type Derive, type Event, type PolicySet, step } from "@gatehouse-hooks/engine";
import { checkCommand } from "cc-safety-net/api";
import { HOSTILE_COMMANDS } from "../test/vectors/hostile-commands.table.js";
import { makeDerive, setOfConditions, setOfFirstPacks, setOfPacks } from "./facts/makers.js";
import { type CommandRow, commandRows, eventOf, everydayEvents } from "./facts/rows.js";
import { deniedByWords } from "./facts/shell-quote-check.js";
import type { Frame } from "./frame/frame.js";
import { median, quantile } from "./frame/statistics.js";

const ROWS = commandRows();
const derive = makeDerive();

/** Effect facts: what a command costs, what hostile ones cost, and what sets of policies over facts cost. */
export default async function bench(frame: Frame): Promise<void> {
  await eachCommand(frame);
  ordinary(frame);
  await beside(frame);
  await growth(frame);
  hostile(frame);
  await sets(frame);
  await withoutFacts(frame);
}

/** Facts of every row: the quantiles over the rows of the best of some rounds. */
async function eachCommand(frame: Frame): Promise<void> {
  // The reference keeps nothing: tables are read anew for every row.
  const some = ROWS.filter((_, i) => i % (frame.quick ? 200 : 25) === 0);
  const reference = { "facts, tables read anew": (row: CommandRow) => makeDerive().facts(row.event) };
  await frame.agree("facts", { ...reference, facts: (row: CommandRow) => derive.facts(row.event) }, some);
  quantiles(
    frame,
    "facts",
    `${ROWS.length} commands`,
    ROWS.map(
      ({ event }) =>
        () =>
          derive.facts(event),
    ),
  );
}

/** Decisions of ordinary commands by what `gatehouse init` switches on. */
function ordinary(frame: Frame): void {
  const set = setOfFirstPacks(derive);
  const events = everydayEvents();
  quantiles(
    frame,
    "gatehouse, packs of init",
    `${events.length} ordinary commands`,
    // An event of its own for each decision: facts of one that was seen are kept.
    events.map((made) => () => decide(set, made())),
  );
}

/** The quantiles over runs of the best of some rounds. */
function quantiles(frame: Frame, subject: string, of: string, runs: readonly (() => unknown)[]): void {
  const best = runs.map(() => Infinity);
  for (let round = 0; round < (frame.quick ? 5 : 25); round++) {
    for (const [i, run] of runs.entries()) {
      const start = performance.now();
      run();
      best[i] = Math.min(best[i] ?? Infinity, (performance.now() - start) * 1_000);
    }
  }
  for (const [metric, share] of Object.entries({ p50: 0.5, p90: 0.9, p99: 0.99, max: 1 }))
    frame.record({ subject, case: of, metric, value: quantile(best, share), unit: "us" });
}

/** The other checks on the same rows. They have other policies: how far they agree is shown, not asked for. */
async function beside(frame: Frame): Promise<void> {
  const packs = setOfPacks(derive);
  const cwd = process.cwd();
  const deciders: Readonly<Record<string, (row: CommandRow) => boolean>> = {
    // An event of its own for each decision: facts of one that was seen are kept.
    "gatehouse, all packs": ({ command }) => decide(packs, eventOf(command)).effect === "deny",
    "shell-quote, by hand": ({ command }) => deniedByWords(command),
    // It reads its configuration for each call: its package has no other entry.
    "cc-safety-net": ({ command }) => checkCommand({ command, cwd }).kind === "deny",
  };
  const rows = frame.quick ? ROWS.filter((_, i) => i % 20 === 0) : ROWS;
  const denied = Object.entries(deciders).map(([name, decides]) => ({ name, of: rows.map(decides) }));
  const [ours] = denied;
  for (const { name, of } of denied) {
    for (const [label, expected] of Object.entries({ "to be denied": "deny", "to be allowed": "allow" })) {
      const asked = of.filter((_, i) => rows[i]?.expected === expected);
      const value = (100 * asked.filter((one) => one).length) / asked.length;
      frame.record({
        subject: name,
        case: `rows ${label} by their source`,
        metric: "denied",
        value,
        unit: "%",
      });
    }
    if (name === ours?.name) continue;
    const same = of.filter((one, i) => one === ours?.of[i]).length;
    const value = (100 * same) / rows.length;
    frame.record({ subject: name, case: "all rows, with all packs", metric: "agreement", value, unit: "%" });
  }
  // What all of them say alike is what is timed.
  const alike = rows.filter((_, i) => denied.every(({ of }) => of[i] === ours?.of[i]));
  await frame.agree("beside others", deciders, alike);
  const at = (index: number): CommandRow => alike[index % alike.length] as CommandRow;
  await frame.measure(
    `one decision, ${alike.length} rows that all decide alike`,
    Object.fromEntries(
      Object.entries(deciders).map(([name, decides]) => [name, (i: number) => decides(at(i))]),
    ),
    frame.quick ? {} : { rounds: 11, batchMs: 60 },
  );
}

/** Benign commands that are long. */
const LONG: Readonly<Record<string, (piece: number) => string>> = {
  statements: (i) => `cp src/a${i}.ts dist/a${i}.ts\n`,
  "one document": (i) => `const value${i} = compute(${i});\n`,
  arguments: (i) => `src/module-${i}.ts `,
  pipes: (i) => `cat a${i}.txt | grep -v x | sort > b${i}.txt; `,
};
const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  "one document": ["cat > a.ts <<'EOF'\n", "EOF\n"],
  arguments: ["git add ", ""],
};

function long(shape: string, size: number): Event {
  const [before, after] = AROUND[shape] ?? ["", ""];
  let text = before;
  for (let i = 0; text.length < size; i++) text += LONG[shape]?.(i) ?? "";
  return eventOf(text + after);
}

async function growth(frame: Frame): Promise<void> {
  for (const shape of Object.keys(LONG)) {
    const events = [10_000, 20_000, 40_000].map((size) => long(shape, size));
    const name = (i: number): string => `${10 * 2 ** i} KB`;
    const programs = (event: Event): unknown => {
      const { commands } = derive.facts(event) as {
        readonly commands: readonly { readonly program: string }[];
      };
      return [...new Set(commands.map(({ program }) => program))].toSorted();
    };
    await frame.agree(
      shape,
      Object.fromEntries(events.map((event, i) => [name(i), () => programs(event)])),
      [0],
    );
    await frame.measure(
      `growth, ${shape}`,
      Object.fromEntries(events.map((event, i) => [name(i), () => derive.facts(event)])),
      frame.quick ? {} : { rounds: 15, batchMs: 20 },
    );
  }
}

/** Commands that are made to cost: the processor time of one reading, median of rounds. */
function hostile(frame: Frame): void {
  const times: (readonly [string, number])[] = [];
  for (const [name, make] of Object.entries(HOSTILE_COMMANDS)) {
    const event = eventOf(make());
    const first = derive.facts(event);
    if (!isDeepStrictEqual(first, derive.facts(event)))
      throw new Error(`facts of \`${name}\` differ from themselves`);
    const rounds: number[] = [];
    for (let i = 0; i < (frame.quick ? 5 : 21); i++) {
      const start = process.cpuUsage();
      derive.facts(event);
      const { user, system } = process.cpuUsage(start);
      rounds.push((user + system) / 1_000);
    }
    times.push([name, median(rounds)]);
  }
  const worst = times.toSorted(([, one], [, other]) => other - one);
  for (const [name, value] of worst.slice(0, 5))
    frame.record({
      subject: name,
      case: `${times.length} hostile commands, the worst`,
      metric: "time",
      value,
      unit: "ms",
    });
}

/** Policies of which none holds for a usual command, by what they ask for. */
const FORMS: Readonly<Record<string, (i: number) => string>> = {
  deletes: (i) => `facts.deletes.any(d, d.touches("/srv/p${i}/**"))`,
  "writes or deletes": (i) =>
    `facts.writes.any(w, w.touches("/srv/p${i}/**")) || facts.deletes.any(d, d.touches("/srv/p${i}/**"))`,
  reads: (i) => `facts.reads.any(r, r.touches("/srv/p${i}/**"))`,
  actions: (i) => `facts.actions.any(a, a.kind == "x.k${i}")`,
  commands: (i) => `facts.commands.any(c, c.program == "p${i}" && "-f" in c.flags)`,
  network: (i) => `facts.network.any(n, n.host.endsWith(".h${i}.example"))`,
};

async function sets(frame: Frame): Promise<void> {
  // A path that is not known may be any: such rows match.
  const all = setOfConditions(
    Object.values(FORMS).map((form) => form(0)),
    derive,
  );
  const quiet = ROWS.filter(({ expected }) => expected === "allow" || expected === "none")
    .map(({ event }) => event)
    .filter((event) => decide(all, event).effect === "abstain");
  const mixed = Object.values(FORMS);
  const forms = { ...FORMS, mixed: (i: number) => mixed[i % mixed.length]?.(i) ?? "" };
  for (const [name, form] of Object.entries(forms)) {
    const subjects: Record<string, (i: number) => unknown> = {};
    const contestants: Record<string, (event: Event) => unknown> = {};
    // Of mixed forms one of each, which all that follow are like.
    for (const size of [name === "mixed" ? mixed.length : 1, 1_000]) {
      const set = setOfConditions(
        Array.from({ length: size }, (_, i) => form(i)),
        derive,
      );
      contestants[`N=${size}`] = (event) => decide(set, event).effect;
      subjects[`N=${size}`] = (i) => decided(set, quiet[i % quiet.length] as Event);
    }
    await frame.agree(name, contestants, quiet);
    await frame.measure(
      `policies over facts, ${name}, none matching`,
      subjects,
      frame.quick ? {} : { rounds: 15, batchMs: 40 },
    );
  }
}

function decided(set: PolicySet, event: Event): unknown {
  return step(set, event, new Map());
}

/** A set that reads no facts, with and without what derives them. */
async function withoutFacts(frame: Frame): Promise<void> {
  const texts = Array.from(
    { length: 60 },
    (_, i) => `params.command.includes("nothing-${i}") && toolName == "exec"`,
  );
  let calls = 0;
  const counted: Derive = { version: derive.version, facts: (event) => (calls++, derive.facts(event)) };
  const subjects = {
    "without a deriver": setOfConditions(texts),
    "with a deriver": setOfConditions(texts, counted),
  };
  const events = ROWS.map(({ event }) => event);
  await frame.agree(
    "no facts read",
    Object.fromEntries(
      Object.entries(subjects).map(([name, set]) => [name, (event: Event) => decide(set, event).effect]),
    ),
    events,
  );
  await frame.measure(
    "60 policies that read no facts",
    Object.fromEntries(
      Object.entries(subjects).map(([name, set]) => [
        name,
        (i: number) => decided(set, events[i % events.length] as Event),
      ]),
    ),
  );
  frame.record({
    subject: "with a deriver",
    case: "60 policies that read no facts",
    metric: "derived",
    value: calls,
    unit: "calls",
  });
  if (calls > 0) throw new Error("expected the deriver not to be called");
}
