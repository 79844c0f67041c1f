import { execFile } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { createAuditTrail, verifyTrail } from "@gatehouse-hooks/audit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempDir } from "../../../test/temp-dir.js";
import { nodeArgs } from "./node-args.js";
import { entry, filesOf, linesIn, reasonsOf, recordsOf, writeLines } from "./trails.js";
import { assertLaw } from "../../../test/assert-law.js";

const keep = (text: string): string => text;

async function written(count: number, maxBytes = 1_000_000): Promise<string> {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory, maxBytes, redact: keep });
  for (let n = 0; n < count; n++) {
    void trail.record(entry(`r${n}`));
    // Batches of different sizes.
    if (n % 7 === 3) await trail.flush();
  }
  await trail.close();
  return directory;
}

test("records are read in the order in which they were made, between the begin and the end of the run", async () => {
  const directory = await written(200);
  const records = await recordsOf(directory);
  expect(reasonsOf(records)).toEqual(Array.from({ length: 200 }, (_, n) => `r${n}`));
  expect([records[0]?.kind, records.at(-1)?.kind]).toEqual(["open", "close"]);
  expect(await verifyTrail(directory)).toMatchObject({ ok: true, records: 202, problems: [], lost: 0 });
});

test("a trail is for its user only, and nothing is touched before the first record", async () => {
  const directory = path.join(await tempDir(), "deep", "audit");
  const trail = createAuditTrail({ directory });
  expect(() => statSync(directory)).toThrow();
  expect(await trail.record(entry("x"))).toBe(true);
  await trail.close();
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(filesOf(directory)[0] ?? "").mode & 0o777).toBe(0o600);
});

test("any line that is changed, removed, moved, copied or put in is found, but for the last one", async () => {
  const directory = await written(30);
  const [file = ""] = filesOf(directory);
  const lines = linesIn(file);
  const forged = JSON.stringify({ ...(JSON.parse(lines[4] ?? "") as object), reason: "forged" });
  await assertLaw(
    fc.asyncProperty(
      fc.nat(lines.length - 2),
      fc.constantFrom("change", "remove", "swap", "copy", "insert", "garble"),
      async (at, how) => {
        const line = lines[at] ?? "";
        const next = lines[at + 1] ?? "";
        const changed = [...lines];
        if (how === "change") changed[at] = line.replace('"v":1', '"v":1,"x":0');
        else if (how === "remove") changed.splice(at, 1);
        else if (how === "swap") changed.splice(at, 2, next, line);
        else if (how === "copy") changed.splice(at + 1, 0, line);
        else if (how === "insert") changed.splice(at, 0, forged);
        else changed[at] = line.slice(0, -3);
        writeLines(file, changed);
        expect((await verifyTrail(directory)).ok, `${how} ${at}`).toBe(false);
      },
    ),
    { quick: 300 },
  );
  writeLines(file, lines);
  expect((await verifyTrail(directory)).ok).toBe(true);
});

test("an end that was cut off is found by who has kept the head", async () => {
  const directory = await written(5);
  const { heads } = await verifyTrail(directory);
  const [file = ""] = filesOf(directory);
  expect((await verifyTrail(directory, { knownHeads: heads })).ok).toBe(true);
  writeLines(file, linesIn(file).slice(0, -2));
  expect((await verifyTrail(directory)).ok).toBe(true);
  expect((await verifyTrail(directory, { knownHeads: heads })).problems.map((one) => one.code)).toContain(
    "head-missing",
  );
});

test.each(["cut", "removed", "emptied"])(
  "a file that is %s while somebody writes to it is found",
  async (how) => {
    const directory = await tempDir();
    const trail = createAuditTrail({ directory, redact: keep });
    for (let n = 0; n < 5; n++) await trail.record(entry(`r${n}`));
    const [file = ""] = filesOf(directory);
    if (how === "removed") rmSync(file);
    else writeLines(file, how === "cut" ? linesIn(file).slice(0, -2) : []);
    expect(await trail.record(entry("after"))).toBe(true);
    await trail.close();
    expect((await verifyTrail(directory)).problems.map((one) => one.code)).toContain("broken-link");
  },
);

test("files follow each other by size, chained; the oldest are removed", async () => {
  const directory = await tempDir();
  const options = { directory, maxBytes: 2_000, maxFiles: 4, redact: keep };
  for (let run = 0; run < 5; run++) {
    const trail = createAuditTrail(options);
    for (let n = 0; n < 12; n++) await trail.record(entry(`${run}.${n}`));
    await trail.close();
  }
  const files = filesOf(directory);
  expect(files.length).toBe(4);
  for (const file of files) expect(statSync(file).size).toBeLessThan(4_000);
  const report = await verifyTrail(directory);
  expect(report).toMatchObject({ ok: true, olderRemoved: true });
  expect(reasonsOf(await recordsOf(directory)).at(-1)).toBe("4.11");
});

test("a file taken out of the middle, or emptied, is found", async () => {
  const directory = await written(60, 2_000);
  const files = filesOf(directory);
  expect(files.length).toBeGreaterThan(3);
  const [, second = ""] = files;
  const lines = linesIn(second);
  writeLines(second, []);
  expect((await verifyTrail(directory)).ok).toBe(false);
  writeLines(second, lines.slice(1));
  expect((await verifyTrail(directory)).ok).toBe(false);
  writeLines(second, lines.slice(0, -1));
  expect((await verifyTrail(directory)).ok).toBe(false);
  writeLines(second, lines);
  expect((await verifyTrail(directory)).ok).toBe(true);
  rmSync(second);
  expect((await verifyTrail(directory)).problems.map((one) => one.code)).toContain("missing-file");
});

test("texts are redacted and bounded; without a redactor reasons are left out", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory, redact: (text) => text.replaceAll("hunter2", "[redacted]") });
  await trail.record(entry(`the password is hunter2 ${"x".repeat(2_000)}`, { session: "hunter2" }));
  await trail.close();
  const bare = await tempDir();
  const other = createAuditTrail({ directory: bare });
  await other.record(entry("the password is hunter2"));
  await other.close();
  for (const one of [directory, bare]) {
    for (const file of filesOf(one)) expect(linesIn(file).join("")).not.toContain("hunter2");
  }
  const [reason = ""] = reasonsOf(await recordsOf(directory));
  expect(reason.length).toBe(500);
  expect(reasonsOf(await recordsOf(bare))).toEqual([""]);
});

test("several processes write one trail at once: nothing is lost, and the chain holds", async () => {
  const directory = await tempDir();
  const trails = Array.from({ length: 4 }, () =>
    createAuditTrail({ directory, maxBytes: 20_000, maxFiles: 1_000, redact: keep }),
  );
  for (let n = 0; n < 100; n++) {
    await Promise.all(trails.map((trail, who) => trail.record(entry(`${who}.${n}`))));
  }
  for (const trail of trails) await trail.close();
  const report = await verifyTrail(directory);
  expect(report.problems).toEqual([]);
  const reasons = reasonsOf(await recordsOf(directory));
  expect([...reasons].sort()).toEqual(
    trails.flatMap((_, who) => Array.from({ length: 100 }, (__, n) => `${who}.${n}`)).sort(),
  );
  // Of each writer in its order.
  for (const who of [0, 1, 2, 3]) {
    expect(reasons.filter((one) => one.startsWith(`${who}.`))).toEqual(
      Array.from({ length: 100 }, (_, n) => `${who}.${n}`),
    );
  }
});

test("where nothing can be written records are lost, said once, and later the trail says so itself", async () => {
  const directory = path.join(await tempDir(), "audit");
  writeFileSync(directory, "");
  const notices: string[] = [];
  const trail = createAuditTrail({ directory, redact: keep, onNotice: ({ code }) => notices.push(code) });
  expect(await trail.record(entry("a"))).toBe(false);
  expect(await trail.record(entry("b"))).toBe(false);
  expect(notices).toEqual(["audit-lost"]);
  expect(trail.stats()).toEqual({ written: 0, lost: 2, waiting: 0 });
  rmSync(directory);
  expect(await trail.record(entry("c"))).toBe(true);
  await trail.close();
  const records = await recordsOf(directory);
  expect(records.map((record) => record.kind)).toEqual(["open", "lost", "decision", "close"]);
  expect(await verifyTrail(directory)).toMatchObject({ ok: true, lost: 2 });
});

test("records that are lost while others are being written are told, each once", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory, redact: keep });
  let made = 0;
  // More than the queue holds, and again at each moment of the write that follows.
  for (let round = 0; round < 60; round++) {
    for (let n = 0; n < 12_000; n++, made++) void trail.record(entry("r"));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await trail.close();
  const records = await recordsOf(directory);
  const decisions = records.filter(({ kind }) => kind === "decision").length;
  const told = records.reduce((sum, one) => sum + (one.kind === "lost" ? one.count : 0), 0);
  const { lost } = trail.stats();
  expect(lost).toBeGreaterThan(0);
  expect({ told, close: records.at(-1) }).toMatchObject({ told: lost, close: { kind: "close", lost } });
  expect(decisions + lost).toBe(made);
  expect((await verifyTrail(directory)).lost).toBe(lost);
});

test("on a full disk decisions still come, and the loss is reported and counted (M8)", async () => {
  const directory = path.join(await tempDir(), "audit");
  const state = await tempDir();
  // 8 blocks of 1,024 bytes is all that the writer may write into one file.
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-c", 'ulimit -f 8 && exec "$@"', "bash", ...nodeArgs("full-disk.ts", directory, state)],
    // The limit is for the trail: what tsx keeps of compiled files would be larger.
    { env: { ...process.env, TSX_DISABLE_CACHE: "1" } },
  );
  const said = JSON.parse(stdout) as { effects: string[]; notices: string[]; lost: number; required: string };
  expect(said.effects).toEqual(Array.from({ length: 60 }, () => "deny"));
  expect(said.notices).toEqual(["audit-lost"]);
  expect(said.lost).toBeGreaterThan(0);
  expect(said.required).toBe("the decision could not be recorded in the audit trail, which is required");
  const report = await verifyTrail(directory, { stateDirectory: state });
  expect(report.ok).toBe(true);
  expect(report.records).toBeGreaterThan(5);
  expect(report.lost).toBe(said.lost);
  expect(report.problems.map(({ code }) => code)).toContain("lost");
});

test("a record that was cut in the middle is said to be torn, and writers after it go on", async () => {
  const directory = await written(5);
  const [file = ""] = filesOf(directory);
  const text = linesIn(file).slice(0, -1);
  const last = linesIn(file).at(-1) ?? "";
  writeFileSync(file, `${text.join("\n")}\n${last.slice(0, last.length / 2)}`);
  expect((await verifyTrail(directory)).problems.map((one) => [one.severity, one.code])).toEqual([
    ["warning", "torn"],
    ["warning", "unfinished"],
  ]);
  const trail = createAuditTrail({ directory, redact: keep });
  await trail.record(entry("after"));
  await trail.record(entry("after that"));
  await trail.close();
  const report = await verifyTrail(directory);
  expect(report.ok).toBe(true);
  expect(report.problems.map((one) => one.code)).toEqual(["torn", "unfinished"]);
  // The torn line is bound like any other: taking it away is found.
  const lines = linesIn(file);
  writeLines(
    file,
    lines.filter((line) => !line.startsWith(last.slice(0, 40)) || line.endsWith("}")),
  );
  expect((await verifyTrail(directory)).ok).toBe(false);
});
