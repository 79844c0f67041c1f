/** One server-sent event without a name. */
export function dataEvent(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

/** One server-sent event that is named after its type. */
export function typedEvent(value: { readonly type: string; readonly [key: string]: unknown }): string {
  return `event: ${value.type}\n${dataEvent(value)}`;
}
