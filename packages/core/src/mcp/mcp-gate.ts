import { policiesOf } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import type { EventFields, EventInput } from "../events/event-input.js";
import type { CallDecider } from "../gatehouse.js";
import { decidesResults } from "../settle-result.js";
import { answerMessage, answerOf, deniedResult } from "./call-result.js";
import { askPerson, canElicit } from "./ask-person.js";
import { decideCall } from "./decide-call.js";
import { followTools, type ToolFollower } from "./follow-tools.js";
import type { ListedTool } from "./listed-tools.js";
import { type McpGate, type McpGateOptions, type McpNotice, refuseWrongOptions } from "./gate-options.js";
import { hasNeutralResult, neutralMessage } from "./neutral-message.js";
import { OwnRequests } from "./own-requests.js";
import { Passage, type Passing } from "./passage.js";
import { type McpCall, readMcpCall } from "./read-mcp-call.js";
import { caseless, readRpcMessage, RPC_ERROR, type RpcFields, type RpcId, rpcOf } from "./rpc-message.js";
import { ToolPins } from "./tool-pins.js";
import { setListeners } from "./transport.js";

const DECIDE_MS = 60_000;
const ASK_MS = 300_000;
const CALL = "tools/call";
const LIST_CHANGED = "notifications/tools/list_changed";
/** The result of a call that runs as a task. */
const RESULT = "tasks/result";
/** Tasks whose calls are remembered. */
const MOST_TASKS = 10_000;
/**
 * A gate between a client and a server of the Model Context Protocol: every `tools/call` is decided first, as `before_tool_call` of
 * `mcp__NAME__TOOL`. What is denied never reaches the server; the model is told why in the result. Everything else passes.
 *
 * @throws TypeError for an unknown option, and a name that policies could not write; what a transport throws that does not start
 * @example await gateMcp({ client: new StdioServerTransport(), server: new StdioClientTransport({ command }), name: "files", gatehouse })
 */
export async function gateMcp(options: McpGateOptions): Promise<McpGate> {
  const gate = new Gate(options);
  await gate.start();
  return gate;
}

class Gate implements McpGate {
  readonly closed: Promise<void>;
  readonly #options: McpGateOptions;
  readonly #event: EventFields;
  readonly #passage = new Passage();
  readonly #ofClient: OwnRequests;
  readonly #ofServer: OwnRequests;
  readonly #tools: ToolFollower;
  readonly #pins: ToolPins | undefined;
  #toldUnaccepted: string | undefined;
  /** What the server has said by itself, in its order. */
  #said: Promise<void> = Promise.resolve();
  /** The calls that run as tasks, by the number of the task. */
  readonly #tasks = new Map<unknown, McpCall>();
  #elicits = false;
  #ending: Promise<void> | undefined;
  #ended: () => void = () => undefined;

  constructor(options: McpGateOptions) {
    refuseWrongOptions(options);
    const { client, server, name, gatehouse, pins, unaccepted } = options;
    this.#options = options;
    this.#event = { sessionKey: `mcp-${globalThis.crypto.randomUUID()}`, ...options.event };
    this.closed = new Promise((resolve) => (this.#ended = resolve));
    this.#ofClient = new OwnRequests(async (message, relatedRequestId) => {
      await client.send(message, relatedRequestId === undefined ? undefined : { relatedRequestId });
    });
    this.#ofServer = new OwnRequests(async (message) => await server.send(message));
    const denies = unaccepted === "deny";
    const outdated = (): void => this.#toClient({ jsonrpc: "2.0", method: LIST_CHANGED });
    this.#pins = pins === undefined ? undefined : new ToolPins({ server: name, pins, denies, outdated });
    this.#tools = followTools({
      server: name,
      requests: this.#ofServer,
      policies: () => (gatehouse.policies === undefined ? [] : policiesOf(gatehouse.policies)),
      tell: (code, message) => this.#tell(code, message),
      saw: (tools) => void this.#saw(tools),
    });
  }

  async #saw(tools: readonly ListedTool[]): Promise<void> {
    const told = await this.#pins?.saw(tools).catch(wordsOf);
    if (told !== undefined && told !== this.#toldUnaccepted) this.#tell("unaccepted-tools", told);
    this.#toldUnaccepted = told;
  }

  get #decider(): CallDecider {
    const { gatehouse } = this.#options;
    const { policies } = gatehouse;
    return {
      decideUnknown: (event: EventInput, call) => gatehouse.decide(event, call),
      ...(policies !== undefined && { policies }),
    };
  }

  async start(): Promise<void> {
    const { client, server } = this.#options;
    setListeners(server, {
      onmessage: (message) => this.#safely(() => this.#fromServer(message)),
      onerror: (error) => this.#tell("transport", `the server: ${error.message}`),
      onclose: () => void this.close(),
    });
    setListeners(client, {
      onmessage: (message) => this.#safely(() => this.#fromClient(message)),
      onerror: (error) => this.#tell("transport", `the client: ${error.message}`),
      onclose: () => void this.close(),
    });
    try {
      await server.start();
      await client.start();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    const { client, server } = this.#options;
    this.#ofClient.end();
    this.#ofServer.end();
    const left = this.#passage.end();
    await Promise.all(left.map(async (id) => await this.#refuse(id, RPC_ERROR.gate, "the server has ended")));
    await Promise.allSettled([server.close(), client.close()]);
    this.#ended();
  }

  #fromClient(message: object): void {
    const read = readRpcMessage(message);
    switch (read.kind) {
      case "malformed":
        this.#tell("malformed-message", `a message of the client was dropped: ${read.why}`);
        if (read.id !== undefined) void this.#refuse(read.id, RPC_ERROR.request, read.why);
        return;
      case "response":
        if (this.#ofClient.owns(read.id)) this.#ofClient.settle(read.id, read.result);
        else this.#toServer(read);
        return;
      case "notification":
        if (isCall(read.method)) {
          this.#tell("malformed-message", `a \`${CALL}\` without an id was dropped`);
          return;
        }
        if (read.method === "notifications/cancelled" && this.#passage.cancel(own(read.params, "requestId")))
          return;
        this.#toServer(read);
        return;
      case "request":
        this.#request(read);
    }
  }

  #request(read: ClientRequest): void {
    const { id, method, params } = read;
    if (isCall(method) && method !== CALL) {
      void this.#refuse(id, RPC_ERROR.method, `\`${method}\` is not a method: \`${CALL}\` is meant`);
      return;
    }
    const passing = this.#passage.enter(id, method, params);
    if (typeof passing === "string") {
      void this.#refuse(id, RPC_ERROR.request, passing);
      return;
    }
    if (method === "initialize") this.#elicits = canElicit(params);
    if (method === CALL) void this.#call(read, passing);
    else {
      if (method === RESULT) passing.call = this.#tasks.get(own(params, "taskId")) ?? UNKNOWN;
      if (this.#pins === undefined || isOfCall(passing) || hasNeutralResult(method))
        this.#forward(read, passing);
      else void this.#forwardAccepted(read, passing, this.#pins);
    }
  }

  /** What a person has not been asked about is asked of a server that they have accepted. */
  async #forwardAccepted(read: ClientRequest, passing: Passing, pins: ToolPins): Promise<void> {
    const isAccepted = await pins.isAccepted().catch(() => false);
    if (!this.#passage.has(passing)) return;
    if (isAccepted) {
      this.#forward(read, passing);
      return;
    }
    this.#passage.leave(passing);
    await this.#refuse(read.id, RPC_ERROR.gate, pins.unaccepted);
  }

  async #call(read: ClientRequest, passing: Passing): Promise<void> {
    const { id } = read;
    const { name, gatehouse, unasked, unaccepted, decideMs = DECIDE_MS, askMs = ASK_MS } = this.#options;
    const pins = this.#pins;
    const call = readMcpCall(read.params);
    if (typeof call === "string") {
      this.#passage.leave(passing);
      await this.#refuse(id, RPC_ERROR.params, call);
      return;
    }
    const { signal } = passing.deciding;
    const question = { server: name, askMs, signal, relatedRequestId: id };
    const outcome = await decideCall(call, {
      gatehouse,
      server: name,
      event: this.#event,
      decideMs,
      unasked,
      signal,
      ask: this.#elicits
        ? (decision, asked, { lines } = { why: "", lines: [] }) =>
            askPerson(this.#ofClient, decision, asked, { ...question, lines })
        : undefined,
      isListed: async (tool) => await this.#tools.has(tool),
      doubt:
        pins === undefined ? undefined : async (tool) => await pins.doubtOf(tool, this.#tools.named(tool)),
      deniesDoubt: unaccepted === "deny",
    });
    // Cancelled: the client does not wait for an answer.
    if (!this.#passage.has(passing)) return;
    if (outcome.kind === "denied") {
      this.#passage.leave(passing);
      await this.#deny(id, outcome.told, call.rest);
      return;
    }
    const { args, told } = outcome;
    passing.told = told;
    passing.call = call;
    const params = { ...call.rest, name: call.tool, ...(args !== undefined && { arguments: args }) };
    this.#forward({ ...read, params }, passing);
  }

  #forward(read: ClientRequest, passing: Passing): void {
    passing.forwarded = true;
    this.#options.server.send(rpcOf(read)).catch((error: unknown) => {
      if (!this.#passage.has(passing)) return;
      this.#passage.leave(passing);
      // Over HTTP, why is what the server has answered.
      this.#tell("transport", `the server was not reached: ${wordsOf(error)}`);
      void this.#refuse(read.id, RPC_ERROR.gate, "the server was not reached");
    });
  }

  #fromServer(message: object): void {
    const read = readRpcMessage(message);
    switch (read.kind) {
      case "malformed":
        this.#tell("malformed-message", `a message of the server was dropped: ${read.why}`);
        return;
      case "response":
        if (this.#ofServer.owns(read.id)) this.#ofServer.settle(read.id, read.result);
        else this.#answer(read, message);
        return;
      case "notification":
        if (read.method === LIST_CHANGED) this.#tools.changed();
        this.#say(read, message, this.#passage.ofNotification(read.params));
        return;
      case "request":
        if (this.#ofClient.owns(read.id)) {
          this.#tell("malformed-message", "a request of the server under an id of the gate was dropped");
          return;
        }
        this.#say(read, message, this.#passage.only());
    }
  }

  /** What the server says and asks by itself; of one that no person has accepted, what has no words. */
  #say(read: ServerMessage, message: object, relatedRequestId: RpcId | undefined): void {
    const pins = this.#pins;
    if (pins === undefined) {
      this.#toClient(message, relatedRequestId);
      return;
    }
    this.#said = this.#said.then(async () => {
      const isAccepted = await pins.isAccepted().catch(() => false);
      const shown = isAccepted ? message : neutralMessage(read);
      if (shown !== undefined) await this.#send(shown, relatedRequestId);
      else if (read.kind === "request") {
        const error = { code: RPC_ERROR.gate, message: `gatehouse: ${pins.unaccepted}` };
        this.#toServer({ kind: "response", id: read.id, error });
      }
    });
  }

  #answer(read: ServerResponse, message: object): void {
    const passing = this.#passage.find(read.id);
    if (passing?.forwarded !== true) {
      this.#tell("malformed-message", "an answer of the server to no request was dropped");
      return;
    }
    this.#passage.leave(passing);
    const { result } = read;
    const version = own(result, "protocolVersion");
    if (passing.method === "initialize" && typeof version === "string")
      this.#options.server.setProtocolVersion?.(version);
    if (passing.method === "tools/list" && result !== undefined) this.#tools.listed(passing.params, result);
    const taskId = own(own(result, "task"), "taskId");
    if (passing.call !== undefined && typeof taskId === "string" && this.#tasks.size < MOST_TASKS)
      this.#tasks.set(taskId, passing.call);
    // A person was asked about the call, and its result is what they said yes to.
    if (this.#pins === undefined || (isOfCall(passing) && result !== undefined))
      this.#pass(read, message, passing);
    else void this.#accepted(read, message, passing, this.#pins);
  }

  /** What a person has not accepted of a server does not reach the model. */
  async #accepted(read: ServerResponse, message: object, passing: Passing, pins: ToolPins): Promise<void> {
    try {
      const shown = await pins.shown(passing.method, read);
      if (shown === read || (shown.result !== undefined && shown.result === read.result))
        this.#pass(read, message, passing);
      else await this.#send({ jsonrpc: "2.0", id: read.id, ...shown });
    } catch (error) {
      const why = `what was accepted of the server cannot be read: ${wordsOf(error)}`;
      await this.#refuse(read.id, RPC_ERROR.gate, why);
    }
  }

  #pass(read: ServerResponse, message: object, { call, told }: Passing): void {
    if (call !== undefined && decidesResults(this.#decider)) void this.#result(read, call, told);
    else this.#toClient(told === "" ? message : answerMessage(read.id, read, told));
  }

  /** What was decided is what is sent: not the text that has come, which another reader may read otherwise. */
  async #result({ id, ...answer }: ServerResponse, call: McpCall, told: string): Promise<void> {
    const { name, decideMs = DECIDE_MS } = this.#options;
    const made = { call, server: name, event: this.#event };
    await this.#send(answerMessage(id, await answerOf(this.#decider, made, answer, decideMs), told));
  }

  /** A result that the model reads (MCP, "Tools", error handling). A call that is to be a task has no such result. */
  async #deny(id: RpcId, told: string, rest: RpcFields): Promise<void> {
    if (Object.hasOwn(rest, "task")) {
      await this.#refuse(id, RPC_ERROR.gate, told);
      return;
    }
    await this.#send({ jsonrpc: "2.0", id, result: deniedResult(told) });
  }

  async #refuse(id: RpcId, code: number, message: string): Promise<void> {
    await this.#send({ jsonrpc: "2.0", id, error: { code, message: `gatehouse: ${message}` } });
  }

  #toServer(read: Exclude<ReturnType<typeof readRpcMessage>, { readonly kind: "malformed" }>): void {
    this.#options.server.send(rpcOf(read)).catch((error: unknown) => this.#tell("transport", wordsOf(error)));
  }

  #toClient(message: object, relatedRequestId?: RpcId): void {
    void this.#send(message, relatedRequestId);
  }

  async #send(message: object, relatedRequestId?: RpcId): Promise<void> {
    try {
      await this.#options.client.send(
        message,
        relatedRequestId === undefined ? undefined : { relatedRequestId },
      );
    } catch (error) {
      this.#tell("transport", `the client was not reached: ${wordsOf(error)}`);
    }
  }

  /** INVARIANT: what a listener throws never becomes a call; the message is dropped. */
  #safely(work: () => void): void {
    if (this.#ending !== undefined) return;
    try {
      work();
    } catch (error) {
      this.#tell("malformed-message", `a message was dropped: ${wordsOf(error)}`);
    }
  }

  #tell(code: McpNotice["code"], message: string): void {
    try {
      this.#options.onNotice?.({ code, message });
    } catch {
      // A log that is broken must not stop the gate.
    }
  }
}

type ClientRequest = Extract<ReturnType<typeof readRpcMessage>, { readonly kind: "request" }>;
type ServerMessage = Parameters<typeof neutralMessage>[0];
type ServerResponse = Extract<ReturnType<typeof readRpcMessage>, { readonly kind: "response" }>;

/** The call of a task that is not known: it was made before this gate was there. */
const UNKNOWN: McpCall = { tool: "unknown", rest: {} };

/** Was a call decided, whose result the answer is? */
function isOfCall({ call }: Passing): boolean {
  return call !== undefined && call !== UNKNOWN;
}

function isCall(method: string): boolean {
  return caseless(method) === CALL;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
