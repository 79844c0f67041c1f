import type { McpCall } from "./read-mcp-call.js";
import { own } from "@gatehouse-hooks/json";
import type { RpcFields, RpcId } from "./rpc-message.js";

/** A request of the client that has no answer yet. */
export interface Passing {
  readonly id: RpcId;
  readonly method: string;
  readonly params: RpcFields | undefined;
  /** Aborted when the client does not want the call any more. */
  readonly deciding: AbortController;
  /** The server has it: before, nothing that the server sends is an answer to it. */
  forwarded: boolean;
  /** What policies say to the model about the call. */
  told: string;
  /** The call whose result the answer has. */
  call?: McpCall;
}

/** Requests at once: a client that has more does not wait for answers. */
const MOST = 1_000;

/** The requests of the client that are on their way. */
export class Passage {
  readonly #all = new Map<RpcId, Passing>();

  /** @returns a string: why it may not pass */
  enter(id: RpcId, method: string, params: RpcFields | undefined): Passing | string {
    if (this.#all.has(id)) return "a request with this id has no answer yet";
    if (this.#all.size >= MOST) return `more than ${MOST} requests at once`;
    const deciding = new AbortController();
    const passing: Passing = { id, method, params, deciding, forwarded: false, told: "" };
    this.#all.set(id, passing);
    return passing;
  }

  find(id: RpcId): Passing | undefined {
    return this.#all.get(id);
  }

  has(passing: Passing): boolean {
    return this.#all.get(passing.id) === passing;
  }

  leave(passing: Passing): void {
    if (this.has(passing)) this.#all.delete(passing.id);
  }

  /**
   * The client does not want an answer any more.
   *
   * @returns whether the server has not seen the request, and never will
   */
  cancel(id: unknown): boolean {
    const passing = this.#all.get(id as RpcId);
    if (passing === undefined) return false;
    this.leave(passing);
    passing.deciding.abort();
    return !passing.forwarded;
  }

  /** The request that a notification of the server is about: by its progress token, else the only one there is. */
  ofNotification(params: RpcFields | undefined): RpcId | undefined {
    const token = own(params, "progressToken");
    if (token === undefined) return this.only();
    for (const { id, params: own } of this.#all.values()) if (tokenOf(own) === token) return id;
    return undefined;
  }

  /** Over HTTP, a message that belongs to a request goes to where its answer is awaited. */
  only(): RpcId | undefined {
    const [one, other] = this.#all.keys();
    return other === undefined ? one : undefined;
  }

  /** Ends all. @returns the ids that are to be answered */
  end(): readonly RpcId[] {
    const ids = [...this.#all.keys()];
    for (const { deciding } of this.#all.values()) deciding.abort();
    this.#all.clear();
    return ids;
  }
}

function tokenOf(params: RpcFields | undefined): unknown {
  return own(own(params, "_meta"), "progressToken");
}
