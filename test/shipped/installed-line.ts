import { readFileSync } from "node:fs";
import path from "node:path";
import { spawnNode } from "../e2e/spawn-cli.js";
import type { Answer } from "./answer.js";
import type { Payload } from "./payload.js";
import type { World } from "./world.js";

/** The command line that `gatehouse init` has written into the settings of Claude Code for calls of tools. */
export function installedLine({ home }: World): string {
  const text = readFileSync(path.join(home, ".claude/settings.json"), "utf8");
  const { hooks } = JSON.parse(text) as {
    readonly hooks: {
      readonly PreToolUse: readonly { readonly hooks: readonly { readonly command: string }[] }[];
    };
  };
  const line = hooks.PreToolUse[0]?.hooks[0]?.command;
  if (line === undefined) throw new Error("no hook was installed");
  return line;
}

/** Runs it as the agent does. A shell keeps no line breaks at the end of what it passes on. */
export async function playLine({ project, env }: World, line: string, { text }: Payload): Promise<Answer> {
  const { code, stdout, stderr } = await spawnNode(["-c", line], {
    cwd: project,
    env,
    stdin: text,
    program: "/bin/sh",
  });
  return { stdout, stderr, exitCode: code };
}
