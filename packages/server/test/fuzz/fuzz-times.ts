/** The server's limits for a head and a request, in ms; what is sent has to be answered or cut off soon after. */
export const FUZZ_TIMES = { headersTimeoutMs: 800, requestTimeoutMs: 1_600, idleTimeoutMs: 2_000 };
