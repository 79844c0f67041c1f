import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { otlpReceiver } from "./otlp-receiver.js";
import { SECRET } from "./traced-policies.js";

test("a collector gets the spans, as OTLP over HTTP", { timeout: 60_000 }, async () => {
  const collector = await otlpReceiver();
  const program = join(import.meta.dirname, "traced-program.ts");
  const flags = ["--conditions=@gatehouse-hooks/source", "--import", "tsx"];
  const args = [...flags, program, collector.url, "rm", "slow", "ls"];
  await promisify(execFile)(process.execPath, args, { env: {} });
  await collector.close();

  const spans = collector.spans();
  const keys = ["effect", "questions", "event", "host"].map((key) => `gatehouse.${key}`);
  const told = spans.map(({ attributes }) => Object.keys(attributes));
  expect(told.map((one) => one.filter((key) => key !== "gatehouse.policy"))).toEqual(
    ["rm", "slow", "ls"].map(() => [...keys, "gen_ai.tool.name"]),
  );
  expect(spans.map(({ name }) => name)).toEqual(["rm", "slow", "ls"].map(() => "gatehouse.decide"));
  expect(collector.text()).toContain('"no-rm"');
  expect(collector.text()).not.toContain(SECRET);
});
