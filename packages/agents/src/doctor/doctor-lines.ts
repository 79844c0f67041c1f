import { EXPLAINED, plural, printable } from "@gatehouse-hooks/console/print";
import { ruleCountText, ruleLines, type RulesInForce, shownInHome } from "@gatehouse-hooks/local/rules";
import type { Context } from "@gatehouse-hooks/local";
import type { DoctorFinding } from "./doctor-finding.js";
import type { AgentState, Guard } from "./examine-agent.js";

type Shown = Pick<Context, "colors" | "io">;

const WORDS: Readonly<Record<Guard, string>> = {
  guarded: "guarded",
  "not guarded": "NOT GUARDED",
  broken: "broken",
  "by hand": "by hand",
};
const WIDTH = Math.max(...Object.values(WORDS).map((word) => word.length));

/** A line for each agent, with its cure; below it what else is known of it. Then the rules, and what is about no agent. */
export function doctorLines(
  context: Shown,
  agents: readonly AgentState[],
  { findings, rules }: { readonly findings: readonly DoctorFinding[]; readonly rules: RulesInForce },
): readonly string[] {
  const others = findings.filter(({ agent }) => agents.every((one) => one.agent !== agent));
  return [
    ...agents.flatMap((state) => agentLines(context, state, findings)),
    ...(agents.length > 0 ? [""] : []),
    ...ruleLines(rules, context),
    ...others.flatMap((finding) => findingLines(context, finding)),
    summary(context, findings),
    ...(findings.length > 0 ? [context.colors.dim(EXPLAINED)] : []),
  ];
}

function agentLines(
  context: Shown,
  { agent, state, version, rules, installed, ms }: AgentState,
  findings: readonly DoctorFinding[],
): readonly string[] {
  const { colors, io } = context;
  const paint = {
    guarded: colors.green,
    "not guarded": colors.red,
    broken: colors.red,
    "by hand": colors.yellow,
  };
  const own = findings.filter((one) => one.agent === agent);
  // What is about no agent says why this one is not guarded, where nothing of its own does.
  const first =
    state === "guarded"
      ? undefined
      : (own.find(({ severity }) => severity === "error") ??
        own[0] ??
        findings.find(({ severity, agent: whose }) => severity === "error" && whose === undefined));
  const name = `${agent}${version === undefined ? "" : ` ${version}`}`;
  const said =
    first === undefined
      ? [
          ruleCountText(rules),
          ...installed.map((path) => printable(shownInHome(path, io.home))),
          ...(ms === undefined ? [] : [`one call ${ms} ms`]),
        ]
      : [`${firstOf(context, first)}; cure: ${printable(first.cure)}`];
  return [
    `${paint[state](WORDS[state].padEnd(WIDTH))}  ${name}  ${said.join("  ")}`,
    ...own
      .filter((one) => one !== first)
      .flatMap((one) => findingLines(context, one).map((line) => `  ${line}`)),
  ];
}

function findingLines(context: Shown, finding: DoctorFinding): readonly string[] {
  const { colors } = context;
  const { severity } = finding;
  const word =
    severity === "error" ? colors.red(severity) : severity === "warning" ? colors.yellow(severity) : severity;
  return [
    `${placeOf(context, finding)}${word} ${saidOf(context, finding)}`,
    `  ${colors.dim(`cure: ${printable(finding.cure)}`)}`,
  ];
}

/** Of each agent that is there this may be said: it is short, so that a screen of 80 columns holds all of them. */
function firstOf(context: Shown, finding: DoctorFinding): string {
  if (finding.code === "not-installed")
    return saidOf(context, { ...finding, message: "no hooks of Gatehouse" });
  return `${placeOf(context, finding)}${saidOf(context, finding)}`;
}

function placeOf({ colors, io: { home } }: Shown, { path, line }: DoctorFinding): string {
  if (path === undefined) return "";
  return `${colors.bold(`${printable(shownInHome(path, home))}${line === undefined ? "" : `:${line}`}`)} `;
}

function saidOf({ colors }: Shown, { message, code }: DoctorFinding): string {
  return `${printable(message)} ${colors.dim(`(${code})`)}`;
}

function summary({ colors }: Shown, findings: readonly DoctorFinding[]): string {
  const count = (severity: DoctorFinding["severity"]): number =>
    findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const text = `${plural(errors, "error")}, ${plural(warnings, "warning")}, ${plural(count("note"), "note")}`;
  return errors > 0 ? colors.red(text) : warnings > 0 ? colors.yellow(text) : colors.green(text);
}
