/** Calls a subject `iterations` times with 0, 1, 2 …; what it returns is kept so that it has to be computed. */
export type BatchLoop = (subject: (index: number) => unknown, iterations: number) => unknown;
export type AsyncBatchLoop = (subject: (index: number) => unknown, iterations: number) => Promise<unknown>;

let copies = 0;

/**
 * A loop with a text of its own. V8 keeps type feedback per function text: one shared loop would turn the call
 * of the subject megamorphic and add several nanoseconds to each, which hides what small subjects differ in.
 */
export async function batchLoop(): Promise<BatchLoop> {
  return load<BatchLoop>(
    "(subject, iterations) { const sink = new Array(16); " +
      "for (let i = 0; i < iterations; i++) sink[i & 15] = subject(i); return sink; }",
  );
}

/** As `batchLoop`, awaiting each answer before the next call. */
export async function asyncBatchLoop(): Promise<AsyncBatchLoop> {
  return load<AsyncBatchLoop>(
    "(subject, iterations) { const sink = new Array(16); " +
      "for (let i = 0; i < iterations; i++) sink[i & 15] = await subject(i); return sink; }",
    "async ",
  );
}

async function load<Loop>(body: string, prefix = ""): Promise<Loop> {
  copies += 1;
  const text = `export default ${prefix}function batch${copies}${body}`;
  const module = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { default: Loop };
  return module.default;
}
