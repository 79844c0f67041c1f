import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Ran, runCli } from "../../packages/cli/test/run-cli.js";

/** One hook that is a command. */
export function command(text: string, more = ""): string {
  return `{ type: command, command: ${JSON.stringify(text)}${more} }`;
}

/** The doors that a user of docker-agent's files walks through, each with a file of its own. */
export function dockerAgentDoors() {
  const top = mkdtempSync(path.join(tmpdir(), "gatehouse-docker-agent-"));
  const project = path.join(top, "project");
  for (const one of ["project/.git", "home"]) mkdirSync(path.join(top, one), { recursive: true });
  const run = async (args: readonly string[], stdin: object | string = ""): Promise<Ran> =>
    await runCli(args, {
      cwd: project,
      home: path.join(top, "home"),
      env: { PATH: process.env["PATH"] ?? "" },
      stdin: typeof stdin === "string" ? stdin : JSON.stringify(stdin),
    });
  const written = (text: string): string => {
    writeFileSync(path.join(project, "agent.yaml"), text);
    return "agent.yaml";
  };
  return {
    project,
    run,
    check: async (file: string, ...more: readonly string[]): Promise<Ran> =>
      await run(["check", "--policies", written(file), "--policy-format", "docker-agent", ...more]),
    /** The decision of an event that is named as docker-agent names it. */
    decide: async (file: string, event: object, ...more: readonly string[]): Promise<unknown> =>
      JSON.parse(
        (await run(["decide", "--json", "--policies", written(file), ...more], event)).stdout,
      ) as unknown,
    /** What the agent reads of its hook; null: nothing. */
    hook: async (file: string, payload: object, ...more: readonly string[]): Promise<unknown> => {
      const args = ["hook", "docker-agent", "--policies", written(file), ...more];
      const { stdout } = await run(args, { session_id: "s", cwd: project, ...payload });
      return stdout === "" ? null : (JSON.parse(stdout) as unknown);
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
