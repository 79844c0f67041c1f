/** The tool whose body is a generator: it yields results before the last one, where the framework has that. */
export const WATCH = "watch";

/** The arguments of a call as the model wrote them. */
export function textOfArgs(args: unknown): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

/** The arguments of a call where they are an object: a provider's library reads what the model wrote. */
export function objectOfArgs(args: unknown): Record<string, unknown> {
  return (typeof args === "string" ? JSON.parse(args) : args) as Record<string, unknown>;
}

/** What a tool answers, where it must be one value: of those that it yields the last. */
export async function lastOf(output: unknown): Promise<unknown> {
  const awaited: unknown = await output;
  if (typeof awaited !== "object" || awaited === null || !(Symbol.asyncIterator in awaited)) return awaited;
  let last: unknown;
  for await (const one of awaited as AsyncIterable<unknown>) last = one;
  return last;
}

/** A result of a tool as MCP has it: content, and the value beside it where it is an object. */
export function contentOf(output: unknown): { content: { type: "text"; text: string }[] } {
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return { content: [{ type: "text", text }] };
}
