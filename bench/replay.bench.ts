import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Disagreement } from "./frame/agree.js";
import type { Frame } from "./frame/frame.js";
import { freshProcess } from "./frame/fresh-process.js";
import { median } from "./frame/statistics.js";
import { fileOf, fromObject, setOf } from "./realistic/gatehouse.js";
import { rulesOf } from "./realistic/rules.js";
import { logLines } from "./replay/log-lines.js";
import { peakMemory } from "./replay/peak-memory.js";

const COMMAND = path.resolve(import.meta.dirname, "../../packages/cli/dist/bin.js");
const POLICIES = 200;

/** Reads a file as a replay does, in chunks, and parses each line. */
const PARSE_ALONE = `
  import { openSync, readSync } from "node:fs";
  const fd = openSync(process.argv[1], "r");
  const buffer = Buffer.alloc(1 << 20);
  let filled = 0, events = 0;
  for (;;) {
    const read = readSync(fd, buffer, filled, buffer.length - filled, null);
    if (read === 0) break;
    filled += read;
    let at = 0;
    for (let end = buffer.indexOf(10); end >= 0 && end < filled; end = buffer.indexOf(10, at)) {
      if (JSON.parse(buffer.utf8Slice(at, end)).event !== undefined) events++;
      at = end + 1;
    }
    buffer.copyWithin(0, at, filled);
    filled -= at;
  }
  console.log(events);`;

/**
 * Events a second of processor time that one thread of `gatehouse replay` decides, its start not counted, beside `JSON.parse` of the
 * same lines; and its memory with the length of the log.
 */
export default async function replay(frame: Frame): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
  const policies = path.join(folder, "policies.json");
  writeFileSync(policies, fileOf(rulesOf(POLICIES)));
  try {
    for (const kilobytes of [0.4, 1.8]) await speed(frame, { folder, policies, kilobytes });
    await memory(frame, policies);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface SpeedCase {
  readonly folder: string;
  readonly policies: string;
  readonly kilobytes: number;
}

async function speed(frame: Frame, { folder, policies, kilobytes }: SpeedCase): Promise<void> {
  const lines = logLines(kilobytes * 1_000);
  const text = `${lines.join("\n")}\n`;
  const repeated = Math.ceil((frame.quick ? 60_000 : 300_000) / lines.length);
  const [short, long] = ["short", "long"].map((name) => path.join(folder, `${name}-${kilobytes}.jsonl`));
  if (short === undefined || long === undefined) return;
  writeFileSync(short, text);
  writeFileSync(long, "");
  for (let i = 0; i <= repeated; i++) appendFileSync(long, text);
  const command = (log: string): string[] => [
    COMMAND,
    "replay",
    log,
    "--policies",
    policies,
    "--jobs",
    "1",
    "--json",
  ];
  const subjects: Readonly<Record<string, (log: string) => readonly string[]>> = {
    "JSON.parse alone": (log) => ["--input-type=module", "--eval", PARSE_ALONE, log],
    "gatehouse replay": command,
  };
  await agree(lines, command(short));
  const rounds = frame.quick ? 2 : 7;
  const perSecond = Object.entries(subjects).map(([subject, args]) => ({
    subject,
    args,
    values: [] as number[],
  }));
  for (let round = 0; round < rounds; round++)
    for (const { args, values } of perSecond) {
      const start = await freshProcess(args(short));
      const all = await freshProcess(args(long));
      values.push((lines.length * repeated * 1_000) / (all.cpuMs - start.cpuMs));
    }
  const base = median(perSecond[0]?.values ?? []);
  const bytes = Math.round(Buffer.byteLength(text) / lines.length);
  const name = `${POLICIES} static policies, lines of ${kilobytes} KB, one thread`;
  frame.record({ subject: "the log", case: name, metric: "mean line", value: bytes, unit: "bytes" });
  for (const { subject, values } of perSecond)
    frame.record({
      subject,
      case: name,
      metric: "events per second",
      value: median(values),
      unit: "events/s",
      ratioTo: "JSON.parse alone",
      ratio: median(values) / base,
    });
}

/** Standard input is decided in one thread, and nothing of it is kept. */
async function memory(frame: Frame, policies: string): Promise<void> {
  const chunk = `${logLines(400).join("\n")}\n`;
  const each = chunk.split("\n").length - 1;
  const args = [COMMAND, "replay", "-", "--policies", policies, "--json"];
  const log = function* (events: number): Generator<string, void, undefined> {
    for (let made = 0; made < events; made += each) yield chunk;
  };
  let base: number | undefined;
  for (const events of [100_000, frame.quick ? 400_000 : 10_000_000]) {
    const value = (await peakMemory(args, log(events))) * 1_024;
    base ??= value;
    frame.record({
      subject: `${events} events`,
      case: "standard input, made as it is read",
      metric: "peak memory",
      value: value / 1e6,
      unit: "MB",
      ratioTo: "100000 events",
      ratio: value / base,
    });
  }
}

/** The command decides as the library does. */
async function agree(lines: readonly string[], args: readonly string[]): Promise<void> {
  const decide = fromObject(setOf(rulesOf(POLICIES)));
  const denied = lines.filter(
    (line) => decide(JSON.parse(line) as Parameters<typeof decide>[0]) !== -1,
  ).length;
  const { stdout } = await freshProcess(args);
  const report = JSON.parse(stdout) as {
    readonly events: number;
    readonly now: { readonly effects: { readonly deny: number } };
  };
  if (report.events !== lines.length || report.now.effects.deny !== denied)
    throw new Disagreement(
      `the library denies ${denied} of ${lines.length}, the command ${report.now.effects.deny} of ${report.events}`,
    );
}
