import { execFile } from "node:child_process";

/** What a program printed, and how it ended. */
export interface Ran {
  /** 0 is success. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program with words as arguments, never through a shell of our making. Rejects when it cannot be started. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { cwd, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error === null) resolve({ status: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ status: error.code, stdout, stderr });
      else reject(new Error(`\`${program}\` did not run to its end: ${error.message}`));
    });
  });
}

/** {@link runProgram} of what has to succeed. @returns what it printed on stdout @throws Error with what it printed */
export async function mustRun(
  program: string,
  args: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const { status, stdout, stderr } = await runProgram(program, args, cwd, env);
  if (status !== 0)
    throw new Error(`\`${program} ${args.join(" ")}\` ended with ${status}\n${stderr || stdout}`);
  return stdout;
}
