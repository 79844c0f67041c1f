import { SANDBOX_TARGETS, type SandboxTarget } from "@gatehouse-hooks/box";
import { type Io, messageOf } from "@gatehouse-hooks/console";
import { isProgram } from "@gatehouse-hooks/local/agents";
import { readUserSettings, USER_SETTINGS } from "@gatehouse-hooks/local/own-config";
import { delimiter, isAbsolute, join } from "node:path";
import process from "node:process";
import { saysTheSame, readSandboxFile, settingsRecord } from "../box/plan-settings.js";
import { whyNoBox } from "@gatehouse-hooks/boxes/box";
import { type ChangedFile, readCopy } from "../init/install-record.js";
import { readTarget } from "../init/target-file.js";
import type { DoctorFinding } from "./doctor-finding.js";

/**
 * Whether the sandboxes that `gatehouse box --settings` has told what policies say still do it: nothing of what was written is gone, no file
 * that the agent reads beside it switches the sandbox off, and what it needs is there.
 *
 * @param names agents; none: all
 */
export function examineSandboxes(
  { home, env }: Pick<Io, "home" | "env">,
  project: string,
  names: readonly string[],
): readonly DoctorFinding[] {
  const ofTargets = SANDBOX_TARGETS.flatMap((target) => {
    const written = settingsRecord(home, target);
    if (written === undefined || (names.length > 0 && !names.includes(target.agent))) return [];
    const beside = target.beside.map((path) => (isAbsolute(path) ? path : join(project, path)));
    return [
      ...ownFindings(target, written, home),
      ...[written.target, ...beside].flatMap((path) => openFindings(target, path)),
      ...needFindings(target, env),
    ];
  });
  return [...ofTargets, ...callFindings(home)];
}

/** Whether the box can be made that the user's settings want for calls. */
function callFindings(home: string): readonly DoctorFinding[] {
  const { unknown, others, otherwise } = readUserSettings(home).shellCalls;
  const why = unknown === "box" || others === "box" ? whyNoBox() : undefined;
  if (why === undefined) return [];
  const message = `the settings want shell calls in a box, and none can be made: ${why}; such calls are ${otherwise === "deny" ? "denied" : "asked about"}`;
  const cure = "install `bubblewrap`; or take `unknown` and `shell` out of ~/.gatehouse/settings.json";
  return [{ code: "box-program", severity: "error", path: join(home, USER_SETTINGS), message, cure }];
}

function again({ agent }: SandboxTarget): string {
  return `gatehouse box --settings ${agent} --undo, and then --write`;
}

function ownFindings(target: SandboxTarget, written: ChangedFile, home: string): readonly DoctorFinding[] {
  const { agent, title } = target;
  const made = readCopy(home, written.after);
  const found = (message: string): readonly DoctorFinding[] => [
    { code: "box-off", severity: "error", agent, path: written.target, message, cure: again(target) },
  ];
  if (made === undefined) return found("what was written for the sandbox is not known any more");
  try {
    const { bytes } = readTarget(written.target);
    if (bytes === undefined) return found(`the file is gone: ${title}'s sandbox is told nothing`);
    const { value } = readSandboxFile(written.target, bytes, target);
    const wanted = target.generatedIn(readSandboxFile(written.target, made, target).value);
    return saysTheSame(target.joined(value, wanted), value)
      ? []
      : found(`some of what was written is gone: ${title}'s sandbox holds less than the policies say`);
  } catch (error) {
    return found(`it cannot be read: ${messageOf(error)}`);
  }
}

function openFindings(target: SandboxTarget, path: string): readonly DoctorFinding[] {
  const { agent, title } = target;
  const found = (message: string, cure: string): DoctorFinding => ({
    code: "box-off",
    severity: "error",
    agent,
    path,
    message,
    cure,
  });
  try {
    const { bytes } = readTarget(path);
    if (bytes === undefined) return [];
    return target
      .openIn(readSandboxFile(path, bytes, target).value)
      .map(({ key, why }) => found(`\`${key}\`: ${why}`, `take \`${key}\` out`));
  } catch (error) {
    return [found(`it may switch ${title}'s sandbox off: ${messageOf(error)}`, "correct it")];
  }
}

function needFindings({ agent, title, needs }: SandboxTarget, env: Io["env"]): readonly DoctorFinding[] {
  if (process.platform !== "linux") return [];
  const folders = (env["PATH"] ?? "").split(delimiter);
  return needs
    .filter((name) => !folders.some((folder) => isAbsolute(folder) && isProgram(join(folder, name))))
    .map((name) => ({
      code: "box-program",
      severity: "error",
      agent,
      message: `${title}'s sandbox needs \`${name}\`, which is not on the PATH: its commands do not run`,
      cure: `install \`${name === "bwrap" ? "bubblewrap" : name}\``,
    }));
}
