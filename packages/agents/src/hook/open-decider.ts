import { cellsOf, type Decision, type Event, kindsOf, type Remembered } from "@gatehouse-hooks/engine";
import type { WordsQuestion } from "@gatehouse-hooks/hosts/wired";
import type { HandlerFunction } from "@gatehouse-hooks/runtime";
import type { SilentTrial } from "./silent-trial.js";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import type { OpenRuntime } from "@gatehouse-hooks/local/open";
import type { Context, Settings } from "@gatehouse-hooks/local";
import {
  type LoadMore,
  decideFromStore,
  type DecisionPolicies,
  type FreshStore,
  openPolicies,
} from "@gatehouse-hooks/local/store";

/** Decides for one project. */
export interface Decider {
  /** What it decides by, as it was opened. */
  readonly policies: DecisionPolicies;
  readonly decide: (event: Event, remembered?: Remembered) => Promise<Decision>;
  /** What the policies that run even after a deny say about an event that others have denied. */
  readonly decideDenied: (event: Event) => Promise<Decision>;
  /** @param said the policies whose words are in the answer that was given; absent: of none */
  readonly close: (said?: readonly string[]) => Promise<void>;
}

/** What a decider is opened with instead of what is found. */
export interface DeciderParts {
  /** Absent: those of the store while it is fresh, else loaded. */
  readonly policies?: DecisionPolicies;
  /** What holds beside the policies of files, where these are loaded. */
  readonly more?: LoadMore | undefined;
  /** Answers for policies whose handler is a function. */
  readonly functions?: HandlerFunction<"function">;
  /** It decides a part of the policies: what is remembered is given to it. */
  readonly isPart?: true;
}

/**
 * The way to a decision of `hook`, of its daemon and of `decide`: a fresh store alone where nothing has to be asked, else everything
 * that the policies' questions take, opened when the first event needs it. What is wrong with policies is not told here: it is part of
 * the decisions, and `gatehouse check` and `doctor` show it.
 */
export async function openDecider(context: Context, given: DeciderParts = {}): Promise<Decider> {
  const { io, settings } = context;
  const { functions, more } = given;
  makeCacheFolder(settings);
  const { policies, store, notices } =
    given.policies === undefined
      ? await openPolicies(io, settings, { beside: more })
      : { policies: given.policies, store: null, notices: [] };
  const remembers = cellsOf(policies.set).length > 0;
  const alone =
    !remembers && functions === undefined && store !== null && decidesAlone(settings, store) ? store : null;
  let current: DecisionPolicies = policies;
  let runtime: Promise<OpenRuntime> | undefined;

  async function whole(): Promise<OpenRuntime> {
    // What is kept of it is not what was written: loaded, and written again.
    if (store !== null && store.damage() !== null && runtime === undefined) {
      rmSync(store.file, { force: true });
      ({ policies: current } = await openPolicies(io, settings, { beside: more }));
    }
    runtime ??= openWhole(context, current, functions);
    return await runtime;
  }

  async function decideAll(event: Event, remembered?: Remembered): Promise<Decision> {
    const decision = alone === null ? undefined : decideFromStore(alone, event, settings.unknownEvents);
    return decision === undefined || alone?.damage() !== null
      ? await (await whole()).decide(event, remembered)
      : decision;
  }

  const parts = partedDeciders(context, { ...(functions && { functions }), more });

  async function decideInForce(event: Event, remembered?: Remembered): Promise<Decision> {
    const { ownWords } = current;
    if (settings.ownWords !== undefined || ownWords.length === 0) return await decideAll(event, remembered);
    const { decideInWords } = await import("./words.js");
    const asking = decideInWords(event, ownWords, kindsOf(current.set));
    let step = asking.next();
    while (step.done !== true) {
      const { value: asked } = step;
      const { by, event: one } = asked;
      step = asking.next(await (by === "all" ? decideAll(one, remembered) : parts.decide(asked, remembered)));
    }
    return step.value;
  }

  /** Only the whole of the policies remembers: a part is given what that does, and a silent trial changes nothing. */
  async function decideRemembering(event: Event): Promise<Decision> {
    const { decideRemembering: withMemory } = await import("@gatehouse-hooks/local/memory");
    return await withMemory(context, current.set, event, async (remembered) =>
      decideInForce(event, remembered),
    );
  }

  const trial = silentTrialOf(context);
  return {
    policies: { ...policies, notices: [...policies.notices, ...notices] },
    decide: async (event, remembered) => {
      const isWhole = remembers && given.isPart !== true && settings.observed === undefined;
      const decision = await (isWhole ? decideRemembering(event) : decideInForce(event, remembered));
      if (current.observes) trial.observe(event);
      return decision;
    },
    decideDenied: async (event) => await (await whole()).decideDenied(event),
    close: async () => {
      await trial.close();
      store?.close();
      await (await runtime)?.close();
      await parts.close();
    },
  };
}

/** What tries the policies that are tried silently; only the whole of the policies has one. */
function silentTrialOf(context: Context) {
  const { observed, ownWords } = context.settings;
  const isWhole = observed === undefined && ownWords === undefined;
  let trial: Promise<SilentTrial> | undefined;
  return {
    observe: (event: Event): void => {
      if (!isWhole) return;
      // Their failures are of no concern to the answer.
      trial ??= import("./silent-trial.js").then(({ silentTrial }) => silentTrial(context, openDecider));
      void trial.then(({ observe }) => observe(event)).catch(() => undefined);
    },
    close: async (): Promise<void> => {
      await (await trial?.catch(() => undefined))?.close();
    },
  };
}

/** Deciders by a part of the policies, by what their words are. */
function partedDeciders(context: Context, given: Pick<DeciderParts, "functions" | "more">) {
  const parted = new Map<string, Promise<Decider>>();
  const of = (ownWords: string): Promise<Decider> => {
    let part = parted.get(ownWords);
    if (part === undefined) {
      const { more, hooks, ...rest } = context.settings;
      // What is beside the files is in the words of all agents.
      const also = ownWords === "none" ? { ...(more && { more }), ...(hooks && { hooks }) } : {};
      part = openDecider(
        { ...context, settings: { ...rest, ...also, ownWords } },
        ownWords === "none" ? { ...given, isPart: true } : { isPart: true },
      );
      parted.set(ownWords, part);
    }
    return part;
  };
  return {
    decide: async (asked: WordsQuestion, remembered: Remembered | undefined): Promise<Decision> => {
      const { by, event } = asked;
      const part = await of(by === "own" ? asked.host : "none");
      return await (by === "denied others" ? part.decideDenied(event) : part.decide(event, remembered));
    },
    close: async (): Promise<void> => {
      for (const part of parted.values()) await (await part.catch(() => undefined))?.close();
    },
  };
}

/**
 * Before policies are loaded: the folder is in one of theirs, and what changes there makes a store stale. Where it cannot be made, the
 * cache says so when it is opened.
 */
function makeCacheFolder({ cache }: Settings): void {
  // Anything else is not a file.
  if (!isAbsolute(cache)) return;
  try {
    mkdirSync(dirname(cache), { recursive: true, mode: 0o700 });
  } catch {
    // Said later, where verdicts are kept.
  }
}

/** Whether nothing but the decision is wanted: no record, no hooks of the user's own, no word about the organisation's settings. */
function decidesAlone({ audit, hooks }: Settings, { organisation }: FreshStore): boolean {
  return audit === undefined && hooks === undefined && organisation.issues.length === 0;
}

async function openWhole(
  context: Context,
  { set, trusted, found, claims, organisation }: DecisionPolicies,
  functions: HandlerFunction<"function"> | undefined,
): Promise<OpenRuntime> {
  const { openRuntime } = await import("@gatehouse-hooks/local/open/open-runtime");
  return await openRuntime(context, set, found, claims, trusted, organisation, functions);
}
