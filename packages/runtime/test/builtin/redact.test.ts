import { readFileSync } from "node:fs";
import { redactText } from "@gatehouse/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets, mergeSpans } from "../../src/builtin/redact/find-secrets.js";
import { crcDigits, hasGithubChecksum, isAwsKeyId } from "../../src/builtin/redact/secret-checks.js";
import { SECRET_RULES } from "../../src/builtin/redact/secret-rules.table.js";
import { ask } from "./ask.js";

type Part = string | { readonly repeat: string; readonly n: number };

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly eras: readonly string[];
  readonly given: {
    readonly parts?: readonly Part[];
    readonly spans?: readonly (readonly [number, number])[];
    readonly validator?: string;
    readonly event?: string;
    readonly tool_input?: Readonly<Record<string, unknown>>;
    readonly tool_response?: string;
    readonly secret?: { readonly fake_github_pat_body?: string; readonly parts?: readonly Part[] };
  };
  readonly expect: {
    readonly contains_secret?: boolean;
    readonly redacted?: string;
    readonly redacted_unchanged?: boolean;
    readonly redacted_contains?: readonly string[];
    readonly redacted_not_contains_parts?: readonly Part[];
    readonly redacted_not_contains_whole_input?: boolean;
    readonly find?: readonly { readonly start: number; readonly end: number }[];
    readonly find_count?: number;
    readonly merged?: readonly (readonly [number, number])[];
    readonly valid?: boolean;
    readonly result?: string;
  };
}

const rows = readFileSync(new URL("vectors/docker-agent-redact.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

const joined = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.n))).join("");

describe("docker-agent's own tests of the detectors", () => {
  for (const { id, given, expect: wanted } of rows.filter(({ kind }) => kind === "redact")) {
    test(id, () => {
      if (given.spans !== undefined) {
        const merged = mergeSpans(given.spans.map(([start, end]) => ({ start, end })));
        expect(merged.map(({ start, end }) => [start, end])).toEqual(wanted.merged);
        return;
      }
      const text = joined(given.parts ?? []);
      const spans = findSecrets(text);
      const redacted = redactText(text);
      if (wanted.contains_secret !== undefined) expect(spans.length > 0).toBe(wanted.contains_secret);
      if (wanted.redacted !== undefined) expect(redacted).toBe(wanted.redacted);
      if (wanted.redacted_unchanged === true) expect(redacted).toBe(text);
      for (const part of wanted.redacted_contains ?? []) expect(redacted).toContain(part);
      if (wanted.redacted_not_contains_whole_input === true) expect(redacted).not.toContain(text);
      if (wanted.redacted_not_contains_parts !== undefined) {
        expect(redacted).not.toContain(joined(wanted.redacted_not_contains_parts));
      }
      if (wanted.find !== undefined) expect(spans).toEqual(wanted.find);
      if (wanted.find_count !== undefined) expect(spans).toHaveLength(wanted.find_count);
    });
  }
  for (const { id, given, expect: wanted } of rows.filter(({ kind }) => kind === "redact-validator")) {
    test(id, () => {
      const text = joined(given.parts ?? []);
      if (wanted.result !== undefined) expect(crcDigits(text)).toBe(wanted.result);
      else
        expect((given.validator === "github_checksum" ? hasGithubChecksum : isAwsKeyId)(text)).toBe(
          wanted.valid,
        );
    });
  }
});

describe("the builtin", () => {
  const token = (body: string): string => `ghp_${body}${crcDigits(body)}`;
  const secret = token("cxLeRrvbJfmYdUtr70xnNE3Q7Gvli4");

  test("redact-builtin-clean, -no-tool-input, -empty-tool-input", async () => {
    for (const more of [{ tool_input: { command: "ls -la", timeout: 30 } }, {}, { tool_input: {} }]) {
      expect(await ask("redact_secrets", { event: "pre_tool_use", ...more })).toEqual({
        kind: "approve",
        reason: "",
      });
    }
  });
  test("redact-builtin-nested: only the changed keys come back, with all that is in them", async () => {
    const docker = `dckr_pat_${"A".repeat(27)}`;
    const verdict = await ask("redact_secrets", {
      event: "pre_tool_use",
      tool_name: "http",
      tool_input: {
        url: "https://example.com",
        headers: { Accept: "application/json", Authorization: `Bearer ${docker}` },
        tags: ["prod", docker, 42],
      },
    });
    expect(verdict).toEqual({
      kind: "approve",
      reason: "",
      updatedInput: {
        headers: { Accept: "application/json", Authorization: "Bearer [REDACTED]" },
        tags: ["prod", "[REDACTED]", 42],
      },
      systemMessages: ['redact_secrets: redacted secret material from arguments of tool "http"'],
    });
  });
  test("redact-builtin-output", async () => {
    const event = { event: "tool_response_transform", tool_response: `output: ${secret} please use it` };
    expect(await ask("redact_secrets", event)).toMatchObject({
      updatedInput: { tool_response: "output: [REDACTED] please use it" },
    });
  });
  test("messages come back whole, in their order", async () => {
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", tool_calls: [{ function: { arguments: `{"t":"${secret}"}` } }] },
      { role: "tool", content: [{ type: "text", text: secret }] },
    ];
    expect(await ask("redact_secrets", { event: "before_llm_call", messages })).toMatchObject({
      updatedInput: {
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", tool_calls: [{ function: { arguments: '{"t":"[REDACTED]"}' } }] },
          { role: "tool", content: [{ type: "text", text: "[REDACTED]" }] },
        ],
      },
    });
  });
  test("other events are left alone", async () => {
    expect(await ask("redact_secrets", { event: "stop", stop_response: secret })).toEqual({
      kind: "approve",
      reason: "",
    });
  });
});

describe("laws", () => {
  const charOf = (chars: string): fc.Arbitrary<string> => fc.constantFrom(...chars.split(""));
  const fragment = fc.oneof(
    fc.constantFrom(...SECRET_RULES.flatMap(({ keywords }) => keywords)),
    fc.constantFrom(
      "=",
      ": ",
      '"',
      " ",
      "\n",
      "-----BEGIN RSA PRIVATE KEY-----",
      "-----END RSA PRIVATE KEY-----",
      "@",
      "/",
      "ghp_",
    ),
    fc.string({ unit: charOf("abcdef0123456789ABCXYZ_-."), minLength: 1, maxLength: 70 }),
  );
  const text = fc.array(fragment, { maxLength: 20 }).map((parts) => parts.join(""));

  test("redacting twice is redacting once", () => {
    fc.assert(
      fc.property(text, (one) => redactText(redactText(one)) === redactText(one)),
      { numRuns: 500 },
    );
  });
  test("what stands around a secret stays", () => {
    const around = fc.string({ unit: charOf("xyz ,;'\n"), maxLength: 30 });
    const body = fc.string({ unit: charOf("abcXYZ019"), minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(around, body, around, (before, middle, after) => {
        const hidden = redactText(`${before} ghp_${middle}${crcDigits(middle)} ${after}`);
        expect(hidden).toBe(`${before} [REDACTED] ${after}`);
      }),
      { numRuns: 300 },
    );
  });
  test("a private key is hidden, with or without its end", () => {
    const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n";
    expect(redactText(`a ${key}-----END RSA PRIVATE KEY-----`)).not.toContain("MIIEow");
    expect(redactText(`a ${key}`)).not.toContain("MIIEow");
  });
  test("the time grows with the text, not faster", () => {
    const shapes = SECRET_RULES.flatMap(({ keywords }) => keywords);
    for (const piece of [
      ...shapes,
      "a",
      "aws_",
      "eyJaaaaaa.eyJaaaaaa",
      "eyJ",
      "-----BEGIN PRIVATE KEY-----",
      "sk.",
      "0123456789",
    ]) {
      const big = `.eyJ aws key ${piece.repeat(Math.ceil(60_000 / piece.length))}`;
      const start = performance.now();
      redactText(big);
      expect(performance.now() - start, piece).toBeLessThan(2_000);
    }
  });
});
