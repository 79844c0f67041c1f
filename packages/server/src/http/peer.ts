/** What is known of a request beside itself. */
export interface Peer {
  /** SHA-256 of the client's certificate, where it was verified: lower-case hex without colons. */
  readonly certificateSha256?: string | undefined;
  /**
   * Reads the body, where the server has a shorter way than the stream of the request. Resolves with undefined when there are more than
   * `maxBytes`; rejects when the body ends before its end.
   */
  readonly readBody?: ((maxBytes: number) => Promise<Uint8Array | undefined>) | undefined;
}
