import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AGENTS, type FolderTrust } from "@gatehouse-hooks/hosts/agents";
import { isRecord } from "@gatehouse-hooks/json";
import type { Io } from "@gatehouse-hooks/console";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { hookTrustOf } from "../init/hook-trusts.table.js";
import type { DoctorFinding } from "./doctor-finding.js";

/** Whether the agent trusts what it has to trust before it runs our hooks. */
export async function examineTrust(
  agent: FoundAgent,
  { path, project }: { readonly path: string; readonly project: string | undefined },
  io: Pick<Io, "env" | "home">,
): Promise<readonly DoctorFinding[]> {
  const { wiring, folder } = agent;
  const folderFinding = (isTrusted: boolean): readonly DoctorFinding[] =>
    isTrusted || project === undefined
      ? []
      : [
          {
            code: "untrusted-folder",
            severity: "error",
            agent: wiring.agent,
            path,
            message: `${wiring.title} does not trust the folder \`${project}\`, and ignores the hooks of the project`,
            cure: `start \`${wiring.programs[0] ?? ""}\` in it, and trust it`,
          },
        ];
  const hooks = hookTrustOf(wiring.agent);
  if (hooks !== undefined) {
    const { findings, isFolderTrusted } = await hooks.examine(agent, { path, project }, io);
    return [...findings, ...folderFinding(isFolderTrusted)];
  }
  const trust = AGENTS.find(({ name }) => name === wiring.agent)?.folderTrust;
  if (trust === undefined) return [];
  return folderFinding(isTrusted(folder, trust, project));
}

function isTrusted(folder: string, { isOff, folders }: FolderTrust, project: string | undefined): boolean {
  if (isOff !== undefined && valueAt(jsonAt(join(folder, isOff.file)), isOff.keys) !== isOff.unless)
    return true;
  const { file, keys, except } = folders;
  const found = valueAt(jsonAt(join(folder, file)), keys);
  return isBelowOne(except === undefined ? found : namesBut(found, except), project);
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

function isBelowOne(folders: unknown, project: string | undefined): boolean {
  if (!Array.isArray(folders) || project === undefined) return false;
  return folders.some(
    (one) => typeof one === "string" && (project === one || project.startsWith(one.replace(/\/*$/, "/"))),
  );
}

function jsonAt(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // A configuration that has comments, or is cut, trusts nothing that we could see.
    const file: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isRecord(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
