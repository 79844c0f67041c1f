/** One side of the gate. The transports of `@modelcontextprotocol/sdk` are some: they are given, never imported. */
export interface McpTransport {
  /** Begins to receive. */
  start(): Promise<void>;
  /** `relatedRequestId`: the request whose stream the message belongs to; the gate resumes none itself. */
  send(
    message: object,
    options?: { relatedRequestId?: string | number; resumptionToken?: string },
  ): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Told each message. Of the type of a method, so that transports whose messages have narrower types fit. */
  onmessage?: { listen(message: object): void }["listen"] | undefined;
  /** Told when it has ended. */
  onclose?: (() => void) | undefined;
  /** Told what goes wrong. */
  onerror?: ((error: Error) => void) | undefined;
  /** Of HTTP: told when the server has answered `initialize`. */
  setProtocolVersion?: ((version: string) => void) | undefined;
}

/** A transport has one listener of each kind, which is a property. */
export function setListeners(
  transport: McpTransport,
  listeners: Required<Pick<McpTransport, "onmessage" | "onerror" | "onclose">>,
): void {
  Object.assign(transport, listeners);
}
