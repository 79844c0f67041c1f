import { agree, Disagreement } from "./agree.js";
import type { Contestants } from "./agree.js";
import { freshProcess } from "./fresh-process.js";
import type { FreshRun } from "./fresh-process.js";
import { measure } from "./measure.js";
import type { MeasureOptions, Measurement, Subject } from "./measure.js";
import { allocated, retained } from "./memory.js";
import { paired } from "./paired.js";
import type { Row } from "./row.js";
import { median } from "./statistics.js";

/** A subject of a fresh-process case: the arguments of `node`, and what it reads on standard input. */
export interface ProcessSubject {
  readonly args: readonly string[];
  readonly stdin?: string;
}

export interface FrameMeasureOptions extends MeasureOptions {
  /** The subject that ratios compare with; the first one if absent. */
  readonly ratioTo?: string;
  /** The name of the metric in the rows; `time` if absent. */
  readonly metric?: string;
}

/** What a bench is written on: it collects rows, and refuses to time what was not shown to agree. */
export interface Frame {
  /** True for `--quick`: use smaller inputs; the numbers are a glance, not evidence. */
  readonly quick: boolean;
  /** The rows recorded so far. */
  readonly rows: readonly Row[];
  /** Checks that every subject gives the answer of the first one on every input; throws `Disagreement`. */
  agree<Input, Output>(
    label: string,
    subjects: Contestants<Input, Output>,
    inputs: readonly Input[],
  ): Promise<void>;
  /** Times subjects side by side (ns per call). Two or more subjects must have agreed before, by name. */
  measure(
    label: string,
    subjects: Readonly<Record<string, Subject>>,
    options?: FrameMeasureOptions,
  ): Promise<readonly Measurement[]>;
  /**
   * What the second of two subjects takes more than the first, in percent or in microseconds of a call, with its 95 % interval: for differences
   * smaller than the noise of `measure`. Of each as many instances. Both must have agreed before.
   */
  pair(
    label: string,
    subjects: Readonly<Record<string, readonly Subject[]>>,
    options?: MeasureOptions & { readonly unit?: "%" | "us" },
  ): Promise<void>;
  /** Bytes of garbage per call. */
  allocation(label: string, subjects: Readonly<Record<string, Subject>>, ratioTo?: string): void;
  /** Bytes that what each subject returns keeps alive. */
  retained(label: string, subjects: Readonly<Record<string, () => unknown>>, ratioTo?: string): Promise<void>;
  /**
   * Runs each subject in fresh Node processes, interleaved: CPU ms, wall ms, and what each takes more than the subject
   * it is compared with (the median of the differences of the rounds). All must print the same.
   */
  start(label: string, subjects: Readonly<Record<string, ProcessSubject>>, ratioTo?: string): Promise<void>;
  /** Adds a row that the bench computed itself, e.g. a count of calls or a size in bytes. */
  record(row: Row): void;
}

/** Makes the frame for one bench. `onRow` hears of each row with its noise (a share, or undefined). */
export function createFrame(quick: boolean, onRow: (row: Row, noise?: number) => void = () => {}): Frame {
  const rows: Row[] = [];
  const agreed = new Set<string>();
  const defaults: Required<MeasureOptions> = {
    clock: "cpu",
    async: false,
    ...(quick ? { rounds: 7, batchMs: 2, warmMs: 40 } : { rounds: 31, batchMs: 5, warmMs: 300 }),
  };
  const samples = quick ? 3 : 9;
  const starts = quick ? 3 : 31;

  function record(row: Row, noise?: number): void {
    rows.push(row);
    onRow(row, noise);
  }

  function recordAll(
    template: Pick<Row, "case" | "metric" | "unit">,
    values: readonly (readonly [subject: string, value: number])[],
    ratioTo: string | undefined,
  ): void {
    const base = referenceOf(
      values.map(([subject]) => subject),
      ratioTo,
    );
    const baseValue = values.find(([subject]) => subject === base)?.[1] ?? 0;
    for (const [subject, value] of values) {
      const compared = values.length > 1 && baseValue > 0;
      record({ subject, ...template, value, ...(compared && { ratioTo: base, ratio: value / baseValue }) });
    }
  }

  function refuseStrangers(label: string, names: readonly string[]): void {
    const strangers = names.length > 1 ? names.filter((name) => !agreed.has(name)) : [];
    if (strangers.length > 0) {
      throw new Disagreement(
        `subjects of \`${label}\` were not shown to agree: \`${strangers.join("`, `")}\``,
      );
    }
  }

  return {
    quick,
    rows,
    async agree(label, subjects, inputs) {
      await agree(label, subjects, inputs);
      for (const subject of Object.keys(subjects)) agreed.add(subject);
    },
    async measure(label, subjects, options = {}) {
      const names = Object.keys(subjects);
      refuseStrangers(label, names);
      const { ratioTo, metric = "time", ...measureOptions } = options;
      const base = referenceOf(names, ratioTo);
      const results = await measure(subjects, base, { ...defaults, ...measureOptions });
      for (const result of results) {
        record(
          {
            subject: result.subject,
            case: label,
            metric,
            value: result.ns,
            unit: "ns",
            ...(names.length > 1 && { ratioTo: base, ratio: result.ratio }),
          },
          result.spread,
        );
      }
      return results;
    },
    async pair(label, subjects, options = {}) {
      const [base, other] = Object.entries(subjects);
      if (base === undefined || other === undefined) throw new Error("expected two subjects");
      refuseStrangers(label, Object.keys(subjects));
      const { unit = "%", ...measureOptions } = options;
      const pairing = {
        ...defaults,
        warmMs: 500,
        batchMs: 1,
        rounds: quick ? 301 : 2_001,
        ...measureOptions,
      };
      const { share, ns } = await paired(base[1], other[1], pairing);
      const [{ more, low, high }, scale] = unit === "%" ? [share, 100] : [ns, 1 / 1_000];
      const found = { [`more than ${base[0]}`]: more, "… at least (95 %)": low, "… at most (95 %)": high };
      for (const [metric, value] of Object.entries(found))
        record({ subject: other[0], case: label, metric, value: value * scale, unit });
    },
    allocation(label, subjects, ratioTo) {
      const values = Object.entries(subjects).map(
        ([name, call]) => [name, allocated(call, samples)] as const,
      );
      recordAll({ case: label, metric: "allocation", unit: "bytes" }, values, ratioTo);
    },
    async retained(label, subjects, ratioTo) {
      const values: [string, number][] = [];
      for (const [name, build] of Object.entries(subjects))
        values.push([name, await retained(build, samples)]);
      recordAll({ case: label, metric: "retained", unit: "bytes" }, values, ratioTo);
    },
    async start(label, subjects, ratioTo) {
      const entries = Object.entries(subjects);
      const runs = new Map<string, FreshRun[]>(entries.map(([name]) => [name, []]));
      for (let round = 0; round < starts; round++) {
        for (const [name, { args, stdin }] of entries) runs.get(name)?.push(await freshProcess(args, stdin));
      }
      const [expected, ...others] = entries.map(([name]) => [name, runs.get(name)?.[0]?.stdout] as const);
      for (const [name, stdout] of others) {
        if (stdout !== expected?.[1]) {
          throw new Disagreement(
            `processes of \`${label}\` print differently: \`${expected?.[0]}\` and \`${name}\``,
          );
        }
      }
      for (const [metric, key] of [
        ["start", "cpuMs"],
        ["start (wall)", "wallMs"],
      ] as const) {
        const values = entries.map(
          ([name]) => [name, median((runs.get(name) ?? []).map((run) => run[key]))] as const,
        );
        recordAll({ case: label, metric, unit: "ms" }, values, ratioTo);
      }
      const base = referenceOf(
        entries.map(([name]) => name),
        ratioTo,
      );
      for (const [name] of entries) {
        if (name === base) continue;
        const more = (runs.get(name) ?? []).map((run, i) => run.cpuMs - (runs.get(base)?.[i]?.cpuMs ?? NaN));
        record({ subject: name, case: label, metric: `over ${base}`, value: median(more), unit: "ms" });
      }
    },
    record(row) {
      record(row);
    },
  };
}

function referenceOf(names: readonly string[], ratioTo: string | undefined): string {
  const base = ratioTo ?? names[0];
  if (base === undefined || !names.includes(base)) {
    throw new Error(`expected \`ratioTo\` to be one of the subjects \`${names.join("`, `")}\``);
  }
  return base;
}
