import { describe, expect, test } from "vitest";
import type { Answer, CacheScope } from "@gatehouse-hooks/engine";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { createVerdictCache, verdictKey } from "@gatehouse-hooks/cache";
import { readRows } from "./vectors.js";

interface CacheRow {
  readonly id: string;
  readonly given: { readonly ttlMs: number; readonly steps: readonly Step[] };
  readonly expect: { readonly steps: readonly (Readonly<Record<string, unknown>> | null)[] };
}

interface Step {
  readonly op: "get" | "set" | "advance" | "stats" | "buildKey" | "hashBody";
  readonly key?: string;
  readonly scope?: CacheScope;
  readonly ms?: number;
  readonly text?: string;
  readonly args?: readonly string[];
  readonly evaluation?: { readonly decision: Answer["kind"]; readonly reason: string };
}

/** The rows have a TTL of one second; ours is ten at least (SPEC, register: least TTL). */
const SCALE = 10;
const missed: Answer = { kind: "warn", reason: "the judge was asked" };

describe("Mayros' own cache tests", () => {
  test.each(readRows<CacheRow>("mayros-cache.jsonl").map((row) => [row.id, row] as const))(
    "%s",
    async (_id, row) => {
      let now = 0;
      const cache = createVerdictCache({ clock: () => now, globalTtlMs: SCALE * row.given.ttlMs });
      const results: unknown[] = [];
      for (const [i, step] of row.given.steps.entries()) {
        const { key = "", scope = "global", evaluation } = step;
        const expected = row.expect.steps[i];
        switch (step.op) {
          case "set": {
            const verdict: Answer = {
              kind: evaluation?.decision ?? "approve",
              reason: evaluation?.reason ?? "",
            };
            await cache.ask({ key, scope }, async () => verdict);
            break;
          }
          case "get": {
            const { source } = await cache.ask({ key, scope }, async () => missed);
            expect({ hit: source === "cache" }).toEqual(expected);
            break;
          }
          case "advance":
            now += SCALE * (step.ms ?? 0);
            break;
          case "stats":
            expect({ globalSize: (await cache.stats()).global.entries }).toEqual(expected);
            break;
          case "buildKey": {
            // Deviation "SHA-256": a key is not the parts joined by colons, but it is the same for the same parts.
            const [event = "", body = "", context = ""] = step.args ?? [];
            results[i] = verdictKey({ event, body, model: null, context });
            expect(results[i]).not.toBe(expected?.["key"]);
            expect(results[i]).toBe(results[0]);
            break;
          }
          case "hashBody":
            results[i] = verdictKey({ event: "x", body: step.text ?? "", model: null, context: null });
            if (expected !== null) expect(results[i]).toBe(results[Number(expected?.["same_as_step"])]);
            break;
        }
      }
      expect(row.given.steps.length).toBeGreaterThan(0);
    },
  );
});

interface HashRow {
  readonly in: { readonly op: "hash" | "hashContext"; readonly text?: string; readonly context?: unknown };
  readonly out: { readonly ok: true; readonly hash: string };
}

test("Mayros' hashes and our keys tell the same things apart", () => {
  const rows = readRows<HashRow>("mayros-hash.jsonl");
  const keys = rows.map(({ in: { op, text = "", context } }) =>
    op === "hash"
      ? verdictKey({ event: "x", body: text, model: null, context: null })
      : verdictKey({ event: "x", body: "", model: null, context }),
  );
  let differences = 0;
  for (const [i, a] of rows.entries()) {
    for (const [j, b] of rows.entries()) {
      if (j <= i || a.in.op !== b.in.op) continue;
      const sameHash = a.out.hash === b.out.hash;
      const sameKey = keys[i] === keys[j];
      if (sameHash === sameKey) continue;
      // Deviation "key order": Mayros hashes the text of the context as the agent happened to order it.
      expect([sameHash, sameKey]).toEqual([false, true]);
      expect(canonicalJson(a.in.context)).toBe(canonicalJson(b.in.context));
      differences++;
    }
  }
  expect(rows).toHaveLength(87);
  expect(differences).toBe(1);
});

test("deviation: an answer ends at exactly its TTL, not after it", async () => {
  let now = 0;
  const cache = createVerdictCache({ clock: () => now, globalTtlMs: 10_000 });
  await cache.ask({ key: "k", scope: "global" }, async () => missed);
  now = 10_000;
  expect((await cache.ask({ key: "k", scope: "global" }, async () => missed)).source).toBe("fresh");
});

test("deviation: the event is part of the question", () => {
  const rest = { body: "safe?", model: null, context: { toolName: "exec" } };
  expect(verdictKey({ ...rest, event: "before_tool_call" })).not.toBe(
    verdictKey({ ...rest, event: "after_tool_call" }),
  );
});
