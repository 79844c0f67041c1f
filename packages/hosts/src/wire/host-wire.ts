import type { Decision, Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue, own, sealJsonObject } from "@gatehouse-hooks/json";
import { callIn, eventNameOf, type Preparation } from "../prepare/prepare-payload.js";
import { type EventCapability, type HostCapabilities, TOLD } from "./capability.js";
import { type OwnEvents, ownEventsOf } from "./own-event.js";
import { canAsk, namedReason, type OwnCall, type Plan, planAnswer } from "./plan.js";
import { printed, refused, type SpeakOptions, type Spoken } from "./spoken.js";

/** How an agent that starts a process for each event is answered. Pure. */
export interface HostWire {
  readonly capabilities: HostCapabilities;
  /** Whether a payload is this agent's, by its own keys; never by what a model or a user can write into it. */
  readonly recognises: (payload: JsonObject) => boolean;
  /** The agent's own name of the event of a payload. */
  readonly nameOf: (payload: JsonObject) => string | undefined;
  /** What of an answer to the event reaches anybody. */
  readonly hears: (event: Event) => Hearing;
  /** The policies whose words are in the answer that `speak` gives: what they say has been said. */
  readonly said: (decision: Decision, event: Event, options?: SpeakOptions) => readonly string[];
  /** Whether a decision changes the call that the event is about, and the agent may carry that out. */
  readonly rewrites: (decision: Decision, event: Event) => boolean;
  /** Its own events beside the canonical ones. */
  readonly own: OwnEvents;
  /** Whether an ask is one that a person sees: otherwise it is answered as a deny. */
  readonly canAsk: (event: Event, options?: SpeakOptions) => boolean;
  /** The answer to a prepared event; prints nothing where there is nothing to say. */
  readonly speak: (decision: Decision, event: Event, options?: SpeakOptions) => Spoken;
  /**
   * The answer when no decision could be made: a deny in the agent's own words where the event gates something, else nothing.
   *
   * @param payload what arrived, as far as it could be read: a JSON object, or anything
   */
  readonly failure: (reason: string, payload?: unknown) => Spoken;
}

/** What is particular to one agent. */
export interface WireWords {
  readonly preparation: Preparation;
  readonly capabilities: HostCapabilities;
  readonly recognises: (payload: JsonObject) => boolean;
  /** The JSON object that says the plan; empty: nothing is said. */
  readonly answer: (plan: Plan, name: string, payload: JsonObject) => JsonObject;
  /** A rewrite of something else than a call's arguments, as fields of the answer; undefined: it is one of the arguments. */
  readonly rewrites?: (changes: JsonObject, name: string) => JsonObject | undefined;
  /** A deny of an event that is in no table, or of a payload that could not be read. Default: exit code 2 and stderr. */
  readonly denyUnknown?: (reason: string) => Spoken;
  /** Whether failures are said with exit code 2 and stderr also where the event is known. */
  readonly failsByExit?: true;
  /** An abstention in words, for agents that may want one; empty: nothing. */
  readonly abstention?: (name: string) => JsonObject;
}

/** The answers of one agent: in its own JSON, and as what a process prints. */
interface HostWords {
  readonly wire: HostWire;
  /** For embedders that call no process: the JSON object alone. */
  readonly speak: (decision: Decision, event: Event, options?: SpeakOptions) => JsonObject;
}

const NOTHING: Plan = { effect: "none", reason: "", unsaid: [] };

/** Puts the particular words of an agent around the plan that all agents have in common. */
export function hostWords(words: WireWords): HostWords {
  const answers = new AgentAnswers(words);
  return {
    speak: (decision, event, options = {}) => answers.json(decision, event, options),
    wire: {
      capabilities: words.capabilities,
      recognises: words.recognises,
      nameOf: (payload) => answers.nameOf(payload),
      hears: (event) => answers.hears(event),
      said: (decision, event, options = {}) => answers.said(decision, event, options),
      rewrites: (decision, event) => answers.rewrites(decision, event),
      own: ownEventsOf(words.preparation),
      canAsk: (event, options = {}) => answers.canAsk(event, options),
      speak: (decision, event, options = {}) => answers.speak(decision, event, options),
      failure: (reason, given) => answers.failure(reason, given),
    },
  };
}

class AgentAnswers {
  readonly #words: WireWords;
  readonly #denyUnknown: (reason: string) => Spoken;

  constructor(words: WireWords) {
    this.#words = words;
    this.#denyUnknown = words.denyUnknown ?? refused;
  }

  nameOf(payload: JsonObject): string | undefined {
    return eventNameOf(payload, this.#words.preparation);
  }

  json(decision: Decision, event: Event, options: SpeakOptions): JsonObject {
    const { plan, name, payload, known } = this.#planned(decision, event, options);
    if (!known) return plan.effect === "deny" ? { decision: "block", reason: plan.reason } : {};
    return this.#words.answer(plan, name, payload);
  }

  hears(event: Event): ReturnType<HostWire["hears"]> {
    const payload = payloadOf(event);
    const known = this.#capabilityOf(this.#named(event, payload));
    // Of an event that is in no table, only a call is answered.
    if (known === undefined && event.event !== "before_tool_call") return UNHEARD;
    return heardOf(known ?? UNKNOWN, payload);
  }

  said(decision: Decision, event: Event, options: SpeakOptions): readonly string[] {
    const { plan, name, payload, known } = this.#planned(decision, event, options);
    const answer = known ? this.#words.answer(plan, name, payload) : {};
    const heard = [plan.warning, plan.context].filter(
      (text): text is string => text !== undefined && isSaid(text, answer),
    );
    // A text that was cut may have lost what a policy said.
    const warned = decision.warnings.filter(({ reason }) => heard.some((text) => text.includes(reason)));
    const spoke = plan.effect === "none" || decision.policy === null ? [] : [decision.policy];
    return [...new Set([...spoke, ...warned.map(({ policy }) => policy)])];
  }

  rewrites({ effect, updatedInput = {} }: Decision, event: Event): boolean {
    if (effect === "deny" || Object.keys(updatedInput).length === 0) return false;
    const payload = payloadOf(event);
    const name = this.#named(event, payload);
    const known = this.#capabilityOf(name) ?? UNKNOWN;
    return (
      known.deny === "stops" && known.rewrite !== "ignored" && this.#ownCall(name, payload) !== undefined
    );
  }

  canAsk(event: Event, options: SpeakOptions): boolean {
    const name = this.#named(event, payloadOf(event));
    return canAsk(this.#capabilityOf(name) ?? UNKNOWN, options);
  }

  speak(decision: Decision, event: Event, options: SpeakOptions): Spoken {
    const { plan, name, payload, known } = this.#planned(decision, event, options);
    if (!known) return plan.effect === "deny" ? this.#denyUnknown(plan.reason) : printed({}, plan.unsaid);
    const { answer: answerOf, abstention } = this.#words;
    const answer = answerOf(plan, name, payload);
    const { warning, context } = plan;
    const more = [warning, context].filter((text) => text !== undefined);
    const unsaid = [...plan.unsaid, ...more.filter((text) => !isSaid(text, answer))];
    const silent = Object.keys(answer).length === 0;
    return silent && options.mustAnswer === true && abstention !== undefined
      ? printed(abstention(name), unsaid)
      : printed(answer, unsaid);
  }

  failure(reason: string, given: unknown): Spoken {
    const said = namedReason(null, reason);
    const payload = given === undefined ? undefined : sealJsonObject(given).value;
    const name = payload === undefined ? undefined : this.nameOf(payload);
    if (payload === undefined || name === undefined) return this.#denyUnknown(said);
    const known = this.#capabilityOf(name);
    if (known === undefined) {
      const calls = callIn(name, payload, this.#words.preparation) !== undefined;
      return calls ? this.#denyUnknown(said) : printed({}, [said]);
    }
    if (known.deny !== "stops" || known.open === true) return printed({}, [said]);
    if (this.#words.failsByExit === true) return refused(said);
    return printed(this.#words.answer({ effect: "deny", reason: said, unsaid: [] }, name, payload));
  }

  #planned(decision: Decision, event: Event, options: SpeakOptions): Answered {
    const payload = payloadOf(event);
    const name = this.#named(event, payload);
    const known = this.#capabilityOf(name);
    const gated = known !== undefined || event.event === "before_tool_call";
    if (!gated) return { plan: NOTHING, name, payload, known: true };
    const call = this.#ownCall(name, payload);
    const asked = {
      capability: known ?? UNKNOWN,
      call,
      result: this.#resultOf(name, payload),
      stopping: isStopping(payload),
    };
    const { updatedInput, ...rest } = decision;
    const fields =
      updatedInput === undefined || decision.effect === "deny"
        ? undefined
        : this.#words.rewrites?.(updatedInput, name);
    const said = fields === undefined ? decision : rest;
    const plan = planAnswer(isUnsure(known, fields, decision) ? asAsk(said) : said, asked, options);
    const whole = fields === undefined || plan.effect === "deny" ? plan : { ...plan, fields };
    return { plan: whole, name, payload, known: known !== undefined };
  }

  #capabilityOf(name: string): EventCapability | undefined {
    const { events } = this.#words.capabilities;
    return Object.hasOwn(events, name) ? events[name] : undefined;
  }

  #resultOf(name: string, payload: JsonObject): JsonValue | undefined {
    const row = this.#words.preparation.events.find((one) => one.name === name);
    return row?.result === undefined ? undefined : (own(payload, row.result) ?? undefined);
  }

  #named(event: Event, payload: JsonObject): string {
    const { events } = this.#words.preparation;
    return (
      this.nameOf(payload) ??
      events.find(({ name, canonical }) => canonical === event.event || name === event.event)?.name ??
      event.event
    );
  }

  #ownCall(name: string, payload: JsonObject): OwnCall | undefined {
    const { preparation } = this.#words;
    const call = callIn(name, payload, preparation);
    if (call === undefined || typeof call === "string") return undefined;
    const { name: called, input, params = {} } = call;
    return {
      name: called,
      input,
      tool: preparation.tools.find((one) => one.name === called),
      derived: Object.keys(params),
    };
  }
}

function payloadOf(event: Event): JsonObject {
  return isRecord(event["raw"]) ? event["raw"] : {};
}

interface Answered {
  readonly plan: Plan;
  readonly name: string;
  readonly payload: JsonObject;
  readonly known: boolean;
}

/** An allow of a call that is another one when the agent does not read what changes it. */
function isUnsure(
  known: EventCapability | undefined,
  fields: JsonObject | undefined,
  { effect }: Decision,
): boolean {
  const isCall = fields !== undefined && Object.hasOwn(fields, "updated_input");
  return known?.rewriteUnsure === true && isCall && effect === "allow";
}

function asAsk(decision: Decision): Decision {
  const { policy, systemMessages } = decision;
  const why = `${policy === null ? "a policy" : `\`${policy}\``} allows a changed call, and the agent may run the call as it was: a person decides`;
  return { ...decision, effect: "ask", systemMessages: [...systemMessages, why] };
}

/** An event of a newer agent that carries a tool call: it can be stopped, and nothing else is known of it. */
const UNKNOWN: EventCapability = { ...TOLD, deny: "stops" };

const UNHEARD: Hearing = Object.freeze({ deny: false, warn: false, isStopping: false });

/** Whether an answer has a string somewhere: what it leaves out is kept for the log. */
function isSaid(text: string, answer: JsonValue): boolean {
  if (typeof answer !== "object" || answer === null) return answer === text;
  return Object.values(answer).some((one: JsonValue) => isSaid(text, one));
}

/** What of an answer to one event reaches anybody. What cannot be spoken is not asked. */
export interface Hearing {
  /** A deny, and an ask, which becomes one where nobody sees it. */
  readonly deny: boolean;
  /** A warning: to the person, to the model, or to both. */
  readonly warn: boolean;
  /**
   * The agent goes on already because a hook did not let it stop: it is not kept from stopping a second time, or it would never end.
   */
  readonly isStopping: boolean;
}

/** What is heard of the answer to an event, by its row and by what its payload says. */
function heardOf({ deny, replacesResult, warn, context }: EventCapability, payload: JsonObject): Hearing {
  const stops = deny === "continues" && isStopping(payload);
  const heard = deny !== "ignored" || replacesResult === true;
  return { deny: heard && !stops, warn: warn || context, isStopping: stops };
}

/** The agent goes on already because a hook did not let it stop: said outright, or as Cursor's count of such turns. */
export function isStopping(payload: JsonObject): boolean {
  const { stop_hook_active: active, loop_count: count } = payload;
  return active === true || (typeof count === "number" && count > 0);
}
