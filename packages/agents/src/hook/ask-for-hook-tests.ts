import { fork } from "node:child_process";
import process from "node:process";
import { programFile } from "@gatehouse-hooks/console";
import { type FromHooks, HOOKS_PROCESS, type HookTestResult, type ToHooks } from "./hook-messages.js";
import { typeScriptArgs } from "./typescript-files.js";

/** What came of the tests that a file's hooks hold. */
type HookTests =
  | { readonly kind: "tested"; readonly hooks: number; readonly results: readonly HookTestResult[] }
  | { readonly kind: "untested"; readonly why: string };

/**
 * Runs the inline tests of the hooks that a file exports, in a process of their own. Never rejects.
 *
 * @param file absolute
 * @param root the project's folder, absolute
 */
export async function askForHookTests(
  file: string,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  limitMs: number,
): Promise<HookTests> {
  const child = fork(programFile(), [HOOKS_PROCESS], {
    cwd: root,
    env: { ...env },
    execArgv: [...process.execArgv, ...typeScriptArgs([file])],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
  });
  const timer = setTimeout(() => void child.kill("SIGKILL"), limitMs);
  try {
    return await new Promise((resolve) => {
      const untested = (why: string): void => resolve({ kind: "untested", why });
      child.on("error", (error) => untested(`its process cannot be started: ${error.message}`));
      child.on("exit", (code, signal) =>
        untested(`its process ended (${signal ?? `exit code ${code ?? "?"}`}) before its tests did`),
      );
      child.on("message", (message: FromHooks) => {
        if (message.kind === "tested" || message.kind === "untested") resolve(message);
      });
      const question: ToHooks = { kind: "test", file, root };
      child.send(question, () => undefined);
    });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
