import { mergeSpans } from "../src/find-secrets.js";
import { readFileSync } from "node:fs";
import { FIXED_MASK, findSecrets, redact } from "@gatehouse-hooks/redact";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crcDigits, hasGithubChecksum, isAwsKeyId } from "../src/secret-checks.js";
import { SECRET_RULES } from "../src/secret-rules.table.js";
import { ask } from "../../commands/test/builtin/ask.js";
import { assertLaw, lawRuns } from "../../../test/assert-law.js";
import { tellRow } from "../../../test/conformance/tell-row.js";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";

const redactText = (text: string): string => redact(text, FIXED_MASK);

type Part = string | { readonly repeat: string; readonly n: number };
type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly given: Fields;
  readonly expect: Fields;
}

const rows = readFileSync(
  new URL("../../commands/test/builtin/vectors/docker-agent-redact.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

const joined = (parts: unknown): string =>
  (parts as readonly Part[])
    .map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.n)))
    .join("");

/** Checks of one expectation: what is expected, and what came out. */
type Checks<T> = Readonly<Record<string, (expected: unknown, actual: T) => void>>;

/** Runs the check of every key that a row expects; one that is not known is an error of the test. */
function check<T>(wanted: Fields, checks: Checks<T>, actual: T): void {
  for (const [key, expected] of Object.entries(wanted)) {
    const one = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (one === undefined) throw new Error(`the runner does not read \`${key}\` of a row's expectations`);
    one(expected, actual);
  }
}

/** Every key that a row gives is read, too. */
function readsAll(given: Fields, known: readonly string[]): void {
  expect(Object.keys(given).filter((key) => !known.includes(key))).toEqual([]);
}

interface Found {
  readonly text: string;
  readonly given: Fields;
  readonly redacted: string;
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const TEXT_CHECKS: Checks<Found> = {
  contains_secret: (expected, { spans }) => expect(spans.length > 0).toBe(expected),
  redacted: (expected, { redacted }) => expect(redacted).toBe(expected),
  redacted_unchanged: (expected, { redacted, text }) => expect(redacted === text).toBe(expected),
  redacted_contains: (expected, { redacted }) => {
    for (const part of list(expected)) expect(redacted).toContain(part);
  },
  redacted_not_contains: (expected, { redacted }) => {
    for (const part of list(expected)) expect(redacted).not.toContain(part);
  },
  redacted_not_contains_whole_input: (expected, { redacted, text }) =>
    expect(!redacted.includes(text)).toBe(expected),
  redacted_not_contains_parts: (expected, { redacted }) => expect(redacted).not.toContain(joined(expected)),
  // The token is what is given, without the quotes around it.
  redacted_not_contains_token: (expected, { redacted, text }) =>
    expect(!redacted.includes(text.replace(/^['"]|['"]$/g, ""))).toBe(expected),
  redacted_not_contains_secret: (expected, { redacted, given }) =>
    expect(!redacted.includes(joined(given["secret_parts"]))).toBe(expected),
  find: (expected, { spans }) => expect(spans.map(({ start, end }) => ({ start, end }))).toEqual(expected),
  find_count: (expected, { spans }) => expect(spans).toHaveLength(Number(expected)),
  order: (expected, { spans }) => {
    expect(expected).toBe("left-to-right");
    expect([...spans].sort((a, b) => a.start - b.start)).toEqual(spans);
  },
};

const SPAN_CHECKS: Checks<Fields> = {
  merged(expected, given) {
    const spans = (given["spans"] as readonly (readonly [number, number])[]).map(([start, end]) => ({
      kind: "any",
      start,
      end,
    }));
    expect(mergeSpans(spans).map(({ start, end }) => [start, end])).toEqual(expected);
  },
};

const VALIDATORS: Readonly<Record<string, (text: string) => boolean>> = {
  github_checksum: hasGithubChecksum,
  aws_access_key_id: isAwsKeyId,
};

const VALIDATOR_CHECKS: Checks<Fields> = {
  result(expected, given) {
    expect(given["function"]).toBe("base62(crc32_ieee(x)) padded to 6");
    expect(crcDigits(joined(given["parts"]))).toBe(expected);
  },
  valid(expected, given) {
    const validator = VALIDATORS[String(given["validator"])];
    if (validator === undefined) throw new Error(`there is no check \`${String(given["validator"])}\``);
    expect(validator(joined(given["parts"]))).toBe(expected);
  },
};

/** A row's secret: its parts, or the body of a token of GitHub, which gets its check sum here. */
function secretOf(given: Fields): string {
  const secret = (given["secret"] ?? {}) as Fields;
  readsAll(secret, ["parts", "fake_github_pat_body"]);
  const body = secret["fake_github_pat_body"];
  return typeof body === "string" ? `ghp_${body}${crcDigits(body)}` : joined(secret["parts"] ?? []);
}

/** The value at a path such as `tags[0]` or `headers.Accept`. */
function at(value: unknown, way: string): unknown {
  const keys = way.split(/[.[\]]+/).filter((key) => key !== "");
  return keys.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], value);
}

describe("docker-agent's own tests of the detectors (T)", () => {
  for (const { id, given, expect: wanted } of rows.filter(({ kind }) => kind === "redact")) {
    test(id, () => {
      tellRow("docker-agent", id, "pass");
      if (given["spans"] !== undefined) {
        readsAll(given, ["spans"]);
        check(wanted, SPAN_CHECKS, given);
        return;
      }
      readsAll(given, ["parts", "secret_parts"]);
      const text = joined(given["parts"]);
      check(wanted, TEXT_CHECKS, { text, given, redacted: redactText(text), spans: findSecrets(text) });
    });
  }
  for (const { id, given, expect: wanted } of rows.filter(({ kind }) => kind === "redact-validator")) {
    test(id, () => {
      tellRow("docker-agent", id, "pass");
      readsAll(given, ["parts", "validator", "function"]);
      check(wanted, VALIDATOR_CHECKS, given);
    });
  }
  /** What an agent's flags add to its file is the format's business, and tested there. */
  const isOfFormat = ({ given }: Row): boolean => Object.hasOwn(given, "agent_flag");
  const builtin = rows.filter((row) => row.kind === "redact-builtin");
  for (const { id, given, expect: wanted } of builtin.filter((row) => !isOfFormat(row))) {
    test(id, async () => {
      tellRow("docker-agent", id, "pass");
      readsAll(given, ["event", "tool_input", "tool_response", "secret", "input"]);
      const { input = {}, secret: _, ...rest } = given;
      const text = JSON.stringify({ ...rest, ...(input as Fields) }).replaceAll("<SECRET>", secretOf(given));
      const verdict = await ask("redact_secrets", JSON.parse(text) as object);
      const updated = verdict.kind === "failure" ? undefined : verdict.updatedInput;
      for (const [key, expected] of Object.entries(wanted)) {
        if (key === "output") {
          expect([expected, verdict]).toEqual([null, { kind: "approve", reason: "" }]);
          continue;
        }
        const part = key.endsWith("_contains");
        const way = (part ? key.slice(0, -"_contains".length) : key).replace(/^updated_/, "");
        const actual = at(updated, way);
        if (part) expect(actual).toContain(expected);
        else expect(actual).toEqual(expected);
      }
      expect(JSON.stringify(updated ?? {})).not.toContain(secretOf(given) || "<SECRET>");
    });
  }
  test("every row is run, or its class has a reason", () => {
    const kinds = new Set(["redact", "redact-validator", "redact-builtin"]);
    expect(rows.filter(({ kind }) => !kinds.has(kind))).toEqual([]);
    expect(builtin.filter(isOfFormat).length).toBe(2);
    expect(rows.length).toBe(203);
  });
});

describe("secrets by the shapes and checks that are published", () => {
  const hex = (n: number): string => "0123456789abcdef".repeat(20).slice(0, n);
  const isHidden = (text: string): boolean => redactText(`a ${text} b`) !== `a ${text} b`;
  const AGE = `AGE-SECRET-KEY-1${"Q".repeat(52)}8H00W3`;
  const webhook = (id: bigint): string => `https://discord.com/api/webhooks/${id}/${"a".repeat(68)}`;
  const snowflake = (ms: number): bigint => BigInt(ms - 1_420_070_400_000) << 22n;
  const found: Readonly<Record<string, string>> = {
    "a Cloudflare origin CA key (D15)": `v1.0-${hex(24)}-${hex(146)}`,
    "a Cloudflare origin CA key with a longer first part (D15)": `v1.0-${hex(32)}-${hex(146)}`,
    "a Braintree production token (D15)": `access_token$production$${"b".repeat(16)}$${hex(32)}`,
    "a Braintree sandbox token (D15)": `access_token$sandbox$${"b".repeat(16)}$${hex(32)}`,
    "a Braintree sandbox token of other lengths (D15)": `access_token$sandbox$${"b".repeat(8)}$${hex(28)}`,
    "an age key (D16)": AGE,
    "a Fly token (D16)": `FlyV1 fm2_${"a".repeat(80)}`,
    "a Fly token without its scheme (D16)": `fm2_${"a".repeat(80)}`,
    "a Discord web hook (D16)": webhook(snowflake(Date.UTC(2023, 10, 1))),
  };
  const passed: Readonly<Record<string, string>> = {
    "an age key with a wrong check sum (D16)": `AGE-SECRET-KEY-1${"Q".repeat(58)}`,
    "an age key with one other letter (D16)": AGE.replace("1QQ", "1QP"),
    "an age key in lower case (D16)": AGE.toLowerCase(),
    "a Fly token in other letters (D16)": `flyv1 fm2_${"a".repeat(80)}`,
    "a Fly token in capitals (D16)": `FLYV1 FM2_${"A".repeat(80)}`,
    "a Discord number that was not given out yet (D16)": webhook(18_446_744_073_709_551_615n),
    "a Discord number of the day after tomorrow (D16)": webhook(snowflake(Date.now() + 2 * 86_400_000)),
  };
  for (const [name, text] of Object.entries(found))
    test(`${name} is hidden`, () => expect(isHidden(text)).toBe(true));
  for (const [name, text] of Object.entries(passed))
    test(`${name} is not`, () => expect(isHidden(text)).toBe(false));
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
    assertLaw(
      fc.property(text, (one) => redactText(redactText(one)) === redactText(one)),
      { quick: 500 },
    );
  });
  test("what stands around a secret stays", () => {
    const around = fc.string({ unit: charOf("xyz ,;'\n"), maxLength: 30 });
    const body = fc.string({ unit: charOf("abcXYZ019"), minLength: 30, maxLength: 30 });
    assertLaw(
      fc.property(around, body, around, (before, middle, after) => {
        const hidden = redactText(`${before} ghp_${middle}${crcDigits(middle)} ${after}`);
        expect(hidden).toBe(`${before} [REDACTED] ${after}`);
      }),
      { quick: 300 },
    );
  });
  test("a private key is hidden, with or without its end", () => {
    const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n";
    expect(redactText(`a ${key}-----END RSA PRIVATE KEY-----`)).not.toContain("MIIEow");
    expect(redactText(`a ${key}`)).not.toContain("MIIEow");
  });
  testGrowth("the time grows with the text, not faster", () => {
    const shapes = SECRET_RULES.flatMap(({ keywords }) => keywords);
    const pieces = [
      "a",
      "aws_",
      "eyJaaaaaa.eyJaaaaaa",
      "eyJ",
      "-----BEGIN PRIVATE KEY-----",
      "sk.",
      "0123456789",
      ...shapes,
    ];
    for (const piece of pieces.slice(0, lawRuns({ quick: 20, deep: 50, full: pieces.length }))) {
      const grows = growth(
        (size) => {
          const text = `.eyJ aws key ${piece.repeat(Math.ceil(size / piece.length))}`;
          return () => redactText(text);
        },
        lawRuns({ quick: 1_000, deep: 2_500, full: 7_500 }),
      );
      expect(grows, piece).toBeLessThan(LINEAR);
    }
  });
});
