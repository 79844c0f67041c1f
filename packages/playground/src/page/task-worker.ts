import type { Tasks } from "../work/task.js";
import type { WorkerReply } from "../work/worker-side.js";

/** How a task came out. */
export type TaskOutcome<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly message: string }
  /** A newer task of the same name took its place. */
  | { readonly kind: "replaced" };

interface WaitingTask {
  readonly id: number;
  readonly task: keyof Tasks;
  readonly given: unknown;
  readonly settle: (outcome: TaskOutcome<unknown>) => void;
}

/**
 * A worker that does one task at a time. One that takes too long is ended with the worker, and the next one gets a new worker: no policy can
 * hang the page. Of tasks that wait, the last one of each name is kept.
 */
export class TaskWorker {
  readonly #script: string;
  readonly #limit: number;
  #worker: Worker | undefined;
  #doing: WaitingTask | undefined;
  #timer = 0;
  #waiting: readonly WaitingTask[] = [];
  #count = 0;

  /**
   * @param script the address of what runs in the worker
   * @param limit milliseconds that a task may take
   */
  constructor(script: string, limit: number) {
    this.#script = script;
    this.#limit = limit;
  }

  do<Name extends keyof Tasks>(
    task: Name,
    given: Parameters<Tasks[Name]>[0],
  ): Promise<TaskOutcome<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve) => {
      for (const old of this.#waiting) if (old.task === task) old.settle({ kind: "replaced" });
      this.#waiting = [
        ...this.#waiting.filter((old) => old.task !== task),
        {
          id: ++this.#count,
          task,
          given,
          settle: (outcome) => resolve(outcome as TaskOutcome<ReturnType<Tasks[Name]>>),
        },
      ];
      this.#next();
    });
  }

  #next(): void {
    const [first, ...rest] = this.#waiting;
    if (this.#doing !== undefined || first === undefined) return;
    this.#waiting = rest;
    this.#doing = first;
    this.#worker ??= this.#started();
    this.#timer = window.setTimeout(() => {
      this.#end(`it took more than ${this.#limit / 1000} s`);
    }, this.#limit);
    this.#worker.postMessage({ id: first.id, task: first.task, given: first.given });
  }

  #started(): Worker {
    const worker = new Worker(this.#script);
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
      if (worker !== this.#worker || data.id !== this.#doing?.id) return;
      this.#settle(
        data.kind === "done"
          ? { kind: "done", result: data.result }
          : { kind: "failed", message: data.message },
      );
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#end("it could not be done");
    });
    return worker;
  }

  #end(message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle({ kind: "failed", message });
  }

  #settle(outcome: TaskOutcome<unknown>): void {
    window.clearTimeout(this.#timer);
    const done = this.#doing;
    this.#doing = undefined;
    done?.settle(outcome);
    this.#next();
  }
}
