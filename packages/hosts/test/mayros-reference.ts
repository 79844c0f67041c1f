/**
 * Mayros' own reading of a hook file, written from SPEC.md, "What Mayros reads", and from nothing else: the second
 * opinion of the tests. It shares no code with the package.
 */
export interface MayrosHook {
  readonly name: string;
  readonly events: readonly string[];
  readonly description: string;
  readonly condition?: string;
  readonly model?: string;
  readonly timeoutMs: number;
  readonly cache: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly body: string;
}

const EVENTS = new Set(
  "before_tool_call after_tool_call message_sending before_prompt_build before_agent_start session_start session_end".split(
    " ",
  ),
);

/** @returns the hook, or `null` when Mayros refuses the file */
export function mayrosReads(content: string): MayrosHook | null {
  const text = content.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const closer = text.indexOf("\n---", 3);
  if (!text.startsWith("---") || closer < 0) return null;
  const values = new Map<string, string>();
  for (const line of text.slice(4, Math.max(4, closer)).split("\n")) {
    const colon = line.indexOf(":");
    const key = line.slice(0, Math.max(0, colon));
    if (!/^[A-Za-z0-9_-]+$/.test(key) || /[\u2028\u2029]/.test(line)) continue;
    let value = line.slice(colon + 1).trim();
    if ((value.startsWith('"') && value.endsWith('"')) || (value.startsWith("'") && value.endsWith("'"))) {
      value = value.slice(1, -1);
    }
    if (value !== "") values.set(key, value);
  }
  const name = values.get("name");
  const events = (values.get("events") ?? "")
    .split(",")
    .map((event) => event.trim())
    .filter((event) => event !== "");
  const timeoutMs = Number.parseInt(values.get("timeout") ?? "15000", 10);
  const priority = Number.parseInt(values.get("priority") ?? "100", 10);
  const cache = values.get("cache") ?? "session";
  const body = text.slice(closer + 4).trim();
  if (name === undefined || events.length === 0 || events.some((event) => !EVENTS.has(event))) return null;
  if (!(timeoutMs >= 100) || Number.isNaN(priority) || !["none", "session", "global"].includes(cache))
    return null;
  if (body === "") return null;
  const condition = values.get("condition");
  const model = values.get("model");
  return {
    name,
    events,
    description: values.get("description") ?? "",
    ...(condition === undefined ? {} : { condition }),
    ...(model === undefined ? {} : { model }),
    timeoutMs,
    cache,
    priority,
    enabled: (values.get("enabled") ?? "true") === "true",
    body,
  };
}
