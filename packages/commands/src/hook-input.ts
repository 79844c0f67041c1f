import type { Event } from "@gatehouse-hooks/engine";

/**
 * What a hook reads on standard input (document 004, "Hook Input"): the event as JSON, its name as `hook_event_name`, and
 * the working directory as `cwd` where the event has none. No line break at the end.
 */
export function hookInput(event: Event, cwd: string): string {
  const { event: name, ...fields } = event;
  const fill = typeof fields["cwd"] === "string" && fields["cwd"] !== "" ? {} : { cwd };
  return JSON.stringify({ ...fields, ...fill, hook_event_name: name });
}
