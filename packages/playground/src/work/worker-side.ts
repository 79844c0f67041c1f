import { TASKS, type Tasks } from "./task.js";

/** What the page asks a worker; `id` is in the reply, too. */
interface WorkerQuestion {
  readonly id: number;
  readonly task: keyof Tasks;
  readonly given: Parameters<Tasks[keyof Tasks]>[0];
}

/** What a worker replies. */
export type WorkerReply =
  /** It has started: from now on time counts. */
  | { readonly kind: "ready" }
  | { readonly id: number; readonly kind: "done"; readonly result: unknown }
  | { readonly id: number; readonly kind: "failed"; readonly message: string };

/** What a worker has of its surroundings. */
interface WorkerScope {
  readonly addEventListener: (type: "message", listener: (event: { readonly data: unknown }) => void) => void;
  readonly postMessage: (reply: WorkerReply) => void;
}

/** Does what the page asks, one task after the other. */
export function answerQuestions(scope: WorkerScope): void {
  scope.addEventListener("message", ({ data }) => {
    const { id, task, given } = data as WorkerQuestion;
    try {
      // The types of a task and of what it is given belong together.
      const result = (TASKS[task] as (given: WorkerQuestion["given"]) => unknown)(given);
      scope.postMessage({ id, kind: "done", result });
    } catch (error) {
      scope.postMessage({
        id,
        kind: "failed",
        message: error instanceof Error ? error.message : String(error),
      });
    }
  });
  scope.postMessage({ kind: "ready" });
}
