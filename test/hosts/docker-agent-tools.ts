import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { JsonObject } from "@gatehouse-hooks/json";

/** A tool that the agent can call, with its annotations. */
export interface Tool {
  readonly run: (input: JsonObject) => Promise<string> | string;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
}

export type Tools = Readonly<Record<string, Tool>>;

/** A real shell and real files in one directory. */
export function realTools(directory: string, env: Readonly<Record<string, string | undefined>>): Tools {
  const fileOf = (input: JsonObject): string => path.join(directory, path.basename(textOf(input["path"])));
  return {
    shell: { run: (input) => shell(textOf(input["cmd"]), directory, env) },
    read_file: { run: (input) => readFile(fileOf(input), "utf8") },
    write_file: {
      run: async (input) => {
        await writeFile(fileOf(input), textOf(input["content"]));
        return "written";
      },
    },
  };
}

function shell(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without `--norc`, bash takes Node's pipe for a remote login and reads the user's start file.
    execFile(
      "bash",
      ["--norc", "-c", command],
      { cwd, env: { ...env }, timeout: 10_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${stderr}${error.message}`));
      },
    );
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
