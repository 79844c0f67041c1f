import type { Tasks } from "../work/task.js";
import type { WorkerReply } from "../work/worker-side.js";

/** How a task came out. */
type TaskOutcome<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly message: string }
  /** A newer task of the same name took its place. */
  | { readonly kind: "replaced" };

/** How long a task may take, in milliseconds. */
interface TaskLimits {
  readonly any: number;
  /** One whose result is no longer wanted. A worker that is ended has to start again: what is short may end. */
  readonly replaced: number;
}

interface WaitingTask {
  readonly id: number;
  readonly task: keyof Tasks;
  readonly given: unknown;
  readonly settle: (outcome: TaskOutcome<unknown>) => void;
}

interface DoingTask extends WaitingTask {
  /** On the clock of the page; undefined while the worker starts. */
  readonly since: number | undefined;
  readonly isReplaced: boolean;
}

/**
 * A worker that does one task at a time. One that takes too long is ended with the worker, and the next one gets a new worker: no policy can
 * hang the page. Of tasks that wait, the last one of each name is kept.
 */
export class TaskWorker {
  readonly #script: string;
  readonly #limits: TaskLimits;
  #worker: Worker | undefined;
  #isReady = false;
  #doing: DoingTask | undefined;
  #timer = 0;
  #waiting: readonly WaitingTask[] = [];
  #count = 0;

  /** @param script the address of what runs in the worker */
  constructor(script: string, limits: TaskLimits) {
    this.#script = script;
    this.#limits = limits;
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
      this.drop(task);
      this.#next();
    });
  }

  /** The result of what is being done under this name is no longer wanted. */
  drop(task: keyof Tasks): void {
    if (this.#doing?.task !== task || this.#doing.isReplaced) return;
    this.#doing = { ...this.#doing, isReplaced: true };
    this.#watch();
  }

  #next(): void {
    const [first, ...rest] = this.#waiting;
    if (this.#doing !== undefined || first === undefined) return;
    this.#waiting = rest;
    this.#worker ??= this.#started();
    this.#doing = { ...first, since: this.#isReady ? performance.now() : undefined, isReplaced: false };
    this.#watch();
    this.#worker.postMessage({ id: first.id, task: first.task, given: first.given });
  }

  /** Ends the task that is done when its time is over. */
  #watch(): void {
    window.clearTimeout(this.#timer);
    const { since, isReplaced = false } = this.#doing ?? {};
    if (since === undefined) return;
    const most = isReplaced ? this.#limits.replaced : this.#limits.any;
    this.#timer = window.setTimeout(
      () => {
        this.#end(
          isReplaced
            ? { kind: "replaced" }
            : { kind: "failed", message: `it took more than ${most / 1000} s` },
        );
      },
      Math.max(0, since + most - performance.now()),
    );
  }

  #started(): Worker {
    const worker = new Worker(this.#script);
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
      if (worker === this.#worker) this.#heard(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#end({ kind: "failed", message: "it could not be done" });
    });
    return worker;
  }

  #heard(reply: WorkerReply): void {
    if (reply.kind === "ready") {
      this.#isReady = true;
      if (this.#doing !== undefined) this.#doing = { ...this.#doing, since: performance.now() };
      this.#watch();
    } else if (reply.id === this.#doing?.id) {
      this.#settle(
        reply.kind === "done"
          ? { kind: "done", result: reply.result }
          : { kind: "failed", message: reply.message },
      );
    }
  }

  #end(outcome: TaskOutcome<unknown>): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isReady = false;
    this.#settle(outcome);
  }

  #settle(outcome: TaskOutcome<unknown>): void {
    window.clearTimeout(this.#timer);
    const done = this.#doing;
    this.#doing = undefined;
    done?.settle(outcome);
    this.#next();
  }
}
