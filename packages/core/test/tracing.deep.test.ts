import { own, isList, isRecord } from "@gatehouse-hooks/json";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { SECRET } from "./traced-policies.js";

/** All objects of a JSON value that have this member. */
function withMember(value: unknown, key: string): readonly unknown[] {
  const members = isList(value) ? value : isRecord(value) ? Object.values(value) : [];
  const own_ = own(value, key) === undefined ? [] : [value];
  return [...own_, ...members.flatMap((member) => withMember(member, key))];
}

test("a collector gets the spans, as OTLP over HTTP", { timeout: 60_000 }, async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      bodies.push(Buffer.concat(parts).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${String(own(collector.address(), "port"))}/v1/traces`;
  const program = join(import.meta.dirname, "traced-program.ts");
  const flags = ["--conditions=@gatehouse-hooks/source", "--import", "tsx"];
  await promisify(execFile)(process.execPath, [...flags, program, url, "rm", "slow", "ls"], { env: {} });
  await new Promise((resolve) => collector.close(resolve));

  const spans = bodies.flatMap((body) => withMember(JSON.parse(body), "startTimeUnixNano"));
  const told = spans.map((span) => withMember(own(span, "attributes"), "key").map((one) => own(one, "key")));
  const keys = ["effect", "questions", "event", "host"].map((key) => `gatehouse.${key}`);
  expect(told.map((one) => one.filter((key) => key !== "gatehouse.policy"))).toEqual(
    ["rm", "slow", "ls"].map(() => [...keys, "gen_ai.tool.name"]),
  );
  expect(spans.map((span) => own(span, "name"))).toEqual(["rm", "slow", "ls"].map(() => "gatehouse.decide"));
  expect(bodies.join()).toContain('"no-rm"');
  expect(bodies.join()).not.toContain(SECRET);
});
