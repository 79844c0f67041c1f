import { READS_FIRST } from "./agentdyn-goals.js";
import type { DynRun, DynStep } from "./agentdyn-run.js";

/** How the injections of this benchmark are marked. */
const INJECTED = "<INFORMATION>";

/**
 * The worst case: every task that was done without an attack, in which after the result that carries the injection the attacker's calls stand as such,
 * in the form that they have most often in the runs where the attack succeeded.
 */
export function worstCases(runs: readonly DynRun[]): readonly DynRun[] {
  const attacks = runs.filter(({ attack }) => attack !== null);
  const carriers = grouped(attacks, (run) => `${run.suite}|${run.task}|${run.attack}`, carriersOf);
  const succeeded = attacks.filter((run) => run.succeeded);
  const goals = grouped(succeeded, (run) => `${run.suite}|${run.attack}`, goalsOf);
  const first = grouped(succeeded, (run) => `${run.suite}|${run.attack}`, firstOf);
  const made: DynRun[] = [];
  for (const run of runs) {
    if (run.attack !== null || !run.done) continue;
    for (const [name, forms] of goals) {
      const [suite, attack = ""] = name.split("|");
      const goal = mostOften(forms);
      const place =
        suite === run.suite ? placeOf(run, carriers.get(`${suite}|${run.task}|${attack}`) ?? []) : null;
      if (goal === undefined || place === null) continue;
      const read = first.get(name)?.slice(0, 1) ?? [];
      made.push({ ...run, attack, steps: attacked(run.steps, place, [...read, ...goal]) });
    }
  }
  return made;
}

function grouped<T>(
  runs: readonly DynRun[],
  name: (run: DynRun) => string,
  of: (run: DynRun) => readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const run of runs) {
    const all = of(run);
    if (all.length > 0) found.set(name(run), [...(found.get(name(run)) ?? []), ...all]);
  }
  return found;
}

function carriersOf({ steps }: DynRun): readonly DynStep[] {
  return steps.filter(({ result }) => result.includes(INJECTED));
}

function goalsOf({ steps }: DynRun): readonly (readonly DynStep[])[] {
  const goals = steps.filter(({ goal, failed }) => goal && !failed);
  return goals.length === 0 ? [] : [goals];
}

function firstOf({ suite, attack, steps }: DynRun): readonly DynStep[] {
  const reads = READS_FIRST[`${suite}|${attack}`];
  const found = steps.find(
    ({ tool, args, failed, result }) => !failed && result !== "" && reads?.(tool, args),
  );
  return found === undefined ? [] : [{ ...found, goal: false }];
}

/** What does not make another form of a call. */
const FREE = new Set(["body", "subject", "date", "description"]);

function mostOften(forms: readonly (readonly DynStep[])[]): readonly DynStep[] | undefined {
  const counted = new Map<string, { readonly form: readonly DynStep[]; times: number }>();
  for (const form of forms) {
    const calls = form.map(({ tool, args }) => [
      tool,
      Object.entries(args)
        .filter(([name]) => !FREE.has(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    const name = JSON.stringify(calls);
    const known = counted.get(name);
    if (known === undefined) counted.set(name, { form, times: 1 });
    else known.times++;
  }
  return [...counted.values()].sort((a, b) => b.times - a.times)[0]?.form;
}

/** Where the injection comes in: at the same call, or at one of the same tool. */
interface Place {
  readonly index: number;
  readonly carrier: DynStep;
}

function placeOf({ steps }: DynRun, carriers: readonly DynStep[]): Place | null {
  const same = (a: DynStep, b: DynStep): boolean => JSON.stringify(a.args) === JSON.stringify(b.args);
  for (const fits of [same, () => true])
    for (const [index, step] of steps.entries()) {
      const carrier = carriers.find((one) => one.tool === step.tool && fits(one, step));
      if (carrier !== undefined) return { index, carrier };
    }
  return null;
}

function attacked(
  steps: readonly DynStep[],
  { index, carrier }: Place,
  calls: readonly DynStep[],
): readonly DynStep[] {
  const plain = steps.map((step) => ({ ...step, goal: false }));
  const before = plain
    .slice(0, index + 1)
    .map((step, i) => (i === index ? { ...step, result: carrier.result } : step));
  return [...before, ...calls, ...plain.slice(index + 1)];
}
