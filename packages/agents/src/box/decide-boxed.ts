import { sandboxTarget } from "@gatehouse-hooks/box";
import type { Decision, Event } from "@gatehouse-hooks/engine";
import { BOX_OR_ASK_POLICY, BOX_POLICY, WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { isRecord, lookup, own } from "@gatehouse-hooks/json";
import type { ShellCalls } from "@gatehouse-hooks/local/own-config";
import { derivedAt } from "@gatehouse-hooks/local/places";
import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import process from "node:process";
import { anyShellWord, unquotedWords } from "../init/shell-word.js";
import { settingsRecord } from "./plan-settings.js";
import { whyNoBox } from "@gatehouse-hooks/boxes/box";

/** Where a call happens. */
interface CallPlace {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The longest part of a call that a question shows, in UTF-16 code units. */
const MOST_SHOWN = 120;

/**
 * A decision, and what the user's settings or the files say of a shell call that nothing else stops: it is asked about, denied, or changed
 * so that it runs in a box. A call that is in such a box already is decided as the command that it runs there.
 *
 * @param decide decides by the policies
 */
export async function decideBoxed(
  event: Event,
  calls: ShellCalls,
  place: CallPlace,
  decide: (event: Event) => Promise<Decision>,
): Promise<Decision> {
  const command = shellCommandOf(event);
  if (command === undefined) return await decide(event);
  const launchers = await launchersAt(place);
  const inner = innerOf(event, command, launchers);
  if (inner !== undefined) return withoutBox(await decide(withCommand(event, inner)));
  const decided = await decide(event);
  const decision = withoutBox(decided);
  const isAsked = decision.effect === "ask";
  // A question does not take the place of what the user's settings deny.
  if (decision.effect === "deny" || (isAsked && calls.unknown !== "deny")) return decision;
  const changed = lookup(decision.updatedInput ?? {}, "command");
  const text = typeof changed === "string" ? changed : command;
  const { what, reason } = saidOf(withCommand(event, text), calls, place);
  if (isAsked && what !== "deny") return decision;
  const isBoxed = what === "box" || (what === "abstain" && decided !== decision);
  const otherwise = otherwiseOf(decided, what, calls);
  if (isBoxed) return boxed(decision, event, { text, launchers, otherwise, place });
  return what === "abstain" ? decision : { ...decision, effect: what, policy: null, reason };
}

/** What the user's settings say of a call, and why. */
function saidOf(
  event: Event,
  { unknown, others }: ShellCalls,
  place: CallPlace,
): { readonly what: ShellCalls["unknown"]; readonly reason: string } {
  const open = unknown === others ? null : notUnderstood(event, place);
  if (open === null)
    return {
      what: others,
      reason: "the user's settings of shell calls cannot be read; `gatehouse doctor` says why",
    };
  const verb = unknown === "ask" ? "ask about" : "deny";
  return {
    what: unknown,
    reason: `not all of this call is understood (${open}), and the user's settings say to ${verb} such calls`,
  };
}

function isOfBox(policy: string): boolean {
  return policy === BOX_POLICY || policy === BOX_OR_ASK_POLICY;
}

/**
 * What becomes of a call for which no box can be made: of all that want one the strictest.
 *
 * @param what the settings say of the call
 */
function otherwiseOf(
  { trace }: Decision,
  what: ShellCalls["unknown"],
  { otherwise }: ShellCalls,
): ShellCalls["otherwise"] {
  const isDenied = trace.some(({ policy, verdict }) => policy === BOX_POLICY && verdict === "ask");
  return isDenied || (what === "box" && otherwise === "deny") ? "deny" : "ask";
}

/** A decision without the question of a file that says to run the call in a box, where nothing else asks. */
function withoutBox(decision: Decision): Decision {
  const asking = decision.trace.filter(
    ({ verdict, failure }) => verdict === "ask" || failure?.onFailure === "ask",
  );
  const isAlone =
    asking.length > 0 && asking.every(({ policy, verdict }) => isOfBox(policy) && verdict === "ask");
  if (decision.effect !== "ask" || !isAlone) return decision;
  return { ...decision, effect: "abstain", policy: null, reason: "" };
}

/** The command of a call of a shell, as it came; undefined for any other event. */
function shellCommandOf(event: Event): string | undefined {
  if (event.event !== "before_tool_call") return undefined;
  const tool = event["tool"];
  if (!isRecord(tool) || lookup(tool, "kind") !== "shell") return undefined;
  const params = event["params"];
  const command = isRecord(params) ? lookup(params, "command") : undefined;
  return typeof command === "string" ? command : undefined;
}

function withCommand(event: Event, command: string): Event {
  const params = event["params"];
  return { ...event, params: { ...(isRecord(params) ? params : {}), command } };
}

/** The first thing that was not understood of a call; null: all of it is. */
function notUnderstood(event: Event, { home, project }: CallPlace): string | null {
  const facts = derivedAt({ home, project, isHook: true }).derive?.["facts"];
  const read = typeof facts === "function" ? facts(event) : null;
  if (!isRecord(read)) return "it cannot be read";
  if (own(read, "complete") === true) return null;
  const [first] = itemsOf(own(read, "unknown"));
  const [start, end] = itemsOf(own(first, "span"));
  const command = shellCommandOf(event) ?? "";
  const text = typeof start === "number" && typeof end === "number" ? command.slice(start, end).trim() : "";
  return text === "" ? "a part of it" : `\`${shown(text)}\``;
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function shown(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 1)}…`;
}

/** Whether the agent's own sandbox was told what the policies say: a box in it cannot be made, and is not needed. */
function hasOwnSandbox(event: Event, { home }: CallPlace): boolean {
  const host = event["host"];
  const target = typeof host === "string" ? sandboxTarget(host) : undefined;
  return target !== undefined && settingsRecord(home, target) !== undefined;
}

interface BoxedCall {
  readonly text: string;
  readonly launchers: Launchers;
  readonly otherwise: ShellCalls["otherwise"];
  readonly place: CallPlace;
}

/** The call in a box: changed where the agent carries that out, else asked about or denied. */
function boxed(
  decision: Decision,
  event: Event,
  { text, launchers: [launcher], otherwise, place }: BoxedCall,
): Decision {
  if (hasOwnSandbox(event, place)) return decision;
  const why = text.includes("\0")
    ? "it holds a NUL"
    : isPowerShell(event)
      ? "it is for PowerShell"
      : whyNoBox();
  const without = (because: string): Decision => ({
    ...decision,
    effect: otherwise,
    policy: null,
    reason: `this call is to run in a box, and ${because}${otherwise === "deny" ? DENIED : ""}`,
  });
  if (why !== undefined) return without(`no box can be made: ${why}`);
  const command = boxText(event, text, launcher);
  const changed = { ...decision, updatedInput: { ...decision.updatedInput, command } };
  const wire = WIRED_HOSTS.find(({ name }) => name === event["host"])?.wire;
  return wire?.rewrites(changed, event) === true
    ? changed
    : without("this agent does not carry out a change of a call");
}

/** What can be done about a call that is denied since no box can be made for it. */
const DENIED = "; a person can run it, or say `otherwise: ask` beside what wants the box";

function isPowerShell(event: Event): boolean {
  const name = event["toolName"];
  return typeof name === "string" && /powershell|pwsh/i.test(name);
}

/** One plain command, so that agents show it, match it and run it as one. */
function boxText(event: Event, command: string, launcher: readonly string[]): string {
  const words = [...launcher, "box", "--told", ...sessionWords(event), "--", shell(), "-c", command];
  return words.map(anyShellWord).join(" ");
}

/** The session, by a name that says nothing else: another one's `/tmp` is not shared. */
function sessionWords({ host, sessionKey }: Event): readonly string[] {
  if (typeof sessionKey !== "string" || sessionKey === "") return [];
  const name = createHash("sha256")
    .update(JSON.stringify([host, sessionKey]))
    .digest("hex");
  return ["--session", name.slice(0, SESSION_LENGTH)];
}

const SESSION_LENGTH = 12;

/** What a text runs that is exactly one that was made here for this session; undefined for any other. */
function innerOf(event: Event, text: string, launchers: Launchers): string | undefined {
  const inner = unquotedWords(text).at(-1);
  if (inner === undefined) return undefined;
  return launchers.some((one) => boxText(event, inner, one) === text) ? inner : undefined;
}

/** What a boxed call begins with: what it is changed to first, and what it may have been changed to before. */
type Launchers = readonly [readonly string[], ...(readonly string[])[]];

/** The script that asks the daemon, where there can be one, and this program, by absolute paths: what is on the `PATH` may be another. */
async function launchersAt({ home, env }: CallPlace): Promise<Launchers> {
  const [node, program] = [process.execPath, realpathSync(process.argv[1] ?? "")];
  const { boxFile } = await import("./box-file.js");
  const script = existsSync(BASH) ? await boxFile({ home, env }, { node, program }) : undefined;
  return script === undefined
    ? [[node, program]]
    : [
        [BASH, "-p", script],
        [node, program],
      ];
}

const BASH = "/bin/bash";

function shell(): string {
  return existsSync(BASH) ? BASH : "/bin/sh";
}
