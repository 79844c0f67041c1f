import type { Checked } from "@gatehouse-hooks/language-server";
import { type ChildProcess, fork } from "node:child_process";
import process from "node:process";
import { program } from "@gatehouse-hooks/console";
import { CHECKER_PROCESS, type FromChecker, type ToChecker } from "./checker-messages.js";

/** A check that is not wanted any more may go on for so long, in ms: a new process takes about as much to start. */
const GRACE_MS = 1_000;

interface Waiting {
  readonly question: ToChecker;
  readonly signal: AbortSignal;
  readonly resolve: (checked: Checked) => void;
  readonly reject: (error: Error) => void;
}

/** Checks files in another process. */
export interface ForkedChecker {
  readonly check: (question: Omit<ToChecker, "id">, signal: AbortSignal) => Promise<Checked>;
  readonly close: () => void;
}

/** The process is started with the first check, and again when it has ended. */
export function forkedChecker(env: Readonly<Record<string, string | undefined>>): ForkedChecker {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let child: ChildProcess | undefined;
  let wasKilled = false;
  const kill = (): void => void child?.kill("SIGKILL");
  process.once("exit", kill);
  const lose = (ended: ChildProcess): void => {
    if (child !== ended) return;
    child = undefined;
    const left = [...waiting];
    waiting.clear();
    for (const [id, one] of left) {
      // It was ended because of another one that was not wanted any more.
      if (!one.signal.aborted && wasKilled) send(id, one);
      else one.reject(new Error("the process that checks files has ended"));
    }
    wasKilled = false;
  };
  const send = (id: number, one: Waiting): void => {
    child ??= start();
    const busy = child;
    waiting.set(id, one);
    one.signal.addEventListener("abort", () => {
      const timer = setTimeout(() => {
        if (!waiting.has(id) || child !== busy) return;
        wasKilled = true;
        kill();
      }, GRACE_MS);
      timer.unref();
    });
    busy.send(one.question, (error) => {
      if (error !== null) one.reject(error);
    });
  };
  const start = (): ChildProcess => {
    const started = fork(program(), [CHECKER_PROCESS], {
      env: { ...env },
      // Standard output belongs to the editor.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    started.on("message", (message: FromChecker) => {
      const asking = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === "checked") asking?.resolve(message.checked);
      else asking?.reject(new Error(message.why));
    });
    started.on("error", () => lose(started));
    started.on("exit", () => lose(started));
    return started;
  };
  return {
    check: (question, signal) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        send(id, { question: { id, ...question }, signal, resolve, reject });
      }),
    close: () => {
      process.removeListener("exit", kill);
      kill();
    },
  };
}
