/** A part of a message: text, a value behind its label, or a value alone. */
export type MessagePart =
  | string
  | { readonly label: string; readonly value: unknown }
  | { readonly json: unknown };

/** A message of several lines: values are written as JSON, with a blank behind commas and colons. */
export function messageFrom(...parts: readonly MessagePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "json" in part ? spaced(part.json) : `${part.label}: ${spaced(part.value)}`;
    })
    .join("\n");
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`);
  return `{${members.join(", ")}}`;
}
