import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { AGENTS, type FolderTrust } from "@gatehouse-hooks/hosts/agents";
import { isRecord, own } from "@gatehouse-hooks/json";
import type { Io } from "@gatehouse-hooks/console";
import { codexHooks } from "../init/codex-trust.js";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { readHookCommandLine } from "../init/hook-command-line.js";
import { TRUST_BY_HAND } from "../init/trust-in-codex.js";
import type { DoctorFinding } from "./doctor-finding.js";

/** Whether the agent trusts what it has to trust before it runs our hooks. */
export async function examineTrust(
  agent: FoundAgent,
  { path, project }: { readonly path: string; readonly project: string | undefined },
  io: Pick<Io, "env" | "home">,
): Promise<readonly DoctorFinding[]> {
  const { wiring, folder } = agent;
  const folderFinding = (isTrusted: boolean, cure: string): readonly DoctorFinding[] =>
    isTrusted || project === undefined
      ? []
      : [
          {
            code: "untrusted-folder",
            severity: "error",
            agent: wiring.agent,
            path,
            message: `${wiring.title} does not trust the folder \`${project}\`, and ignores the hooks of the project`,
            cure,
          },
        ];
  if (wiring.agent === "codex") {
    const config = tomlAt(join(folder, "config.toml"));
    const trusted = recordAt(recordAt(config, "projects"), project ?? "")?.["trust_level"] === "trusted";
    return [
      ...(await codexFindings(agent, path, config, project ?? io.home, io)),
      ...folderFinding(trusted, "start `codex` in it, and trust it"),
    ];
  }
  const trust = AGENTS.find(({ name }) => name === wiring.agent)?.folderTrust;
  if (trust === undefined) return [];
  return folderFinding(
    isTrusted(folder, trust, project),
    `start \`${wiring.programs[0] ?? ""}\` in it, and trust it`,
  );
}

function isTrusted(folder: string, { isOff, folders }: FolderTrust, project: string | undefined): boolean {
  if (isOff !== undefined && valueAt(jsonAt(join(folder, isOff.file)), isOff.keys) !== isOff.unless)
    return true;
  const { file, keys, except } = folders;
  const found = valueAt(jsonAt(join(folder, file)), keys);
  const named = except === undefined ? found : namesBut(found, except);
  return isBelowOne(named, project);
}

function namesBut(found: unknown, except: string): readonly string[] {
  if (typeof found !== "object" || found === null) return [];
  return Object.entries(found).flatMap(([name, value]) => (value === except ? [] : [name]));
}

function valueAt(file: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    file,
  );
}

async function codexFindings(
  { program }: FoundAgent,
  path: string,
  config: Readonly<Record<string, unknown>> | undefined,
  cwd: string,
  io: Pick<Io, "env" | "home">,
): Promise<readonly DoctorFinding[]> {
  const finding = (code: string, message: string, cure: string): DoctorFinding => ({
    code,
    severity: "error",
    agent: "codex",
    path,
    message,
    cure,
  });
  if (recordAt(config, "features")?.["hooks"] === false)
    return [
      finding(
        "hooks-off",
        "`features.hooks` is `false` in `config.toml`: Codex runs no hooks",
        "take it out",
      ),
    ];
  const untrusted = finding(
    "untrusted",
    "Codex does not trust the hooks, and runs none of them; it says nothing of it",
    program === undefined ? TRUST_BY_HAND : "gatehouse init codex",
  );
  if (program !== undefined) {
    const asked = await codexHooks(program, cwd, io);
    if (asked.kind === "hooks") {
      const ours = asked.hooks.filter(({ command }) => readHookCommandLine(command ?? "") !== undefined);
      const errors = asked.errors.map((one) =>
        finding("codex-error", `Codex reports: ${one}`, "correct the file"),
      );
      return ours.length > 0 && ours.every(({ trustStatus }) => trustStatus === "trusted")
        ? errors
        : [...errors, untrusted];
    }
  }
  const state = recordAt(recordAt(config, "hooks"), "state") ?? {};
  return Object.keys(state).some((key) => key.startsWith(`${path}:pre_tool_use:`)) ? [] : [untrusted];
}

function isBelowOne(folders: unknown, project: string | undefined): boolean {
  if (!Array.isArray(folders) || project === undefined) return false;
  return folders.some(
    (one) => typeof one === "string" && (project === one || project.startsWith(one.replace(/\/*$/, "/"))),
  );
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
  const found = own(value, key);
  return isRecord(found) ? found : undefined;
}

function jsonAt(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // A configuration that has comments, or is cut, trusts nothing that we could see.
    const file: unknown = JSON.parse(readFileSync(path, "utf8"));
    return recordAt({ file }, "file");
  } catch {
    return undefined;
  }
}

function tomlAt(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseToml(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
