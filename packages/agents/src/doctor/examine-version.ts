import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { runProgram } from "../init/run-line.js";
import type { Io } from "@gatehouse-hooks/console";
import type { DoctorFinding } from "./doctor-finding.js";

const TIMEOUT_MS = 15_000;

/** Whether the agent is of a version whose answers were measured. */
export async function examineVersion(
  { wiring, program }: FoundAgent,
  { env, home }: Pick<Io, "env" | "home">,
): Promise<{ readonly version: string | undefined; readonly findings: readonly DoctorFinding[] }> {
  if (program === undefined) return { version: undefined, findings: [] };
  const input = { stdin: "", cwd: home, env: { ...env, HOME: home }, timeout: TIMEOUT_MS };
  const { stdout, stderr } = await runProgram(program, ["--version"], input);
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? /\d+\.\d+\.\d+/.exec(stderr)?.[0];
  const finding = (message: string, cure: string): DoctorFinding => ({
    code: "version",
    severity: "note",
    agent: wiring.agent,
    message,
    cure,
  });
  if (version === undefined)
    return {
      version,
      findings: [finding(`\`${program} --version\` names no version`, "see whether it starts")],
    };
  const { blockFieldsSince: since } = wiring;
  if (since !== undefined && isBefore(version, since)) {
    const message = `${wiring.title} ${version}: a hook that is killed or takes too long lets the tool run`;
    const old: DoctorFinding = {
      ...finding(message, `update it: ${since} and later block the call`),
      code: "old-version",
      severity: "warning",
    };
    return { version, findings: [old] };
  }
  if (wiring.measured === undefined || sameLine(version, wiring.measured)) return { version, findings: [] };
  const message = `${wiring.title} ${version}: what it does with answers was measured with ${wiring.measured}`;
  return { version, findings: [finding(message, "the probe above says whether its hooks work")] };
}

/** The same major and minor version. */
function sameLine(a: string, b: string): boolean {
  return a.split(".").slice(0, 2).join(".") === b.split(".").slice(0, 2).join(".");
}

/** Three numbers each, compared as numbers. */
function isBefore(a: string, b: string): boolean {
  const other = b.split(".").map(Number);
  const parts = a.split(".").map((part, index) => Number(part) - (other[index] ?? 0));
  return (parts.find((difference) => difference !== 0) ?? 0) < 0;
}
