import type { Facts } from "@gatehouse-hooks/facts";
import { type Event, readEvent } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { field, type Row } from "@gatehouse-hooks/console/lines";

/** The facts of a row, or why it has none. */
export type FactsAnswer =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** What a row of a command may say beside it. */
const PLACE = ["cwd", "home", "workspace", "platform"] as const;

/**
 * `{ command, cwd?, home?, workspace?, platform? }`, or an event.
 *
 * @param facts of an event: never throws, the same event gives the same facts
 */
export function factsAnswer(row: Row, facts: (event: Event) => Facts): FactsAnswer {
  if (row.kind === "refused") return refused(row.issue.code, row.issue.message);
  if (field(row.row, "event") !== undefined) {
    const read = readEvent(row.row);
    return read.kind === "event"
      ? { ok: true, facts: facts(read.event) }
      : refused(read.issue.code, read.issue.message);
  }
  const command = field(row.row, "command");
  if (typeof command !== "string")
    return refused("invalid-row", "expected `command`, a string, or an event with its name in `event`");
  const wrong = PLACE.find(
    (key) => !["string", "undefined"].includes(typeof (field(row.row, key) ?? undefined)),
  );
  if (wrong !== undefined) return refused("invalid-row", `\`${wrong}\` must be a string or absent`);
  return { ok: true, facts: facts(commandEvent(command, placeOf(row.row))) };
}

/** The event of a command of the shell. */
export function commandEvent(command: string, place: Readonly<Record<string, string>>): Event {
  return { event: "before_tool_call", toolName: "exec", params: { command }, ...place };
}

function placeOf(row: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    PLACE.flatMap((key) => {
      const value = field(row, key);
      return typeof value === "string" ? [[key, value]] : [];
    }),
  );
}

function refused(code: string, message: string): FactsAnswer {
  return { ok: false, code, message };
}
