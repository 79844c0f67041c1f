import type { Event, LostPolicy, Verdict } from "@gatehouse-hooks/engine";
import {
  bindHooks,
  createEvaluator,
  type Evaluator,
  eventText,
  fileTranscripts,
  type Heard,
  type Hook,
  type HookFire,
  type HookHandler,
  runInlineTests,
  type Transcript,
} from "@gatehouse-hooks/hooks";
import {
  EVENT_NAMES,
  listensByName,
  readEventNames,
  TRANSCRIPT_PLACES,
  TRANSCRIPT_READERS,
  WIRED_HOSTS,
} from "@gatehouse-hooks/hosts/wired";
import { join } from "node:path";
import process from "node:process";
import { exitCode, type ExitCode, messageOf } from "@gatehouse-hooks/console";
import { isFirstTime, privateStates, statesFolder, type Writing } from "./hook-memory.js";
import type { FromHooks, LoadHooks, ToHooks } from "./hook-messages.js";
import { readHookFile } from "./read-hook-file.js";
import type { SpanSink } from "./trace-spans.js";

/**
 * The process in which hooks of the user's run: what they print, a loop without end and an exit cannot become the answer of the
 * process that started it. Its streams are closed. It ends when the other one does.
 */
export async function hooksProcess(): Promise<ExitCode> {
  if (process.send === undefined) return exitCode.usage;
  let loaded: Promise<Readonly<Record<string, HookHandler>>> | undefined;
  const stops = new Map<number, AbortController>();
  const writing: Writing = new Set();
  const fires = unheardFires();
  const takeSpans = spanTaker();
  process.on("message", (message: ToHooks) => {
    if (message.kind === "load") loaded ??= load(message, writing, fires.add);
    else if (message.kind === "test") void testHookFile(message).then(say);
    else if (message.kind === "trace") void takeSpans(message).then(say);
    else if (message.kind === "said") fires.said(message.policies);
    else if (message.kind === "stop") stops.get(message.id)?.abort();
    else {
      const { id, name, need } = message;
      const stop = new AbortController();
      stops.set(id, stop);
      const handler = loaded?.then((handlers) =>
        Object.hasOwn(handlers, name) ? handlers[name] : undefined,
      );
      Promise.resolve(handler)
        .then(async (found) => {
          if (found === undefined) throw new Error("no such hook is loaded");
          const verdict = await found(need, { signal: stop.signal });
          // Nothing can be told any more when the last question is answered.
          await Promise.allSettled(writing);
          say({ kind: "answer", id, verdict });
        })
        .catch((error: unknown) => say({ kind: "failed", id, why: messageOf(error) }))
        .finally(() => stops.delete(id));
    }
  });
  await new Promise<void>((resolve) => process.once("disconnect", resolve));
  // A state that is half-written would keep its lock.
  await Promise.allSettled(writing);
  return exitCode.fine;
}

/** Where no agent is known that would hear less. */
const EVERYTHING: Heard = Object.freeze({ deny: true, warn: true, isStopping: false });

const NOT_ITS_EVENT: Verdict = Object.freeze({
  kind: "approve",
  reason: "the hook does not listen to the event",
});

/** What exports spans; never rejects. */
function spanTaker(): (message: Extract<ToHooks, { readonly kind: "trace" }>) => Promise<FromHooks> {
  let sink: Promise<SpanSink> | undefined;
  return async ({ file, spans, isLast }) => {
    try {
      sink ??= import("./trace-spans.js").then(async ({ openSpanSink }) => await openSpanSink(file));
      const { give, flush } = await sink;
      give(spans);
      if (isLast) await flush();
      return { kind: "traced" };
    } catch (error) {
      return { kind: "traced", why: messageOf(error) };
    }
  };
}

function say(message: FromHooks): void {
  // The other process may have ended.
  if (process.connected) process.send?.(message, () => undefined);
}

/** Fires of which it is not known yet whether anybody was told. */
function unheardFires(): {
  readonly add: (fire: HookFire) => void;
  readonly said: (policies: readonly string[]) => void;
} {
  const fires: HookFire[] = [];
  let told: ReadonlySet<string> | undefined;
  // What cannot be taken back stays counted: a hook that is silent once too often is told by its own state.
  const settle = ({ hook, takeBack }: HookFire, said: ReadonlySet<string>): void =>
    said.has(hook) ? undefined : void takeBack().catch(() => undefined);
  return {
    // One that comes behind the answer is in none.
    add: (fire) => (told === undefined ? void fires.push(fire) : settle(fire, new Set())),
    said: (policies) => {
      told ??= new Set(policies);
      for (const fire of fires.splice(0)) settle(fire, told);
    },
  };
}

async function load(
  given: LoadHooks,
  writing: Writing,
  onFire: (fire: HookFire) => void,
): Promise<Readonly<Record<string, HookHandler>>> {
  const { hooks, lost } = await readHooks(given.files);
  const { policies, handlers } = bind(hooks, given, writing, onFire);
  const listed = new Map(policies.map(({ id, events }) => [id, readEventNames(events, EVENT_NAMES)]));
  // They are the user's, whose command line names them.
  say({
    kind: "loaded",
    policies: policies.map((policy) => ({
      ...policy,
      events: listed.get(policy.id)?.events ?? policy.events,
      tier: "user" as const,
    })),
    lost,
  });
  return Object.fromEntries(
    Object.entries(handlers).map(([id, handler]): readonly [string, HookHandler] => [
      id,
      async (need, call) => {
        const names = listed.get(id);
        return names === undefined || listensByName(need.event, names, EVENT_NAMES)
          ? await handler(need, call)
          : NOT_ITS_EVENT;
      },
    ]),
  );
}

/** The hooks of files; a file with a hook that another one has is lost. */
async function readHooks(
  files: readonly string[],
): Promise<{ readonly hooks: readonly Hook[]; readonly lost: readonly LostPolicy[] }> {
  const hooks: Hook[] = [];
  const ids = new Set<string>();
  const lost: LostPolicy[] = [];
  for (const file of files) {
    say({ kind: "loading", file });
    const read = await readHookFile(file);
    if (read.kind === "lost") {
      lost.push({ file, events: "all gating", tier: "user", ...read.at });
      continue;
    }
    const twice = read.hooks.find(
      ({ policy: { id } }, at) => ids.has(id) || read.hooks.slice(0, at).some((one) => one.policy.id === id),
    );
    if (twice !== undefined) {
      const why = `two hooks have the id \`${twice.policy.id}\`; cure: give one of them another \`id\``;
      lost.push({ file, events: "all gating", tier: "user", why });
      continue;
    }
    for (const hook of read.hooks) {
      ids.add(hook.policy.id);
      hooks.push(hook);
    }
  }
  return { hooks, lost };
}

function bind(
  hooks: readonly Hook[],
  { project, home, model, models }: LoadHooks,
  writing: Writing,
  onFire: (fire: HookFire) => void,
): ReturnType<typeof bindHooks> {
  const states = privateStates(statesFolder(home), writing);
  let session: string | undefined;
  const read = fileTranscripts({ hosts: TRANSCRIPT_READERS });
  let last: { readonly key: string; readonly transcript: Promise<Transcript> } | undefined;
  const tell = (code: string, message: string): void => {
    const told = isFirstTime(states, session, `notice ${code} ${message}`)
      .then((isNew) => (isNew ? say({ kind: "notice", code, message }) : undefined))
      .finally(() => writing.delete(told));
    writing.add(told);
  };
  return bindHooks(hooks, {
    evaluator: lazyEvaluator(model, tell),
    states,
    models,
    root: project,
    hears: (event) => WIRED_HOSTS.find(({ name }) => name === event["host"])?.wire.hears(event) ?? EVERYTHING,
    onFire,
    // All hooks are asked about one event: its conversation is read once.
    transcript: (event: Event) => {
      session = eventText(event, "session");
      const key = JSON.stringify([event["raw"]]);
      last = last?.key === key ? last : { key, transcript: read(withPath(event, home)) };
      return last.transcript;
    },
    onNotice: ({ code, hook, message }) => {
      // What holds for the file in any case is what its inline tests tell.
      if (code !== "limit-repeats") tell(code, `hook \`${hook}\`: ${message}`);
    },
  });
}

/** An evaluator that is made by the first question: most events ask no model. */
function lazyEvaluator(model: string, tell: (code: string, message: string) => void): Evaluator {
  let evaluator: Evaluator | undefined;
  return {
    ask: async (...given) => {
      const [{ model: size }] = given;
      if (size !== undefined && !size.includes("/")) {
        const cure = `write "models": { "${size}": "provider/model" } in ~/.gatehouse/settings.json`;
        tell(
          "model-unmapped",
          `no model is named for the size \`${size}\`: ${model} is asked; cure: ${cure}`,
        );
      }
      evaluator ??= createEvaluator({
        env: process.env,
        model,
        onNotice: ({ code, message }) => tell(code, message),
      });
      return await evaluator.ask(...given);
    },
  };
}

/** The event with the path of its transcript, where its agent names that only in other events. */
function withPath(event: Event, home: string): Event {
  const host = event["host"];
  const session = eventText(event, "session");
  if (typeof host !== "string" || session === undefined || !Object.hasOwn(TRANSCRIPT_PLACES, host))
    return event;
  const raw = event["raw"];
  const isNamed =
    typeof raw === "object" && raw !== null && ("transcriptPath" in raw || "transcript_path" in raw);
  const parts = isNamed ? undefined : TRANSCRIPT_PLACES[host]?.(session);
  return parts === undefined ? event : { ...event, transcript_path: join(home, ...parts) };
}

/** Runs the inline tests of the hooks that a file exports, with scripted answers. Never rejects. */
async function testHookFile({
  file,
  root,
}: {
  readonly file: string;
  readonly root: string;
}): Promise<FromHooks> {
  const read = await readHookFile(file);
  if (read.kind === "lost") return { kind: "untested", why: read.at.why };
  try {
    const results = await runInlineTests(read.hooks, { root });
    return {
      kind: "tested",
      hooks: read.hooks.length,
      results: results.map(({ hook, test, passed, difference }) => ({ hook, test, passed, difference })),
    };
  } catch (error) {
    return { kind: "untested", why: `its tests cannot be run: ${messageOf(error)}` };
  }
}
