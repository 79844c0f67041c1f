import { isFile, isProgram } from "@gatehouse-hooks/local/agents";
import { isPassing, type Launcher } from "../init/launcher.js";
import { canHaveSnapshot, isFresh } from "../init/snapshot/make-snapshot.js";
import type { DoctorFinding } from "./doctor-finding.js";

/** Whether what the hooks start is there, and is this program. */
export function examineLauncher(
  agent: string,
  path: string,
  { node, binary }: Launcher,
  current: Launcher,
): readonly DoctorFinding[] {
  const cure = `gatehouse init ${agent}`;
  const findings: DoctorFinding[] = [];
  const add = (code: string, severity: DoctorFinding["severity"], message: string): void => {
    findings.push({ code, severity, agent, path, message, cure });
  };
  if (!isProgram(node))
    add("no-node", "error", `the hooks start \`${node}\`, which is not a program: every call is blocked`);
  if (!isFile(binary))
    add("no-binary", "error", `the hooks start \`${binary}\`, which is not there: every call is blocked`);
  else if (binary !== current.binary)
    add("moved", "warning", `the hooks start \`${binary}\`, and this is \`${current.binary}\``);
  if (isPassing(binary))
    add("passing", "warning", `\`${binary}\` is a cache: when it is emptied, every call is blocked`);
  if (canHaveSnapshot(binary) && !isFresh({ node, binary }))
    add(
      "no-snapshot",
      "note",
      "the hooks start without a snapshot of this program and this Node, which takes twice the time",
    );
  return findings;
}
