import type { Verdict } from "@gatehouse-hooks/engine";
import type { HandlerFunction } from "@gatehouse-hooks/runtime";
import { type ChildProcess, fork } from "node:child_process";
import process from "node:process";
import { findConfig, type MorePolicies } from "@gatehouse-hooks/local/places";
import { chooseModel } from "@gatehouse-hooks/local/open";
import { programFile } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";
import { readUserSettings } from "@gatehouse-hooks/local/own-config";
import { typeScriptArgs } from "./typescript-files.js";
import { type FromHooks, HOOKS_PROCESS, type LoadHooks, type ToHooks } from "./hook-messages.js";

/** Hooks of the user's that are loaded, and what answers for them. */
interface OpenHooks extends MorePolicies {
  readonly answer: HandlerFunction<"function">;
  /** @param said the policies whose words are in the answer: fires of others are taken back */
  readonly close: (said: readonly string[]) => Promise<void>;
}

/** Files that take longer to load, in ms, are lost. */
const LOAD_MS = 20_000;
/** Milliseconds for what is being written when nothing more is asked. */
const CLOSE_MS = 1_000;

interface Waiting {
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: Error) => void;
}

/** The settings with the policies of the user's own hooks, where files are named; a file that cannot be loaded is reported. */
export async function withOwnHooks(context: Context, told: string[]): Promise<Context["settings"]> {
  const { settings } = context;
  if (settings.hooks === undefined) return settings;
  const { policies, lost, close } = await openHooks(context, settings.hooks, (message) => told.push(message));
  await close([]);
  for (const { file, why } of lost) told.push(`the hooks of ${file} are not in force: ${why}`);
  return { ...settings, more: { policies, lost } };
}

/**
 * Loads hooks in a process of their own and asks them there. Never rejects: files that cannot be loaded are lost policies.
 *
 * @param files absolute
 * @param onNotice told what is odd and not a failure
 */
export async function openHooks(
  { io, settings }: Context,
  files: readonly string[],
  onNotice: (message: string) => void,
): Promise<OpenHooks> {
  const model = chooseModel(io.env, settings.model, await findConfig(settings, io.home));
  const child = fork(programFile(), [HOOKS_PROCESS], {
    cwd: settings.project,
    env: { ...io.env },
    execArgv: [...process.execArgv, ...typeScriptArgs(files)],
    // Whoever holds the output of a hook is waited for by the agent.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const send = (message: ToHooks): void => void child.send(message, () => undefined);
  const answers = new Answers();

  const loaded = whenLoaded(child, files, answers, { onNotice, kill });
  const { models } = readUserSettings(io.home);
  const load: LoadHooks = { kind: "load", files, project: settings.project, home: io.home, model, models };
  send(load);
  const { policies, lost } = await loaded;
  return {
    policies,
    lost,
    answer: async (need, { signal }) =>
      await answers.next((id) => {
        signal.addEventListener("abort", () => send({ kind: "stop", id }), { once: true });
        send({ kind: "ask", id, name: need.handler.name, need });
      }),
    close: async (said) => {
      if (child.connected) send({ kind: "said", policies: said });
      await ended(child, kill);
      process.off("exit", kill);
    },
  };
}

/** What is loaded; the answers of hooks go to those who asked. */
function whenLoaded(
  child: ChildProcess,
  files: readonly string[],
  answers: Answers,
  { onNotice, kill }: { readonly onNotice: (message: string) => void; readonly kill: () => void },
): Promise<MorePolicies> {
  return new Promise<MorePolicies>((resolve) => {
    let [file = ""] = files;
    const lose = (why: string): void => {
      clearTimeout(timer);
      resolve({ policies: [], lost: [{ file, events: "all gating", tier: "user", why }] });
      answers.end(why);
    };
    const timer = setTimeout(() => {
      lose(`it takes longer than ${LOAD_MS / 1_000} s to load; cure: do less when it is imported`);
      kill();
    }, LOAD_MS);
    child.on("error", (error) => lose(`its process cannot be started: ${error.message}`));
    child.on("exit", (code, signal) =>
      lose(`its process ended (${signal ?? `exit code ${code ?? "?"}`}); cure: a hook does not exit`),
    );
    child.on("message", (message: FromHooks) => {
      if (message.kind === "loading") file = message.file;
      else if (message.kind === "loaded") {
        clearTimeout(timer);
        resolve(message);
      } else if (message.kind === "notice") onNotice(message.message);
      else if (message.kind === "answer" || message.kind === "failed") answers.take(message);
    });
  });
}

async function ended(child: ChildProcess, kill: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const timer = setTimeout(kill, CLOSE_MS);
  if (child.connected) child.disconnect();
  await gone;
  clearTimeout(timer);
}

/** Where answers of hooks go. */
class Answers {
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #ended: string | undefined;

  next(send: (id: number) => void): Promise<Verdict> {
    if (this.#ended !== undefined) throw new Error(this.#ended);
    const id = ++this.#asked;
    return new Promise<Verdict>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  take(message: Extract<FromHooks, { readonly kind: "answer" | "failed" }>): void {
    const one = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === "answer") one?.resolve(message.verdict);
    else one?.reject(new Error(message.why));
  }

  /** Nothing comes any more. */
  end(why: string): void {
    this.#ended ??= why;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}
