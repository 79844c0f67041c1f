import fc from "fast-check";
import { load } from "@gatehouse-hooks/hosts";
import { MAYROS_EVENTS } from "../src/mayros/tables.js";
import { expect, test } from "vitest";
import { mayrosReads } from "./mayros-reference.js";
import { DEVIATIONS, differences } from "./mayros-register.js";
import { assertLaw } from "../../../test/assert-law.js";

const blank = fc.constantFrom("", " ", "  ", "\t", "\u00a0");
const quoted = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom("", "", '"', "'"), value, fc.constantFrom("", "", '"', "'"))
    .map(([open, text, close]) => `${open}${text}${close === "" ? open : close}`);
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  name: fc.constantFrom("n", "no-force-push", "a b", "NO", "é😀", "x: y", "-", "a#b", ""),
  events: fc.oneof(
    fc.shuffledSubarray([...MAYROS_EVENTS], { maxLength: 3 }).map((events) => events.join(" , ")),
    fc.constantFrom("nope", "[before_tool_call]", "", ",", "session_end,"),
  ),
  description: fc.constantFrom("d", "a: b", 'x "y" z', "it's", "[x", "{x}", "*x", "!x", "%x", "@x", "> x"),
  condition: fc.constantFrom(
    'toolName == "exec"',
    "!sessionKey",
    '"a" == "b"',
    "toolName == 'x'",
    'a.includes(" # ")',
    "true",
    "|",
    "(",
    '!a && "b" == c',
    String.raw`a == \"b\"`,
  ),
  model: fc.constantFrom("m/x", "", "~", "null"),
  timeout: fc.constantFrom(
    "100",
    "15000",
    "20000",
    "300",
    "5000",
    "99",
    "20000ms",
    "7.9e3",
    "0100",
    "+300",
    "-1",
    "1e9",
    "x",
    " 300",
  ),
  cache: fc.constantFrom("none", "session", "global", "none", "session", "Global", ""),
  priority: fc.constantFrom("1", "-5", "+3", "7.9", "1e3", "x", "", "010", "0", "-0"),
  enabled: fc.constantFrom("true", "false", "True", "yes", "0", ""),
  extra: fc.constantFrom("z", "", "{a: b}", "&a b"),
};

const field = fc
  .constantFrom(...Object.keys(values))
  .chain((key) =>
    fc
      .tuple(
        fc.constantFrom("", "", "", "", " "),
        blank,
        quoted(values[key] ?? fc.constant("")),
        blank,
        comment(),
      )
      .map(([before, after, value, end, note]) => `${key}${before}:${after}${value}${end}${note}`),
  );

function comment(): fc.Arbitrary<string> {
  return fc.constantFrom("", "", "", "", " # c", "#c");
}

const junk = fc.constantFrom(
  "# comment",
  "- item",
  "",
  " indented: x",
  "...",
  "noColon",
  "\tx",
  "? a",
  "name",
);
const hookFile = fc
  .tuple(
    fc.constantFrom("---", "---", "---", "---", "---", "---", "----", "--- ", "\ufeff---", "\n---"),
    fc.array(fc.oneof({ weight: 6, arbitrary: field }, { weight: 1, arbitrary: junk }), { maxLength: 6 }),
    fc.constantFrom("---", "---", "---", "---", "---", "--- ", "----", "---x", "..."),
    fc.constantFrom("B", "B", "B", "Body {{context}}\n---\nmore", "", " \n"),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([open, lines, close, body, end, whole]) => {
    const front = whole > 0 ? ["name: n", "events: session_end", ...lines] : lines;
    return [open, ...front, close, body].join("\n").replaceAll("\n", end);
  });

test("law: what Mayros loads, Gatehouse loads, and every difference is in the register", () => {
  assertLaw(
    fc.property(hookFile, (content) => {
      for (const difference of differences(mayrosReads(content), load(content, { path: "x.md" }))) {
        const covered = DEVIATIONS.some(({ accountsFor }) => accountsFor(difference, content));
        if (!covered) throw new Error(`${difference} differs, and no entry of the register covers it`);
      }
    }),
  );
});

test("law: a hook that Gatehouse does not load has an error", () => {
  assertLaw(
    fc.property(hookFile, (content) => {
      const { policies, issues } = load(content, { path: "x.md" });
      return policies.length === 1 || issues.some(({ severity }) => severity === "error");
    }),
  );
});

test("law: Gatehouse never switches a hook off that Mayros runs", () => {
  assertLaw(
    fc.property(hookFile, (content) => {
      const [policy] = load(content, { path: "x.md" }).policies;
      return mayrosReads(content)?.enabled !== true || policy === undefined || policy.enabled;
    }),
  );
});

test("the laws are not empty: most files of the generator load", () => {
  const sample = fc.sample(hookFile, { numRuns: 500, seed: 1 });
  const loaded = sample.filter((content) => load(content, { path: "x.md" }).policies.length === 1);
  expect(loaded.length).toBeGreaterThan(100);
});
