import type { Checked } from "@gatehouse-hooks/language-server";
import { type ChildProcess, fork } from "node:child_process";
import process from "node:process";
import { programFile } from "@gatehouse-hooks/console";
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
interface ForkedChecker {
  readonly check: (question: Omit<ToChecker, "id">, signal: AbortSignal) => Promise<Checked>;
  readonly close: () => void;
}

/** The process is started with the first check, and again when it has ended. */
export function forkedChecker(env: Readonly<Record<string, string | undefined>>): ForkedChecker {
  const checker = new CheckerProcess(env);
  const kill = (): void => checker.kill();
  process.once("exit", kill);
  return {
    check: (question, signal) => checker.check(question, signal),
    close: () => {
      process.removeListener("exit", kill);
      kill();
    },
  };
}

class CheckerProcess {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #child: ChildProcess | undefined;
  #wasKilled = false;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  check(question: Omit<ToChecker, "id">, signal: AbortSignal): Promise<Checked> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#send(id, { question: { id, ...question }, signal, resolve, reject });
    });
  }

  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  #send(id: number, one: Waiting): void {
    this.#child ??= this.#start();
    const busy = this.#child;
    this.#waiting.set(id, one);
    one.signal.addEventListener("abort", () => {
      const timer = setTimeout(() => {
        if (!this.#waiting.has(id) || this.#child !== busy) return;
        this.#wasKilled = true;
        this.kill();
      }, GRACE_MS);
      timer.unref();
    });
    busy.send(one.question, (error) => {
      if (error !== null) one.reject(error);
    });
  }

  #start(): ChildProcess {
    const started = fork(programFile(), [CHECKER_PROCESS], {
      env: { ...this.#env },
      // Standard output belongs to the editor.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    started.on("message", (message: FromChecker) => {
      const asking = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === "checked") asking?.resolve(message.checked);
      else asking?.reject(new Error(message.why));
    });
    started.on("error", () => this.#lose(started));
    started.on("exit", () => this.#lose(started));
    return started;
  }

  #lose(ended: ChildProcess): void {
    if (this.#child !== ended) return;
    this.#child = undefined;
    const left = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, one] of left) {
      // It was ended because of another one that was not wanted any more.
      if (!one.signal.aborted && this.#wasKilled) this.#send(id, one);
      else one.reject(new Error("the process that checks files has ended"));
    }
    this.#wasKilled = false;
  }
}
