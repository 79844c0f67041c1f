import { exitCode, type ExitCode } from "../exit-code.js";
import { type AgentState, examineAgent } from "../doctor/examine-agent.js";
import { examinePolicies } from "../doctor/examine-policies.js";
import type { DoctorFinding } from "../doctor/doctor-finding.js";
import { findAgents } from "../init/find-agents.js";
import { readRecord } from "../init/install-record.js";
import { thisLauncher } from "../init/launcher.js";
import { requireHome } from "../load/require-home.js";
import { EXPLAINED, plural } from "../print/issues.js";
import { printable } from "../print/printable.js";
import { type Context, print } from "../settings.js";
import { UsageError } from "../usage-error.js";

/** What `--json` prints. */
export interface DoctorJson {
  /** There is no error. */
  readonly ok: boolean;
  readonly agents: readonly {
    readonly agent: string;
    /** Absent where it does not say it. */
    readonly version: string | undefined;
    /** The settings files that have our hooks. */
    readonly installed: readonly string[];
    /** Milliseconds of a call; absent: none was made. */
    readonly ms: number | undefined;
  }[];
  readonly findings: readonly DoctorFinding[];
}

/**
 * `gatehouse doctor`: whether hooks are installed and answer, and all that keeps them from it without a word. Exit code 1 with errors.
 *
 * @param binary what the hooks should start, instead of this program
 * @throws UsageError for an unknown agent
 */
export async function doctor(
  context: Context,
  names: readonly string[],
  binary: string | undefined,
): Promise<ExitCode> {
  const { io, settings } = context;
  requireHome(io.home);
  const all = findAgents(io);
  const unknown = names.find((name) => all.every(({ wiring }) => wiring.agent !== name));
  if (unknown !== undefined)
    throw new UsageError(
      `unknown agent \`${unknown}\``,
      `write one of ${all.map(({ wiring }) => wiring.agent).join(", ")}`,
    );
  const current = thisLauncher(io.cwd, binary);
  const recorded = new Set(readRecord(io.home).files.map(({ agent }) => agent));
  const agents: AgentState[] = [];
  for (const agent of all) {
    const { agent: name } = agent.wiring;
    const expected = names.includes(name) || recorded.has(name);
    if (names.length > 0 ? !names.includes(name) : !agent.present && !expected) continue;
    agents.push(await examineAgent(agent, { io, project: settings.project, current, expected }));
  }
  const policies = await examinePolicies(context);
  const findings = [...agents.flatMap((agent) => agent.findings), ...policies];
  if (agents.length === 0)
    findings.push({
      code: "no-agent",
      severity: "warning",
      message: "no agent was found on PATH or in the home folder",
      cure: "gatehouse init AGENT",
    });
  const failed = findings.some(({ severity }) => severity === "error");
  const rows = agents.map(({ agent, version, installed, ms }) => ({ agent, version, installed, ms }));
  await print(context, { ok: !failed, agents: rows, findings } satisfies DoctorJson, [
    ...agents.map((agent) => agentLine(context, agent)),
    ...(agents.length > 0 ? [""] : []),
    ...findings.flatMap((finding) => findingLines(context, finding)),
    summary(context, findings),
    ...(findings.length > 0 ? [context.colors.dim(EXPLAINED)] : []),
  ]);
  return failed ? exitCode.refused : exitCode.fine;
}

function agentLine({ colors }: Context, { agent, version, installed, ms, findings }: AgentState): string {
  const bad = findings.some(({ severity }) => severity === "error");
  const mark = bad ? colors.red("fail") : colors.green("ok  ");
  const time = ms === undefined ? "" : `  one call ${ms} ms`;
  return `${mark}  ${agent}${version === undefined ? "" : ` ${version}`}  ${installed.map((path) => printable(path)).join(", ")}${time}`;
}

function findingLines({ colors }: Context, finding: DoctorFinding): readonly string[] {
  const { severity, code, agent, path, line, message, cure } = finding;
  const word =
    severity === "error" ? colors.red(severity) : severity === "warning" ? colors.yellow(severity) : severity;
  const where = path === undefined ? "" : `${printable(path)}${line === undefined ? "" : `:${line}`} `;
  const whose = agent === undefined ? "" : `${agent}: `;
  return [
    `${colors.bold(where)}${word} ${whose}${printable(message)} ${colors.dim(`(${code})`)}`,
    `  ${colors.dim(`cure: ${printable(cure)}`)}`,
  ];
}

function summary({ colors }: Context, findings: readonly DoctorFinding[]): string {
  const count = (severity: DoctorFinding["severity"]): number =>
    findings.filter((one) => one.severity === severity).length;
  const text = `${plural(count("error"), "error")}, ${plural(count("warning"), "warning")}, ${plural(count("note"), "note")}`;
  return count("error") > 0 ? colors.red(text) : colors.green(text);
}
