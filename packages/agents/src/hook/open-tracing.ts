import { programFile } from "@gatehouse-hooks/console";
import type { DecisionTracer } from "@gatehouse-hooks/core/hook";
import { type ChildProcess, fork } from "node:child_process";
import process from "node:process";
import { noteTracing } from "./broken-tracing.js";
import { type EndedSpan, type FromHooks, HOOKS_PROCESS, type ToHooks } from "./hook-messages.js";

/** Where the decisions of hooks are traced. */
export interface Tracing {
  /**
   * For the spans of one call.
   *
   * @param parent a `traceparent` (W3C Trace Context); anything else is no parent
   */
  readonly tracerUnder: (parent: string | undefined) => DecisionTracer;
  /** Gives the spans that have ended to the user's module, and waits for nothing: when an answer is out. */
  readonly give: () => void;
  /** The same, has them sent, and ends. Never rejects. @param ms what it takes at most */
  readonly close: (ms: number) => Promise<void>;
}

/** How a module is run. */
export interface TracingOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told once that the module is broken, and why. */
  readonly told?: (message: string) => void;
  /** The file of the command that runs it. Default: this process's own. */
  readonly program?: string;
}

/** Milliseconds until a process that does not answer is ended. */
const ANSWER_MS = 60_000;
/** Spans that wait; more are lost. */
const MOST = 1_000;

/**
 * Traces decisions with the module that the user's settings name. It runs in a process of its own, from when an answer is out: what it
 * prints, a loop without end and an exit change no decision. That it is broken is noted, once, and then nothing is traced.
 *
 * @param file absolute
 */
export function openTracing(file: string, options: TracingOptions): Tracing {
  const traces = new Traces(file, options);
  return {
    tracerUnder: (parent) => recorder(parent, (span) => traces.keep(span)),
    give: () => void traces.give(false),
    close: async (ms) => await traces.close(ms),
  };
}

class Traces {
  readonly #file: string;
  readonly #options: TracingOptions;
  #spans: EndedSpan[] = [];
  #child: ChildProcess | undefined;
  #isBroken = false;
  #noted: Promise<void> = Promise.resolve();
  /** Those who wait for an answer of the process. */
  readonly #waiting: (() => void)[] = [];

  constructor(file: string, options: TracingOptions) {
    this.#file = file;
    this.#options = options;
  }

  keep(span: EndedSpan): void {
    if (this.#spans.length < MOST) this.#spans.push(span);
  }

  /** Settles when the process has answered, or will not. */
  async give(isLast: boolean, ms: number = ANSWER_MS): Promise<void> {
    if (this.#isBroken || (this.#spans.length === 0 && this.#child === undefined)) return;
    const message: ToHooks = { kind: "trace", file: this.#file, spans: this.#spans, isLast };
    this.#spans = [];
    await new Promise<void>((resolve) => {
      const late = setTimeout(() => this.#break(`it takes longer than ${ms / 1_000} s`), ms);
      this.#waiting.push(() => {
        clearTimeout(late);
        resolve();
      });
      this.#child ??= this.#start();
      this.#child.send(message, () => undefined);
    });
  }

  async close(ms: number): Promise<void> {
    await this.give(true, ms);
    this.#end();
    await this.#noted;
  }

  #start(): ChildProcess {
    const child = fork(this.#options.program ?? programFile(), [HOOKS_PROCESS], {
      env: { ...this.#options.env },
      // Whoever holds the output of a hook is waited for by the agent.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    process.once("exit", this.#end);
    child.on("error", (error) => this.#break(`its process cannot be started: ${error.message}`));
    child.on("exit", (code, signal) =>
      this.#break(`its process ended (${signal ?? `exit code ${code ?? "?"}`}); cure: it does not exit`),
    );
    child.on("message", (message: FromHooks) => {
      if (message.kind !== "traced") return;
      if (message.why !== undefined) this.#break(message.why);
      else this.#note(undefined);
      this.#waiting.shift()?.();
    });
    return child;
  }

  #break(why: string): void {
    if (!this.#isBroken) {
      this.#isBroken = true;
      this.#note(why);
      this.#options.told?.(`decisions are not traced: ${this.#file}: ${why}`);
    }
    this.#end();
    for (const settle of this.#waiting.splice(0)) settle();
  }

  #note(why: string | undefined): void {
    const broken = why === undefined ? undefined : { file: this.#file, why };
    this.#noted = this.#noted.then(async () => await noteTracing(this.#options.home, broken));
  }

  readonly #end = (): void => {
    process.off("exit", this.#end);
    this.#child?.removeAllListeners();
    this.#child?.on("error", () => undefined);
    this.#child?.kill("SIGKILL");
  };
}

/** A tracer whose spans are data when they have ended. */
function recorder(parent: string | undefined, keep: (span: EndedSpan) => void): DecisionTracer {
  return {
    startActiveSpan: (name, { startTime = now() }, work) => {
      let attributes: EndedSpan["attributes"] = {};
      let isError = false;
      const span = {
        setAttributes: (more: EndedSpan["attributes"]): void =>
          void (attributes = { ...attributes, ...more }),
        setStatus: (): void => void (isError = true),
        end: (): void => keep({ name, parent, startTime, endTime: now(), attributes, isError }),
      };
      return work(span) as ReturnType<typeof work>;
    },
  };
}

/** Milliseconds since 1970, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
