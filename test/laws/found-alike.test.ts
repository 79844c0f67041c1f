// A secret is found alike by everything that writes or sends text: the judge's prompt, the audit trail and the builtin.
import { createAuditTrail } from "@gatehouse-hooks/audit";
import { buildPrompt } from "@gatehouse-hooks/judge";
import { redact } from "@gatehouse-hooks/redact";
import { expect, test } from "vitest";
import { ask } from "../../packages/commands/test/builtin/ask.js";
import { entry, filesOf, linesIn } from "../../packages/audit/test/trails.js";
import { jsonLines } from "../json-lines.js";
import { tempDir } from "../temp-dir.js";

type Part = string | { readonly repeat: string; readonly n: number };

interface Row {
  readonly id: string;
  readonly given: { readonly parts?: readonly Part[]; readonly spans?: unknown };
  readonly expect: { readonly contains_secret?: boolean };
}

const joined = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.n))).join("");

const vectors = "../../packages/commands/test/builtin/vectors/docker-agent-redact.jsonl";
const rows = jsonLines<Row>(vectors, import.meta.url).filter(
  ({ given }) => given.parts !== undefined && given.spans === undefined,
);

const mixed = "q7Xz2Lm9Rt4Vb8Nc1Kd6Wf3Hs5Jp0Gy";
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${mixed.repeat(2)}\n-----END RSA PRIVATE KEY-----`;

/** Each with the part that must not be seen. Made from parts, so that no line of this file has the shape of a secret. */
const secrets: readonly (readonly [name: string, text: string, hidden: string])[] = [
  ["a token of GitHub without its check sum", `x ghp_${mixed}Aa1 y`, mixed],
  ["a key of a model provider", `x sk-${mixed} y`, mixed],
  ["a key of Google", `x AIza${mixed}0 y`, mixed],
  ["a bearer header", `curl -H 'Authorization: Bearer ${mixed}' h`, mixed],
  ["a variable", "DB_PASSWORD=hunter2 psql", "hunter2"],
  ["an option", "mysql --password hunter2 db", "hunter2"],
  ["a password in any address", "git clone https://bot:hunter2@host.example/a", "hunter2"],
  ["a password in the address of a database", "postgres://app:hunter2@db:5432/x", "hunter2"],
  ["a user that is a token", `https://${mixed}@host.example`, mixed],
  ["a long run", `echo ${mixed.repeat(10)} | base64 -d`, mixed],
  ["a private key", `x ${pem} y`, mixed],
  ["a private key without its end", pem.slice(0, 70), mixed.slice(0, 20)],
  ["an indented private key", pem.replaceAll("\n", "\n    "), mixed],
  ["a value of a service", `DATADOG_API_KEY = ${"0f".repeat(20)}`, "0f0f0f"],
  ["a token of Docker Hub", `x dckr_pat_${mixed.slice(0, 27)} y`, mixed.slice(0, 27)],
  ["a token of Fly", `fm2_${mixed.repeat(2)}`, mixed],
  ["a key of age", `AGE-SECRET-KEY-1${"Q".repeat(52)}8H00W3`, "QQQQ"],
];

const inPrompt = (text: string): string =>
  buildPrompt({ body: "{{v}}", event: "before_tool_call", context: { v: text }, marker: "0".repeat(32) })
    .prompt;

async function inTrail(texts: readonly string[]): Promise<string> {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory, redact });
  for (const text of texts) void trail.record(entry(text));
  await trail.close();
  return filesOf(directory).flatMap(linesIn).join("\n");
}

async function byBuiltin(text: string): Promise<string> {
  const verdict = await ask("redact_secrets", { event: "tool_response_transform", tool_response: text });
  if (verdict.kind === "failure") throw new Error(verdict.message);
  const shown = verdict.updatedInput?.["tool_response"] ?? text;
  return typeof shown === "string" ? shown : JSON.stringify(shown);
}

test.each(secrets)("%s", async (_, text, hidden) => {
  expect(text).toContain(hidden);
  expect(inPrompt(text)).not.toContain(hidden);
  expect(await byBuiltin(text)).not.toContain(hidden);
  const trail = await inTrail([text]);
  expect(trail).not.toContain(hidden);
  expect(trail).toContain("[redacted:");
});

test("docker-agent's rows: what holds a secret is shown by none as it is, what holds none by all", async () => {
  const judged = rows.filter(({ expect: wanted }) => wanted.contains_secret !== undefined);
  expect(judged.length).toBeGreaterThan(150);
  for (const { id, given, expect: wanted } of judged) {
    const text = joined(given.parts ?? []);
    const asIs = !(wanted.contains_secret ?? false);
    const found = [
      !inPrompt(text).includes("[redacted:"),
      (await byBuiltin(text)) === text,
      redact(text.slice(0, 4_000)) === text.slice(0, 4_000),
    ];
    expect(found, id).toEqual([asIs, asIs, asIs]);
  }
});

test("names in a trail without a redactor of its own are redacted by the same rules", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory });
  for (const [, text] of secrets) void trail.record(entry("", { session: text }));
  await trail.close();
  const written = filesOf(directory).flatMap(linesIn).join("\n");
  for (const [name, , hidden] of secrets) expect(written, name).not.toContain(hidden);
});
