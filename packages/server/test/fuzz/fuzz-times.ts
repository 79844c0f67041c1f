/** The server's limits for a head and a request, in ms; what is sent has to be answered or cut off soon after. */
export const FUZZ_TIMES = { headersTimeoutMs: 400, requestTimeoutMs: 800, idleTimeoutMs: 2_000 };
