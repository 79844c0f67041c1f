import { analyze, type Atom } from "@gatehouse-hooks/condition/analysis";
import { ALL_EVENTS, ALL_GATING, type PolicyDefinition } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { Host } from "./host.js";
import { HOSTS } from "./hosts.js";
import type { HostEvent } from "./host-tables.js";
import { cite } from "./text/cite.js";
import { asksOtherKind, toolsOfCondition } from "./text/tools-of-condition.js";
import type { EventCapability } from "./wire/capability.js";
import type { SpeakOptions } from "./wire/spoken.js";

/** The builtin that hides secrets in what a tool has printed. */
const REDACTS = "redact_secrets";
/** The most issues that are reported. */
const MAX_ISSUES = 1_000;
/** Of the hosts whose events are those of other agents, too: what an event of an agent is there. */
const SENDING = HOSTS.flatMap(({ twins }) => twins?.sent ?? []);

/** How an agent is wired: what a check of its policies has to know. */
export interface CheckHostOptions extends Pick<SpeakOptions, "interactive"> {
  /** The events that hooks are registered for, in the agent's own names; absent: all. */
  readonly wired?: readonly string[];
}

/**
 * What of a set of policies an agent cannot carry out, and what it does instead: always something stricter, or nothing where the
 * event cannot be stopped. Only what is written in a policy is looked at; what a command or a judge will say is not known.
 *
 * @param host the agent
 * @param policies as a loader gives them
 * @param options whether a person is there to answer the agent's questions, and where its hooks are
 * @returns warnings, and errors for policies that can never deny there what they are written to guard; at most 1,000
 */
export function checkHost(
  host: Host,
  policies: readonly PolicyDefinition[],
  options: CheckHostOptions = {},
): readonly Issue[] {
  const issues: Issue[] = [];
  for (const policy of policies) {
    if (policy.enabled === false) continue;
    for (const found of problemsOf(host, policy, options)) {
      if (issues.length === MAX_ISSUES) return issues;
      issues.push({ ...found, ...placeOf(policy) });
    }
  }
  return issues;
}

function problemsOf(host: Host, policy: PolicyDefinition, options: CheckHostOptions): readonly Issue[] {
  const { title, wire } = host;
  const name = cite(policy.id);
  const unasked = mayDeny(policy) ? error : warning;
  if (wire === undefined)
    return [
      unasked(
        "no-hooks",
        `${title} starts no hooks that gatehouse answers; ${name} is not asked there`,
        "choose another agent",
      ),
    ];
  const own = ownEventOf(policy);
  const fired = firedRows(host, policy, own);
  if (fired.length === 0) {
    const events = own === undefined ? policy.events.map(cite).join(", ") : cite(own);
    return [
      unasked(
        "event-not-fired",
        `${title} never fires ${events}; ${name} is never asked there`,
        cureOf(host, policy.events),
      ),
    ];
  }
  const { wired } = options;
  const rows = fired.filter((row) => wired === undefined || wired.includes(row.name));
  if (rows.length === 0) {
    const events = fired.map((row) => cite(row.name)).join(", ");
    return [
      unasked(
        "event-not-wired",
        `no hook is put on ${title}'s ${events}; ${name} is not asked there`,
        "add an entry for the event to the agent's settings (docs/init.md)",
      ),
    ];
  }
  const capabilities = rows.flatMap(({ name: event, canonical, result }) => {
    const found = Object.hasOwn(wire.capabilities.events, event)
      ? wire.capabilities.events[event]
      : undefined;
    return found === undefined
      ? []
      : [{ event, capability: found, happened: result !== undefined || canonical === "after_tool_call" }];
  });
  return [
    ...missingTools(host, policy),
    ...unfilled(host, policy),
    ...unspeakable(title, policy, capabilities, options),
  ];
}

/** The events of the host on which the policy is asked. */
function firedRows(host: Host, policy: PolicyDefinition, own: string | undefined): Host["events"] {
  const inOwnWords = isOwnWords(host, policy);
  return host.events.filter(
    (row) =>
      (inOwnWords ? policy.events.includes(row.name) : isNamed(row, policy.events, host.tools)) &&
      (own === undefined || row.name === own),
  );
}

/** A hook of another agent's file whose command names what this agent never says: it cannot run. */
function unfilled({ name: agent, title }: Host, policy: PolicyDefinition): readonly Issue[] {
  const { handler, source } = policy;
  if (handler.kind !== "command" || source?.format === agent) return [];
  const words = HOSTS.find(({ name }) => name === source?.format)?.commands?.[handler.contract ?? ""];
  const names = (words?.unfilled?.(handler.command) ?? []).map((one) => `\`{${one}}\``);
  if (names.length === 0) return [];
  return [
    warning(
      "never-filled",
      `${title} never gives ${names.join(", ")}; ${cite(policy.id)} does not run there, which is a failure of it`,
      "leave the variable out, or take it from the environment of the agent: `environment: { NAME: ${NAME} }`",
    ),
  ];
}

/** What a command, a builtin or a judge says is not known: it may deny. */
function mayDeny({ handler }: PolicyDefinition): boolean {
  if (handler.kind !== "static") return true;
  return handler.verdict === "deny" || handler.verdict === "ask" || handler.updatedInput !== undefined;
}

/** Its policies are asked about the agent's own events, under their own names. */
function isOwnWords({ name }: Host, { source }: PolicyDefinition): boolean {
  return source?.format === name && HOSTS.some((one) => one.name === name && one.files?.ofOwnEvents === true);
}

/** Prepared events have the canonical name where there is one. */
function isNamed(
  { name, canonical, gates }: HostEvent,
  events: readonly string[],
  tools: Host["tools"],
): boolean {
  return (
    events.includes(ALL_EVENTS) ||
    (gates && events.includes(ALL_GATING)) ||
    events.includes(canonical ?? name) ||
    // Decided beside it, as a twin.
    sentTwins(canonical ?? name, tools).some((one) => events.includes(one))
  );
}

/** The events of other hosts that an agent's event is, too, where the agent has a tool for them. */
export function sentTwins(name: string, tools: Host["tools"]): readonly string[] {
  return SENDING.flatMap((sent) => sent(name, tools));
}

/** A definition in code may have an agent's name, which nothing has read. */
function cureOf({ events }: Host, wanted: readonly string[]): string {
  const meant = events.find(({ name, canonical }) => canonical !== undefined && wanted.includes(name));
  return meant?.canonical === undefined
    ? "add an event that it has (docs/events.md)"
    : `write \`${meant.canonical}\`, its name for all agents`;
}

/** The agent's own event that a policy is about alone, where its name means no more than that. */
function ownEventOf({ matcher }: PolicyDefinition): string | undefined {
  const ast = matcher?.ast ?? null;
  if (ast === null) return undefined;
  const atom = analyze(ast).required.find(
    ({ path, operator }) =>
      operator === "==" && path[0] === "raw" && path[1] === "hook_event_name" && path.length === 2,
  );
  return typeof atom?.value === "string" ? atom.value : undefined;
}

/** A condition that holds for none of the agent's tools. */
function missingTools({ title, tools }: Host, policy: PolicyDefinition): readonly Issue[] {
  if (tools.length === 0) return [];
  const kinds = new Set<unknown>([...tools.map(({ kind }) => kind), "mcp", "other"]);
  const names = new Set(tools.map(({ name }) => name));
  return [policy.matcher, policy.condition].flatMap((condition) => {
    const ast = condition?.ast;
    if (ast === undefined || ast === null) return [];
    const wanted = toolsOfCondition(ast);
    if (wanted !== null && wanted.every((tool) => !names.has(tool) && !isServerTool(tool))) {
      const listed = [...new Set(wanted)].map(cite).join(", ");
      return [
        warning(
          "tool-not-there",
          `${title} has no tool ${listed}; ${cite(policy.id)} never applies there`,
          'write the condition for a kind of tool: `tool.kind == "shell"`',
        ),
      ];
    }
    if (!asksOtherKind(ast, kinds)) return [];
    const { required, covers } = analyze(ast);
    const isThere = (atom: Atom): boolean =>
      isKind(atom) ? kinds.has(atom.value) : names.has(String(atom.value));
    const group = [...required.map((atom) => [atom]), ...covers].find(
      (atoms) => atoms.some(isKind) && atoms.every((atom) => isKind(atom) || isTool(atom)),
    );
    if (group === undefined || group.some(isThere)) return [];
    const listed = group
      .filter(isKind)
      .map(({ value }) => cite(String(value)))
      .join(", ");
    return [
      warning(
        "kind-not-there",
        `${title} has no tool of the kind ${listed}; ${cite(policy.id)} never applies there`,
        "guard what it uses instead, for example its shell",
      ),
    ];
  });
}

function isKind({ path, operator }: Atom): boolean {
  return operator === "==" && path.length === 2 && path[0] === "tool" && path[1] === "kind";
}

function isTool({ path, operator }: Atom): boolean {
  return operator === "==" && path.length === 1 && path[0] === "toolName";
}

/** Agents join the names of a server and its tool in different ways: such a name is not looked for in a table. */
export function isServerTool(name: string): boolean {
  return /^mcp_|__|[-/:]/.test(name);
}

interface Row {
  readonly event: string;
  readonly capability: EventCapability;
  /** The call has been made: what may be changed is its result. */
  readonly happened: boolean;
}

/** Something that a policy says, and on which events an agent has no words for it. */
interface Unspeakable {
  readonly code: string;
  /** Whether the policy says it. */
  readonly says: (handler: PolicyDefinition["handler"], verdict: string | undefined) => boolean;
  readonly silent: (capability: EventCapability, options: CheckHostOptions) => boolean;
  /** Whether only events count on which a deny is heard. */
  readonly heard?: true;
  /** Whether only events before a call count, or only those after one. */
  readonly when?: "before" | "after";
  readonly what: string;
  readonly cure: string;
}

const UNSPEAKABLE: readonly Unspeakable[] = [
  {
    code: "cannot-deny",
    says: ({ kind }, verdict) => verdict === "deny" || verdict === "ask" || kind === "judge",
    silent: ({ deny }) => deny === "ignored",
    what: "a deny is not heard, the event is only told",
    cure: "deny an earlier event, for example `before_tool_call`",
  },
  {
    code: "cannot-ask",
    says: (_, verdict) => verdict === "ask",
    silent: ({ ask }, { interactive = false }) =>
      ask === "ignored" || (ask === "asks a person" && !interactive),
    heard: true,
    what: "nothing can be asked, an ask becomes a deny that says it needs approval",
    cure: "deny instead, or allow what is known to be safe",
  },
  {
    code: "cannot-allow",
    says: (_, verdict) => verdict === "allow",
    silent: ({ allow }) => allow === "powerless",
    what: "an allow changes nothing, the agent's own rules decide",
    cure: "allow it in the agent's own settings",
  },
  {
    code: "allow-overrides",
    says: (_, verdict) => verdict === "allow",
    silent: ({ allow }) => allow === "overrides",
    what: "an allow also overrides the user's own deny rules",
    cure: "leave out the allow, and let the agent ask",
  },
  {
    code: "cannot-rewrite",
    says: (handler) => handler.kind === "static" && handler.updatedInput !== undefined,
    silent: ({ rewrite }) => rewrite === "ignored",
    heard: true,
    when: "before",
    what: "a rewrite becomes a deny that names the call to make instead",
    cure: "deny, and say in the reason what to do",
  },
  {
    code: "cannot-replace",
    says: (handler) =>
      handler.kind === "builtin"
        ? handler.name === REDACTS
        : handler.kind === "static" && Object.hasOwn(handler.updatedInput ?? {}, "result"),
    silent: ({ deny, replacesResult }) => deny !== "hides" && replacesResult !== true,
    when: "after",
    what: "a result is not replaced, the model reads it as the tool has printed it",
    cure: "deny the call that would print it, or run the tool where its results are decided (docs/hosts.md)",
  },
  {
    code: "no-context",
    says: (handler) => handler.kind === "static" && (handler.context?.length ?? 0) > 0,
    silent: ({ context }) => !context,
    what: "context does not reach the model, it is only logged",
    cure: "give it on an event that takes context (docs/hosts.md)",
  },
  {
    code: "no-warning",
    says: (handler, verdict) =>
      verdict === "warn" || (handler.kind === "static" && (handler.systemMessages?.length ?? 0) > 0),
    silent: ({ warn }) => !warn,
    what: "there is no field for a warning, it is only logged",
    cure: "deny where it matters",
  },
];

/** Errors where no event of the agent carries it: the policy would be thought to guard. */
const GUARDS: ReadonlySet<string> = new Set(["cannot-deny", "cannot-replace"]);

/** What a policy says and the agent has no words for. */
function unspeakable(
  title: string,
  { id, handler, events: wanted }: PolicyDefinition,
  rows: readonly Row[],
  options: CheckHostOptions,
): readonly Issue[] {
  const verdict = handler.kind === "static" ? handler.verdict : undefined;
  const stopped = rows.filter(({ capability }) => capability.deny !== "ignored");
  return UNSPEAKABLE.flatMap(({ code, says, silent, heard, when, what, cure }) => {
    if (!says(handler, verdict)) return [];
    const asked = (heard === true ? stopped : rows).filter(
      ({ happened }) => when === undefined || happened === (when === "after"),
    );
    // An event of the agent's own that the policy names, too, comes first, and carries it.
    const isCarried = when === "after" && asked.some((row) => isOwnReplacing(row, wanted));
    const found = isCarried ? [] : asked.filter(({ capability }) => silent(capability, options));
    if (found.length === 0) return [];
    const events = found.map(({ event }) => cite(event)).join(", ");
    const isLost = code === "cannot-deny" ? stopped.length === 0 : found.length === asked.length;
    const say = GUARDS.has(code) && isLost ? error : warning;
    return [say(code, `${title}, ${events}: ${what} (${cite(id)})`, cure)];
  });
}

function isOwnReplacing({ event, capability }: Row, wanted: readonly string[]): boolean {
  return capability.replacesResult === true && wanted.includes(event);
}

function placeOf({ source }: PolicyDefinition): Pick<Issue, "path" | "line"> {
  if (source === undefined) return {};
  return { path: source.path, ...(source.line === undefined ? {} : { line: source.line }) };
}

function error(code: string, message: string, cure: string): Issue {
  return { severity: "error", code, message, cure };
}

function warning(code: string, message: string, cure: string): Issue {
  return { severity: "warning", code, message, cure };
}
