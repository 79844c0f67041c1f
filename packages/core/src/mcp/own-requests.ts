import type { RpcFields, RpcId } from "./rpc-message.js";

/** How a request of the gate is made. */
interface OwnRequest {
  readonly method: string;
  readonly params: object;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly relatedRequestId?: RpcId;
}

/** Sends the gate's own messages to one side. */
type SendOwn = (message: object, relatedRequestId?: RpcId) => Promise<void>;

/**
 * The gate's own requests to one side. Their ids are random: the other side must not be able to ask under the id of one, and have
 * its own question's answer taken for the gate's.
 */
export class OwnRequests {
  readonly #send: SendOwn;
  readonly #waiting = new Map<RpcId, (result: RpcFields | undefined) => void>();

  constructor(send: SendOwn) {
    this.#send = send;
  }

  owns(id: RpcId): boolean {
    return this.#waiting.has(id);
  }

  /** An answer to one of them. */
  settle(id: RpcId, result: RpcFields | undefined): void {
    this.#waiting.get(id)?.(result);
  }

  /** Ends all that wait. */
  end(): void {
    for (const settle of this.#waiting.values()) settle(undefined);
  }

  /** @returns the result; undefined for an error, silence until the timeout, an abort */
  async ask({
    method,
    params,
    timeoutMs,
    signal,
    relatedRequestId,
  }: OwnRequest): Promise<RpcFields | undefined> {
    if (signal?.aborted === true) return undefined;
    const id = `gatehouse-${globalThis.crypto.randomUUID()}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUp = (): void => {
      if (!this.#waiting.has(id)) return;
      this.settle(id, undefined);
      const cancelled = { method: "notifications/cancelled", params: { requestId: id } };
      this.#send({ jsonrpc: "2.0", ...cancelled }, relatedRequestId).catch(() => undefined);
    };
    try {
      const answered = new Promise<RpcFields | undefined>((resolve) => this.#waiting.set(id, resolve));
      timer = setTimeout(giveUp, timeoutMs);
      signal?.addEventListener("abort", giveUp);
      await this.#send({ jsonrpc: "2.0", id, method, params }, relatedRequestId);
      return await answered;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      this.#waiting.delete(id);
    }
  }
}
