import { policiesOf } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import { refuseUnknownOptions } from "@gatehouse-hooks/runtime/portable";
import type { EventFields, EventInput } from "../events/event-input.js";
import type { CallDecider } from "../gatehouse.js";
import { decidesResults } from "../settle-result.js";
import { answerMessage, answerOf, deniedResult, unlisted } from "./call-result.js";
import { askPerson, canElicit } from "./ask-person.js";
import { decideCall } from "./decide-call.js";
import { followTools, type ToolFollower } from "./follow-tools.js";
import type { ListedTool } from "./listed-tools.js";
import type { McpGate, McpGateOptions, McpNotice } from "./gate-options.js";
import { OwnRequests } from "./own-requests.js";
import { Passage, type Passing } from "./passage.js";
import { type McpCall, readCall } from "./read-call.js";
import { folded, readRpcMessage, RPC_ERROR, type RpcFields, type RpcId, rpcOf } from "./rpc-message.js";
import { ToolPins } from "./tool-pins.js";
import type { McpTransport } from "./transport.js";

const OPTIONS: ReadonlySet<string> = new Set<keyof McpGateOptions>([
  "client",
  "server",
  "name",
  "gatehouse",
  "event",
  "unasked",
  "pins",
  "unaccepted",
  "decideMs",
  "askMs",
  "onNotice",
]);
const DECIDE_MS = 60_000;
const ASK_MS = 300_000;
const CALL = "tools/call";
/** The result of a call that runs as a task. */
const RESULT = "tasks/result";
/** Tasks whose calls are remembered. */
const MOST_TASKS = 10_000;
/** A server's name: what may be between `mcp__` and `__`. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9.-]|_(?!_)){0,99}(?<!_)$/;

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
  /** The calls that run as tasks, by the number of the task. */
  readonly #tasks = new Map<unknown, McpCall>();
  #elicits = false;
  #ending: Promise<void> | undefined;
  #ended: () => void = () => undefined;

  constructor(options: McpGateOptions) {
    refuseUnknownOptions(options, OPTIONS);
    const { client, server, name, gatehouse, pins, unaccepted } = options;
    if (unaccepted !== undefined && unaccepted !== "ask" && unaccepted !== "deny")
      throw new TypeError("expected `unaccepted` to be `ask` or `deny`");
    if (!NAME.test(name))
      throw new TypeError(
        `\`${name}\` cannot be the name of a server: use letters, digits, \`-\`, \`.\` and single \`_\``,
      );
    this.#options = options;
    this.#event = { sessionKey: `mcp-${globalThis.crypto.randomUUID()}`, ...options.event };
    this.closed = new Promise((resolve) => (this.#ended = resolve));
    this.#ofClient = new OwnRequests(async (message, relatedRequestId) => {
      await client.send(message, relatedRequestId === undefined ? undefined : { relatedRequestId });
    });
    this.#ofServer = new OwnRequests(async (message) => await server.send(message));
    this.#pins = pins === undefined ? undefined : new ToolPins(name, pins);
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
    listen(server, {
      onmessage: (message) => this.#safely(() => this.#fromServer(message)),
      onerror: (error) => this.#tell("transport", `the server: ${error.message}`),
      onclose: () => void this.close(),
    });
    listen(client, {
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
      const task = method === RESULT ? this.#tasks.get(own(params, "taskId")) : undefined;
      // The call of a task that is not known was made before this gate was there.
      if (method === RESULT) passing.call = task ?? { tool: "unknown", rest: {} };
      this.#forward(read, passing);
    }
  }

  async #call(read: ClientRequest, passing: Passing): Promise<void> {
    const { id } = read;
    const { name, gatehouse, unasked, unaccepted, decideMs = DECIDE_MS, askMs = ASK_MS } = this.#options;
    const pins = this.#pins;
    const call = readCall(read.params);
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
      doubt:
        pins === undefined
          ? undefined
          : async (tool) =>
              (await this.#tools.has(tool)) ? await pins.doubtOf(tool, this.#tools.named(tool)) : undefined,
      deniesDoubt: unaccepted === "deny",
    });
    const isListed = outcome.kind === "denied" || (await this.#tools.has(call.tool));
    // Cancelled: the client does not wait for an answer.
    if (!this.#passage.has(passing)) return;
    if (outcome.kind === "denied" || !isListed) {
      this.#passage.leave(passing);
      await this.#deny(id, outcome.kind === "denied" ? outcome.told : unlisted(call), call.rest);
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
      void this.#refuse(read.id, RPC_ERROR.gate, `the server was not reached: ${wordsOf(error)}`);
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
        if (read.method === "notifications/tools/list_changed") this.#tools.changed();
        this.#toClient(message, this.#passage.ofNotification(read.params));
        return;
      case "request":
        if (this.#ofClient.owns(read.id)) {
          this.#tell("malformed-message", "a request of the server under an id of the gate was dropped");
          return;
        }
        this.#toClient(message, this.#passage.only());
    }
  }

  #answer(read: ServerResponse, message: object): void {
    const passing = this.#passage.find(read.id);
    if (passing?.forwarded !== true) {
      this.#tell("malformed-message", "an answer of the server to no request was dropped");
      return;
    }
    this.#passage.leave(passing);
    const { result } = read;
    if (passing.call !== undefined && decidesResults(this.#decider)) {
      void this.#result(read, passing.call, passing.told);
      return;
    }
    if (result === undefined) {
      this.#toClient(message);
      return;
    }
    const version = own(result, "protocolVersion");
    if (passing.method === "initialize" && typeof version === "string")
      this.#options.server.setProtocolVersion?.(version);
    if (passing.method === "tools/list") this.#tools.listed(passing.params, result);
    if (this.#pins !== undefined && (passing.method === "tools/list" || passing.method === "initialize")) {
      void this.#accepted(read.id, passing.method, result, message, this.#pins);
      return;
    }
    this.#toClient(passing.told === "" ? message : answerMessage(read.id, read, passing.told));
  }

  /** What a person has not accepted of a server does not reach the model. */
  async #accepted(
    id: RpcId,
    method: string,
    result: RpcFields,
    message: object,
    pins: ToolPins,
  ): Promise<void> {
    try {
      const shown = await (method === "initialize" ? pins.greeted(result) : pins.listed(result));
      await this.#send(shown === result ? message : { jsonrpc: "2.0", id, result: shown });
    } catch (error) {
      await this.#refuse(
        id,
        RPC_ERROR.gate,
        `what was accepted of the server cannot be read: ${wordsOf(error)}`,
      );
    }
  }

  /** What was decided is what is sent: not the text that has come, which another reader may read otherwise. */
  async #result({ id, ...answer }: ServerResponse, call: McpCall, told: string): Promise<void> {
    const { name, decideMs = DECIDE_MS } = this.#options;
    const taskId = own(own(answer.result, "task"), "taskId");
    if (typeof taskId === "string" && this.#tasks.size < MOST_TASKS) this.#tasks.set(taskId, call);
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
type ServerResponse = Extract<ReturnType<typeof readRpcMessage>, { readonly kind: "response" }>;

/** A transport has one listener of each kind, which is a property. */
function listen(
  transport: McpTransport,
  listeners: Required<Pick<McpTransport, "onmessage" | "onerror" | "onclose">>,
): void {
  Object.assign(transport, listeners);
}

function isCall(method: string): boolean {
  return folded(method) === CALL;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
