import { type Command, Option } from "commander";
import { HOOK_FLAGS } from "./docker-agent-settings.js";

/** Adds `--agent`, `--compat` and `--hook-*`. */
export function addDockerAgentOptions(root: Command): void {
  root
    .option("--agent <name>", "docker-agent: the agent of the file whose hooks count (default: all)")
    .option("--compat <generation>", "docker-agent: what its hooks mean: 2026-09 (default) or 2026-05");
  for (const [flag, when] of Object.entries(HOOK_FLAGS)) {
    root.addOption(
      new Option(
        `--${flag} <command>`,
        `docker-agent: a command that runs ${when}; may be given again`,
      ).argParser<readonly string[] | undefined>((command, before) => [...(before ?? []), command]),
    );
  }
}
