import type { AtomCoverage } from "@gatehouse-hooks/analysis";
import { shorten } from "@gatehouse-hooks/json";
import { type Palette, plural, printable } from "@gatehouse-hooks/console/print";
import type { TestResult } from "./run-policy-tests.js";
import type { CoveredPolicy } from "./test-coverage.js";

/** The longest difference shown, in UTF-16 code units. */
const MAX_DIFFERENCE = 300;
/** Files that are named. */
const MOST_FILES = 10;
/** The longest part of a condition shown. */
const MAX_PART = 160;

/** A line for each test that failed, or for each test: place, name, and what differs. */
export function resultLines(tests: readonly TestResult[], all: boolean, colors: Palette): string[] {
  return tests.flatMap((test) => {
    const passed = test.differences.length === 0;
    if (passed && !all) return [];
    const word = passed ? colors.green("pass") : colors.red("FAIL");
    return [`${colors.bold(testPlace(test))} ${word} ${printable(test.name)}${differenceOf(test)}`];
  });
}

/** `file:line:column` of a test. */
export function testPlace({ path, line, column }: TestResult): string {
  const at = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  return `${printable(path)}${at}`;
}

function differenceOf({ differences }: TestResult): string {
  return differences.length === 0 ? "" : `: ${printable(shorten(differences.join("; "), MAX_DIFFERENCE))}`;
}

/** `12 tests passed, 1 failed in 3 files`, or what to write where there are none. */
export function summaryLines(tests: readonly TestResult[], files: number, colors: Palette): string[] {
  if (tests.length === 0)
    return [
      colors.yellow(`no tests in ${plural(files, "file")}`),
      ...HOW_TO.map((line) => colors.dim(`  ${line}`)),
    ];
  const failed = tests.filter((test) => test.differences.length > 0).length;
  const summary = `${plural(tests.length - failed, "test")} passed, ${failed} failed in ${plural(files, "file")}`;
  return [failed === 0 ? colors.green(summary) : colors.red(summary)];
}

/** The files that hold no test, beside others that do. */
export function withoutTests(
  policies: readonly CoveredPolicy[],
  tests: readonly TestResult[],
  colors: Palette,
): string[] {
  const tested = new Set(tests.map(({ path }) => path));
  const paths = [...new Set(policies.map(({ path }) => path))].filter((path) => !tested.has(path));
  if (tests.length === 0 || paths.length === 0) return [];
  const more = paths.length > MOST_FILES ? `, and ${paths.length - MOST_FILES} more` : "";
  return [colors.yellow(`no tests in ${paths.slice(0, MOST_FILES).map(printable).join(", ")}${more}`)];
}

const HOW_TO: readonly string[] = [
  "write tests below a policy of a YAML or JSON file:",
  "  tests:",
  '    - event: { toolName: Bash, params: { command: "rm -rf /" } }',
  "      expect: deny        # or ask, allow, abstain, warn; skip: the policy does not apply",
  `try a policy without tests: gatehouse test FILE --tool Bash --params '{"command":"rm -rf /"}'`,
];

/** Policies whose tests say little: those that are switched off, and those that apply in none. */
export function inertLines(policies: readonly CoveredPolicy[], colors: Palette): string[] {
  return policies.flatMap((one) => {
    if (one.inert === null || one.tests === 0) return [];
    const off = one.inert === "disabled" ? "is switched off (`enabled: false`), and " : "";
    const what = `${off}never applied in ${plural(one.tests, "test")}`;
    return [`${colors.bold(policyPlace(one))} ${colors.yellow("note")} \`${printable(one.policy)}\` ${what}`];
  });
}

/** What the tests have not shown: policies that never applied, and parts of conditions that never held, failed or decided. */
export function coverageLines(policies: readonly CoveredPolicy[], colors: Palette): string[] {
  const parts = policies.flatMap(({ atoms }) => atoms.filter(isAsked));
  const applied = policies.filter((one) => one.applied > 0).length;
  const both = parts.filter(({ held, failed }) => held > 0 && failed > 0).length;
  return [
    `coverage: ${applied} of ${plural(policies.length, "policy", "policies")} applied, ${both} of ${plural(parts.length, "part")} of conditions held and failed`,
    ...policies.flatMap((one) => {
      const head = `  ${policyPlace(one)} \`${printable(one.policy)}\``;
      if (one.applied === 0)
        return [
          `${head} ${one.tests === 0 ? "has no tests" : one.inert === "disabled" ? "is switched off" : "never applied"}`,
        ];
      return one.atoms.filter(isAsked).flatMap((atom) => {
        const gaps = gapsOf(atom);
        return gaps.length === 0
          ? []
          : [`${head} \`${printable(shorten(atom.text, MAX_PART))}\` ${colors.yellow(gaps.join(", "))}`];
      });
    }),
  ];
}

/** A matcher says which tools: that it also fails is nothing that a test need show. */
function isAsked({ part, text }: AtomCoverage): boolean {
  return part === "condition" && text !== "true";
}

function gapsOf({ held, failed, decided }: AtomCoverage): readonly string[] {
  return [
    ...(held === 0 ? ["never held"] : []),
    ...(failed === 0 ? ["never failed"] : []),
    ...(decided === 0 ? ["never decided"] : []),
  ];
}

function policyPlace({ path, line }: CoveredPolicy): string {
  return `${printable(path)}${line === undefined ? "" : `:${line}`}`;
}
