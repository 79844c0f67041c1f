import { HOSTS } from "@gatehouse-hooks/hosts";
import {
  begin,
  type Decision,
  eventsListed,
  policiesWith,
  type PolicySet,
  type Remembered,
  someRunInAnyCase,
} from "@gatehouse-hooks/engine";
import {
  auditHandlers,
  auditRuntime,
  createRuntime,
  type HandlerFunction,
  type Handlers,
  type Runtime,
  type RuntimeHost,
} from "@gatehouse-hooks/runtime";
import { isTrustedTier } from "../places/load-policies.js";
import { evidenceOf } from "../facts/evidence.js";
import { openTrail } from "./open-trail.js";
import { trailRoom } from "./trail-room.js";
import { chooseModel } from "./choose-model.js";
import { openCache } from "./open-cache.js";
import { openHandlers } from "./open-handlers.js";
import type { EnforcementClaim } from "../places/enforcement-claims.js";
import type { FoundConfig } from "../places/find-config.js";
import { type OrganisationSettings, readOrganisationSettings } from "../places/organisation-settings.js";
import type { Issue } from "@gatehouse-hooks/json";
import { noteLine } from "@gatehouse-hooks/console/print";
import type { Context } from "../settings.js";

/** The runtime of a command: the judge of the environment, the cache of the settings, notices on stderr. */
export interface OpenRuntime {
  /** A promise only where something is asked. */
  readonly decide: (event: unknown, remembered?: Remembered) => Decision | Promise<Decision>;
  /** The decision of the policies that run even after a deny, alone: of an event that others have denied. */
  readonly decideDenied: (event: unknown) => Decision | Promise<Decision>;
  /** Afterwards everything is written. */
  readonly close: () => Promise<void>;
}

/**
 * @param trusted the policies of the enforced and the user's tier among those of `set`: where they deny without asking
 *   anything, the project's policies, its slow judges among them, are not even looked at, but for those whose format says that they run
 *   after a deny
 * @param functions answers for policies whose handler is a function
 * @param known the organisation's settings, where they have been read
 */
export async function openRuntime(
  context: Context,
  set: PolicySet,
  found: FoundConfig,
  claims: readonly EnforcementClaim[] = [],
  trusted?: PolicySet,
  known?: OrganisationSettings,
  functions?: HandlerFunction<"function">,
): Promise<OpenRuntime> {
  const { io, settings } = context;
  const { notice, written } = noticesTo(context);
  const model = chooseModel(io.env, settings.model, found);
  const { cache } = await openCache(context, found, notice);
  const trail = await openTrail(context, notice);
  if (trail !== undefined) recordClaims(trail, claims);
  const organisation = known ?? (await readOrganisationSettings(io.home));
  for (const issue of organisation.issues) notice({ code: "bad-settings", message: lineOf(issue) });
  const handlers: Handlers = {
    ...openHandlers(context, { model, found, organisation }, notice),
    ...(functions === undefined ? {} : { function: functions }),
  };
  const runtimeOf = (policies: PolicySet): Runtime => {
    const plain = createRuntime({
      ...{ policies, cache, defaultModel: model, onNotice: notice },
      handlers: trail === undefined ? handlers : auditHandlers(handlers, trail),
      maxConcurrentEvals: found.config.maxConcurrentEvals,
      unknownEvents: settings.unknownEvents,
      hosts: hostsIn(settings.project),
    });
    return trail === undefined
      ? plain
      : auditRuntime(plain, trail, { required: settings.auditRequired, evidence: evidenceOf });
  };
  const parts = new PartedRuntimes(set, trusted, runtimeOf);
  // What is asked then ends with a failure, so the decision is still told, and no hook is left running.
  const stopListening = io.onInterrupt(() => void parts.close());
  const room = trail === undefined ? undefined : trailRoom(trail);
  return {
    decide: (event, remembered) =>
      room?.()?.then(() => parts.decide(event, remembered)) ?? parts.decide(event, remembered),
    decideDenied: (event) => parts.decideDenied(event),
    close: async () => {
      await parts.close();
      stopListening();
      await trail?.close();
      await cache.close();
      await Promise.all(written);
    },
  };
}

/** Writes notices for the person who runs the command, and keeps what is not written yet. */
function noticesTo({ io, noticeColors }: Context): {
  readonly notice: (one: { readonly code: string; readonly message: string }) => void;
  readonly written: readonly Promise<void>[];
} {
  const written: Promise<void>[] = [];
  return {
    notice: ({ message }) =>
      void written.push(io.stderr.write(`${noteLine(noticeColors, message)}\n`).catch(ignore)),
    written,
  };
}

/**
 * The runtime of all policies, and those of parts of them, made when they are needed: what is in a part may be known by reading
 * them all.
 */
class PartedRuntimes {
  readonly #set: PolicySet;
  readonly #trusted: PolicySet | undefined;
  readonly #runtimeOf: (policies: PolicySet) => Runtime;
  readonly #whole: Runtime;
  readonly #made = new Map<keyof typeof PARTS, Runtime>();
  #isClosed = false;

  constructor(set: PolicySet, trusted: PolicySet | undefined, runtimeOf: (policies: PolicySet) => Runtime) {
    this.#set = set;
    this.#trusted = trusted;
    this.#runtimeOf = runtimeOf;
    this.#whole = runtimeOf(set);
  }

  decide(event: unknown, remembered?: Remembered): Decision | Promise<Decision> {
    const denied = this.#trusted === undefined ? null : deniedAtOnce(this.#trusted, event);
    if (denied === null) return decideWith(this.#whole, event, remembered);
    // The runtime completes what it decides, so it may see less than the first look did: only its own deny counts.
    const orAll = (decision: Decision): Decision | Promise<Decision> =>
      decision.effect === "deny" ? decision : decideWith(this.#whole, event, remembered);
    const part = mayRunAnyway(this.#set, denied) ? "after deny" : "trusted";
    const decided = decideWith(this.#of(part), event, remembered);
    return decided instanceof Promise ? decided.then(orAll) : orAll(decided);
  }

  decideDenied(event: unknown): Decision | Promise<Decision> {
    return decideWith(this.#of("runs anyway"), event);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#whole, ...this.#made.values()].map((one) => one.close()));
  }

  #of(part: keyof typeof PARTS): Runtime {
    // One that is closed denies, and runs nothing.
    if (this.#isClosed) return this.#whole;
    let runtime = this.#made.get(part);
    if (runtime === undefined) {
      runtime = this.#runtimeOf(PARTS[part](this.#set, this.#trusted));
      this.#made.set(part, runtime);
    }
    return runtime;
  }
}

const PARTS = {
  trusted: (set: PolicySet, trusted?: PolicySet): PolicySet => trusted ?? set,
  "after deny": (set: PolicySet): PolicySet =>
    policiesWith(set, (policy) => isTrustedTier(policy.tier) || policy.alwaysRuns === true),
  "runs anyway": (set: PolicySet): PolicySet => policiesWith(set, ({ alwaysRuns }) => alwaysRuns === true),
};

function decideWith(runtime: Runtime, event: unknown, remembered?: Remembered): Decision | Promise<Decision> {
  return runtime.decideAtOnce(event, remembered) ?? runtime.decide(event, { remembered });
}

function lineOf({ path = "", message, cure }: Issue): string {
  return `${path}: ${message}${cure === undefined ? "" : ` (${cure})`}`;
}

function recordClaims(
  trail: NonNullable<Awaited<ReturnType<typeof openTrail>>>,
  claims: readonly EnforcementClaim[],
): void {
  for (const { code, message, path, policy } of claims) {
    void trail.record({
      kind: "note",
      code,
      message,
      ...(path === undefined ? {} : { path }),
      ...(policy === undefined ? {} : { policy }),
    });
  }
}

/** The hosts, told of the project that events are of: what a hook is asked about is below its root. */
function hostsIn(project: string): readonly RuntimeHost[] {
  return HOSTS.map(({ twins, ...host }) =>
    twins === undefined
      ? host
      : { ...host, twins: { of: twins.of, make: (event) => twins.make(event, project) } },
  );
}

/** The name of an event that policies deny without asking anything; null where they do not. */
function deniedAtOnce(policies: PolicySet, event: unknown): string | null {
  // What the door of these policies refuses may be an event that the project's policies wait for.
  const begun = begin(policies, event);
  return begun.kind === "decided" && begun.decision.effect === "deny" ? begun.event.event : null;
}

const TWINS = HOSTS.flatMap(({ twins }) => Object.entries(twins?.of ?? {}));

/** Whether a policy may run in spite of a deny, of the event or of a twin of it: what can be told without reading the policies. */
function mayRunAnyway(set: PolicySet, event: string): boolean {
  if (someRunInAnyCase(set, event)) return true;
  const listed = eventsListed(set);
  return TWINS.some(([name, of]) => listed.has(name) && of.includes(event));
}

function ignore(): void {
  // Standard error is closed: the answer on stdout is what counts.
}
