import { loadMayrosConfig, MAYROS_DEFAULTS, type MayrosConfig } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";

/** Document 000, "Configuration", letter by letter. */
const DOCUMENT = `{
  llmHooks: {
    enabled: true,
    projectHooksDir: ".mayros/hooks",
    userHooksDir: "~/.mayros/hooks",
    defaultModel: "anthropic/claude-sonnet-4-20250514",
    defaultTimeoutMs: 15000,          // 1000–120000
    defaultCache: "session",          // "none" | "session" | "global"
    maxConcurrentEvals: 3,            // 1–10
    globalCacheTtlMs: 300000,         // >= 10000 (5 min default)
  }
}`;

function read(text: string | Uint8Array) {
  const { config, issues } = loadMayrosConfig(text, { path: "mayros.json5" });
  return { config, codes: issues.map(({ code }) => code), issues };
}

test("the document's block holds the defaults", () => {
  expect(read(DOCUMENT)).toMatchObject({ config: MAYROS_DEFAULTS, codes: [] });
});

test.each([
  ["bare", "{ maxConcurrentEvals: 5 }"],
  ["the document's block", "{ llmHooks: { maxConcurrentEvals: 5 }, other: 1 }"],
  [
    "the plugin's entry",
    '{ plugins: { entries: { "llm-hooks": { enabled: true, config: { maxConcurrentEvals: 5 } } } } }',
  ],
  [
    "the plugin's entry first",
    '{ llmHooks: {}, plugins: { entries: { "llm-hooks": { config: { maxConcurrentEvals: 5 } } } } }',
  ],
])("the settings are found: %s", (_, text) => {
  expect(read(text)).toMatchObject({ config: { ...MAYROS_DEFAULTS, maxConcurrentEvals: 5 }, codes: [] });
});

test.each([
  "{}",
  "null",
  "{ llmHooks: {} }",
  "{ llmHooks: null }",
  "{ plugins: {} }",
  '{ plugins: { entries: { "llm-hooks": {} } } }',
])("%s: the defaults", (text) => {
  expect(read(text)).toMatchObject({ config: MAYROS_DEFAULTS, codes: [] });
});

test("an entry that is switched off switches the hooks off", () => {
  expect(read('{ plugins: { entries: { "llm-hooks": { enabled: false } } } }').config.enabled).toBe(false);
});

const IN_FORCE: readonly (readonly [
  text: string,
  config: Partial<MayrosConfig>,
  codes: readonly string[],
])[] = [
  ["{ defaultTimeoutMs: 1000 }", { defaultTimeoutMs: 1000 }, []],
  ["{ defaultTimeoutMs: 120000 }", { defaultTimeoutMs: 120_000 }, []],
  ["{ defaultTimeoutMs: 999 }", {}, ["invalid-value"]],
  ["{ defaultTimeoutMs: 120001 }", {}, ["invalid-value"]],
  ["{ defaultTimeoutMs: 1500.9 }", { defaultTimeoutMs: 1500 }, ["invalid-value"]],
  ["{ defaultTimeoutMs: 999.9 }", {}, ["invalid-value"]],
  ["{ defaultTimeoutMs: NaN }", {}, ["invalid-value"]],
  ["{ globalCacheTtlMs: Infinity }", {}, ["invalid-value"]],
  ["{ globalCacheTtlMs: 10000 }", { globalCacheTtlMs: 10_000 }, []],
  ["{ globalCacheTtlMs: 9999 }", {}, ["invalid-value"]],
  ["{ maxConcurrentEvals: 0 }", {}, ["invalid-value"]],
  ["{ maxConcurrentEvals: 10 }", { maxConcurrentEvals: 10 }, []],
  ["{ maxConcurrentEvals: '3' }", {}, ["invalid-value"]],
  ["{ defaultCache: 'Global' }", {}, ["invalid-value"]],
  ["{ enabled: false }", { enabled: false }, []],
  ["{ enabled: 'false' }", {}, ["invalid-value"]],
  ["{ enabled: 0 }", {}, ["invalid-value"]],
  ["{ projectHooksDir: '' }", { projectHooksDir: "" }, []],
  ["{ projectHooksDir: 1 }", {}, ["invalid-value"]],
  ["{ __proto__: { enabled: false } }", {}, ["unknown-key"]],
  ["{ llmHooks: { constructor: 1 } }", {}, ["unknown-key"]],
  ["[]", {}, ["invalid-type"]],
  ["'text'", {}, ["invalid-type"]],
  ["{", {}, ["json-syntax"]],
  ["", {}, ["json-syntax"]],
];

test.each(IN_FORCE)("%s", (text, config, codes) => {
  expect(read(text)).toMatchObject({ config: { ...MAYROS_DEFAULTS, ...config }, codes });
});

test("an error names the value in force", () => {
  expect(read("{ maxConcurrentEvals: 20 }").issues[0]).toMatchObject({
    message: "`maxConcurrentEvals` must be at most 10; 3 is in force",
    line: 1,
    column: 3,
  });
});

test("bytes that are not UTF-8, and files over the limit, leave the defaults in force", () => {
  expect(read(new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject({
    config: MAYROS_DEFAULTS,
    codes: ["encoding"],
  });
  expect(read(" ".repeat(300_000))).toMatchObject({ config: MAYROS_DEFAULTS, codes: ["too-large"] });
  expect(read("[".repeat(100_000) + "]".repeat(100_000)).codes).toEqual(["invalid-type"]);
});
