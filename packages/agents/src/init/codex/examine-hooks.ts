import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { isRecord, own } from "@gatehouse-hooks/json";
import type { Io } from "@gatehouse-hooks/console";
import type { FoundAgent } from "@gatehouse-hooks/local/agents";
import { readHookCommandLine } from "../hook-command-line.js";
import type { TrustFinding, TrustState } from "../hook-trust.js";
import { codexHooks, TRUST_BY_HAND } from "./codex-hooks.js";

/** What Codex says of our hooks, and of the folder whose hooks they are. */
export async function examineHooks(
  agent: FoundAgent,
  { path, project }: { readonly path: string; readonly project: string | undefined },
  io: Pick<Io, "env" | "home">,
): Promise<TrustState> {
  const config = tomlAt(join(agent.folder, "config.toml"));
  const level = recordAt(recordAt(config, "projects"), project ?? "")?.["trust_level"];
  return {
    findings: await findingsOf(agent, path, config, project ?? io.home, io),
    isFolderTrusted: level === "trusted",
  };
}

async function findingsOf(
  { program }: FoundAgent,
  path: string,
  config: Readonly<Record<string, unknown>> | undefined,
  cwd: string,
  io: Pick<Io, "env" | "home">,
): Promise<readonly TrustFinding[]> {
  const finding = (code: string, message: string, cure: string): TrustFinding => ({
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

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> | undefined {
  const found = own(value, key);
  return isRecord(found) ? found : undefined;
}

function tomlAt(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseToml(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
