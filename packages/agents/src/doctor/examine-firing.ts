import type { Io } from "@gatehouse-hooks/console";
import { type Installed, probe } from "../init/probe.js";
import { ownConfigWanted } from "@gatehouse-hooks/local/own-config";
import type { DoctorFinding } from "./doctor-finding.js";

/** What a probe found, and how long one call took. */
interface Firing {
  readonly findings: readonly DoctorFinding[];
  /** Milliseconds of a call without an objection, from the start of the process to its end. */
  readonly ms: number;
}

/** A call that takes longer than this is felt. */
const SLOW_MS = 2_000;

/** Sends a call that has to be denied, and one that has not, through what is installed. */
export async function examineFiring(
  agent: string,
  path: string,
  installed: Installed,
  io: Pick<Io, "env" | "home">,
): Promise<Firing> {
  const findings: DoctorFinding[] = [];
  const add = (code: string, severity: DoctorFinding["severity"], message: string, cure: string): void => {
    findings.push({ code, severity, agent, path, message, cure });
  };
  const harmless = await probe(agent, installed, "harmless", io);
  if (harmless.answer.kind === "failed") {
    const { blocks, why } = harmless.answer;
    const then = blocks ? "every call is blocked" : "the agent goes on as if there were no hook";
    add("no-answer", "error", `the hook makes no decision, and ${then}: ${why}`, `gatehouse init ${agent}`);
    return { findings, ms: harmless.ms };
  }
  if (harmless.answer.kind === "deny")
    add("denies-all", "error", `a call of \`true\` is denied: ${harmless.answer.reason}`, "gatehouse check");
  if (harmless.ms > SLOW_MS)
    add(
      "slow",
      "warning",
      `a call takes ${Math.round(harmless.ms)} ms`,
      "see what runs in it: gatehouse list",
    );
  if (ownConfigWanted(io.home).wanted) {
    const { answer } = await probe(agent, installed, "denied", io);
    if (answer.kind !== "deny")
      add(
        "not-denied",
        "error",
        `a command that changes Gatehouse's own folder was not denied (${answer.kind})`,
        `gatehouse init ${agent}`,
      );
  }
  return { findings, ms: harmless.ms };
}
