import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { CallEnd } from "../session/call-draft.js";
import { callQueue, type WaitingCall } from "../session/call-queue.js";
import { firstTime, objectIn, stringIn, textOf, timeOf, valueIn } from "../session/fields.js";
import type { SessionFormat, SessionReading } from "../session/session-format.js";
import { scriptCalls } from "./script-calls.js";
import { endOfScript, isOfCall, type CodeScript, toolOfCarriedOut } from "./script-end.js";
import { type CodexTool, codexDraft, type CodexTurn, toolOfItem } from "./session-call.js";
import { endOfItem, endOfOutput } from "./session-result.js";
import { SCRIPT_COMPLETED, SCRIPT_FAILED } from "./session-texts.table.js";

/** A call, and what of it is known beside the call itself. */
interface CodexCall extends WaitingCall {
  readonly called: CodexTool;
  /** Of code mode. */
  readonly script: CodeScript | null;
  readonly turn: CodexTurn;
}

/** What was carried out for one script, at most: what is beyond is a call of its own. */
const MAX_ITEMS = 100;
const NOBODY: CodexTurn = { session: "", cwd: null, isUnattended: false, model: "" };

/** Codex's rollouts: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, one for each thread. */
export const codexSession: SessionFormat = {
  agent: "codex",
  title: "Codex",
  form: "lines",
  is: ([first]) =>
    first !== undefined &&
    stringIn(first, "type") === "session_meta" &&
    stringIn(objectIn(first, "payload"), "id") !== "",
  began: (head) => firstTime(head, "timestamp"),
  read: readRollout,
};

function readRollout(): SessionReading {
  const rollout = new Rollout();
  return {
    record: (record, line = 0) => rollout.record(record, line),
    end: () => rollout.end(),
  };
}

class Rollout {
  readonly #queue = callQueue<CodexCall>();
  /** What was carried out for a call that waits for its output. */
  readonly #items = new WeakMap<CodexCall, readonly JsonObject[]>();
  /** Calls whose output came, and said that the command runs on. */
  readonly #running = new WeakSet<CodexCall>();
  #turn = NOBODY;

  record(record: JsonObject, line: number): ReturnType<SessionReading["record"]> {
    const payload = objectIn(record, "payload");
    const type = stringIn(payload, "type");
    switch (stringIn(record, "type")) {
      case "session_meta":
        if (this.#turn.session === "") this.#turn = turnOfMeta(payload);
        break;
      case "turn_context":
        this.#turn = turnOfContext(this.#turn, payload);
        break;
      case "response_item":
        if (CALLS.has(type)) this.#open(record, payload, line);
        else if (OUTPUTS.has(type)) this.#output(payload);
        break;
      case "event_msg":
        if (type === "item_completed") this.#carriedOut(record, objectIn(payload, "item"), line);
        break;
    }
    return this.#queue.take();
  }

  end(): ReturnType<SessionReading["end"]> {
    return this.#queue.drain();
  }

  #endOf(call: CodexCall, output: string | null): CallEnd {
    const its = this.#items.get(call) ?? [];
    const end =
      call.script !== null
        ? endOfScript({ ...call.script, items: its }, output)
        : its[0] !== undefined
          ? endOfItem(call.called, its[0])
          : endOfOutput(output ?? "").end;
    return call.turn.isUnattended || end.outcome === "denied" || end.outcome === "unknown"
      ? end
      : { ...end, lost: [...(end.lost ?? []), "person"] };
  }

  #open(record: JsonObject, item: JsonObject, line: number): void {
    const turn = this.#turn;
    const called = toolOfItem(item);
    const place = { id: stringIn(item, "call_id"), at: timeOf(valueIn(record, "timestamp")) };
    const draft = codexDraft(called, turn, place);
    const isScript = called.tool === "exec" && typeof called.params === "string";
    const script: CodeScript | null =
      isScript && typeof called.params === "string"
        ? { draft, turn, line, calls: scriptCalls(called.params), items: [] }
        : null;
    const call: CodexCall = {
      draft: script === null ? draft : { ...draft, kind: kindOfScript(script) },
      called,
      script,
      turn,
    };
    // What a script calls is known, also where its output never comes.
    if (this.#queue.open(call, line) && script !== null)
      this.#queue.expect(call, () => this.#endOf(call, null));
  }

  #output(item: JsonObject): void {
    const call = this.#queue.find(stringIn(item, "call_id"));
    if (call === undefined) return;
    const text = textOf(outputIn(item));
    const isOver =
      call.script !== null
        ? text.startsWith(SCRIPT_COMPLETED) || text.startsWith(SCRIPT_FAILED)
        : this.#items.has(call) || endOfOutput(text).isOver;
    if (isOver) this.#queue.settle(call, this.#endOf(call, text));
    else {
      this.#running.add(call);
      this.#queue.expect(call, () => this.#endOf(call, text));
    }
  }

  #carriedOut(record: JsonObject, item: JsonObject, line: number): void {
    const id = stringIn(item, "id");
    const call = this.#queue.find(id) ?? scriptOf(this.#queue.waiting(), item);
    const its = call === undefined ? [] : (this.#items.get(call) ?? []);
    if (call === undefined || its.length >= MAX_ITEMS) {
      // Of a script that is over, or has too many: a call of its own. Other items are of calls that are out, or of none.
      if (id.startsWith("exec-")) this.#orphan(record, item, line);
      return;
    }
    if (its.some((one) => stringIn(one, "id") === id)) return;
    this.#items.set(call, [...its, withoutOutput(item)]);
    if (call.script === null && this.#running.has(call)) this.#queue.settle(call, this.#endOf(call, null));
    else this.#queue.expect(call, () => this.#endOf(call, null));
  }

  #orphan(record: JsonObject, item: JsonObject, line: number): void {
    const called = toolOfCarriedOut(item);
    if (called === undefined) return;
    const turn = this.#turn;
    const place = { id: stringIn(item, "id"), at: timeOf(valueIn(record, "timestamp")) };
    const orphan = { draft: codexDraft(called, turn, place), called, script: null, turn };
    if (this.#queue.open(orphan, line)) this.#queue.settle(orphan, endOfItem(called, item));
  }
}

const CALLS: ReadonlySet<string> = new Set(["function_call", "custom_tool_call"]);
const OUTPUTS: ReadonlySet<string> = new Set(["function_call_output", "custom_tool_call_output"]);

/** What is looked at of an item: not what the command printed. */
function withoutOutput(item: JsonObject): JsonObject {
  const kept = Object.fromEntries(Object.entries(item).filter(([key]) => KEPT.has(key)));
  const isError = valueIn(objectIn(item, "result"), "isError") === true;
  return isError ? { ...kept, status: "failed" } : kept;
}

const KEPT: ReadonlySet<string> = new Set([
  "id",
  "type",
  "status",
  "exit_code",
  "command",
  "arguments",
  "server",
  "tool",
  "prompt",
]);

function outputIn(item: JsonObject): ReturnType<typeof valueIn> {
  const given = valueIn(item, "output");
  return isRecord(given) ? valueIn(given, "content") : given;
}

/** The script that an item is of, which has no id of it: one that spells it out, else the oldest. */
function scriptOf(waiting: readonly CodexCall[], item: JsonObject): CodexCall | undefined {
  if (!stringIn(item, "id").startsWith("exec-")) return undefined;
  const scripts = waiting.filter(({ script }) => script !== null);
  return scripts.find(({ script }) => script?.calls.some((called) => isOfCall(called, item))) ?? scripts[0];
}

function kindOfScript({ calls, turn, draft }: CodeScript): CodexCall["draft"]["kind"] {
  const kinds = new Set(calls.map((called) => codexDraft(called, turn, { id: "", at: null }).kind));
  const [only, ...more] = kinds;
  return only === undefined || more.length > 0 ? draft.kind : only;
}

function turnOfMeta(meta: JsonObject): CodexTurn {
  const spawn = objectIn(objectIn(objectIn(meta, "source"), "subagent"), "thread_spawn");
  const parent = stringIn(meta, "parent_thread_id") || stringIn(spawn, "parent_thread_id");
  return {
    ...NOBODY,
    session: stringIn(meta, "id"),
    ...(parent === "" ? {} : { parent }),
    cwd: stringIn(meta, "cwd") || null,
  };
}

function turnOfContext(turn: CodexTurn, context: JsonObject): CodexTurn {
  return {
    ...turn,
    cwd: stringIn(context, "cwd") || turn.cwd,
    isUnattended: stringIn(context, "approval_policy") === "never",
    model: stringIn(context, "model"),
  };
}
