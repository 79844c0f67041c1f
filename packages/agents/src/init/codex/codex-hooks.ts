import { own, isList, isRecord } from "@gatehouse-hooks/json";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { type Io, messageOf } from "@gatehouse-hooks/console";

/** What the person still has to do by hand. */
export const TRUST_BY_HAND =
  "Codex runs no hook before it is trusted: start `codex`, type `/hooks`, and trust those of Gatehouse";

/** A hook as Codex lists it. */
export interface CodexHook {
  /** Its file, event and places in the lists. */
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
  /** The command line of one that runs a command. */
  readonly command?: string | null;
}

/** What Codex says of its hooks; or why it was not asked. */
type CodexHooks =
  | { readonly kind: "hooks"; readonly hooks: readonly CodexHook[]; readonly errors: readonly string[] }
  | { readonly kind: "failed"; readonly why: string };

/** Milliseconds that Codex has for all its answers. */
const TIMEOUT_MS = 20_000;
/** Milliseconds in which what was ended has to be gone. */
const ENDING_MS = 2_000;
const MAX_OUTPUT = 4_000_000;

/**
 * Asks Codex's app server for the hooks that it would run in a folder, and has those of a file trusted. Codex runs no hook that is not
 * trusted, and says nothing of it.
 *
 * @param program the absolute path of Codex
 * @param trusts which hooks are to be trusted; absent: none is
 */
export async function codexHooks(
  program: string,
  cwd: string,
  { env, home }: Pick<Io, "env" | "home">,
  trusts?: (hook: CodexHook) => boolean,
): Promise<CodexHooks> {
  const child = spawn(program, ["app-server"], {
    cwd,
    env: { ...env, HOME: home },
    stdio: ["pipe", "pipe", "ignore"],
    // A group of its own: what `codex` is on `PATH` starts Codex, and does not take it along when it ends.
    detached: true,
  });
  const server = jsonRpc(child);
  try {
    await server.call("initialize", {
      clientInfo: { name: "gatehouse", version: "1" },
      capabilities: { experimentalApi: true },
    });
    server.tell("initialized");
    const listed = listOf(await server.call("hooks/list", { cwds: [cwd] }));
    const wanted =
      trusts === undefined
        ? []
        : listed.hooks.filter((hook) => trusts(hook) && hook.trustStatus !== "trusted");
    if (wanted.length === 0) return { kind: "hooks", ...listed };
    const value = Object.fromEntries(
      wanted.map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
    );
    const edits = [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }];
    await server.call("config/batchWrite", { edits, reloadUserConfig: true });
    return { kind: "hooks", ...listOf(await server.call("hooks/list", { cwds: [cwd] })) };
  } catch (error) {
    return { kind: "failed", why: messageOf(error) };
  } finally {
    await endGroup(child);
  }
}

/** Ends a program and what it has started, and waits until none of them writes any more. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  // One that has left the group, and holds the pipe, is not waited for.
  const signal = AbortSignal.timeout(ENDING_MS);
  const closed = child.stdout?.closed === true ? undefined : once(child, "close", { signal }).catch(() => {});
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  await closed;
}

interface Server {
  readonly call: (method: string, params: unknown) => Promise<unknown>;
  readonly tell: (method: string) => void;
}

/** JSON-RPC, a message a line. Requests of the server are refused: nothing that we ask for needs one. */
function jsonRpc(child: ReturnType<typeof spawn>): Server {
  const replies = new Replies();
  const timer = setTimeout(() => replies.end("Codex did not answer in time"), TIMEOUT_MS);
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    rest += chunk;
    if (rest.length > MAX_OUTPUT) replies.end("Codex answered too much");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) replies.take(parsed(line));
  });
  child.stdin?.on("error", () => {});
  child.on("error", (error) => replies.end(error.message));
  child.on("close", () => {
    clearTimeout(timer);
    replies.end("Codex ended before it answered");
  });
  const send = (message: object): void => {
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  return {
    call: (method, params) => replies.next((id) => send({ id, method, params })),
    tell: (method) => send({ method }),
  };
}

/** The requests that wait for an answer. */
class Replies {
  readonly #waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (why: Error) => void }
  >();
  #last = 0;
  #ended: Error | undefined;

  next(send: (id: number) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  take({ id, method, result, error }: ReturnType<typeof parsed>): void {
    if (typeof id !== "number" || method !== undefined) return;
    const one = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(`Codex refused: ${JSON.stringify(error).slice(0, 200)}`));
  }

  /** Nothing comes any more. */
  end(why: string): void {
    this.#ended ??= new Error(why);
    for (const one of this.#waiting.values()) one.reject(this.#ended);
    this.#waiting.clear();
  }
}

function listOf(result: unknown): {
  readonly hooks: readonly CodexHook[];
  readonly errors: readonly string[];
} {
  const data = own(result, "data");
  const first = isList(data) ? data[0] : undefined;
  const hooks = own(first, "hooks");
  const errors = own(first, "errors");
  return {
    hooks: (Array.isArray(hooks) ? hooks : []) as readonly CodexHook[],
    errors: (Array.isArray(errors) ? errors : []).map((one) =>
      typeof one === "string" ? one : JSON.stringify(one),
    ),
  };
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
