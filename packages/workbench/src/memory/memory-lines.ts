import { ago, PLAIN, plural, printable, table } from "@gatehouse-hooks/console/print";
import type { MemoryOwner } from "@gatehouse-hooks/local/memory";
import type { ShownMemory, ShownMemoryCell } from "./shown-memory.js";

/** A line for each state, and one for each of its cells below it. */
export function memoryLines(all: readonly ShownMemory[], now: number): readonly string[] {
  return all.flatMap(({ owner, events, at, cells }, i) => [
    ...(i === 0 ? [] : [""]),
    headLine(owner, events, at, now),
    ...(cells === null
      ? ["  damaged: policies that read a cell fail; `gatehouse forget` begins it anew"]
      : cells.length === 0
        ? ["  the policies that hold here declare no cell for it"]
        : table(
            cells.map((cell) => cellRow(cell, now)),
            PLAIN,
          )),
  ]);
}

/** A line for each session. */
export function sessionLines(all: readonly ShownMemory[], now: number): readonly string[] {
  return table(
    all.map(({ owner, events, at, cells }) => [
      { text: printable(ownerText(owner)) },
      { text: plural(events, "event") },
      { text: at === 0 ? "" : ago(at, now) },
      { text: printable(cells === null ? "damaged" : cells.filter(isSet).map(said).join(", ")) },
    ]),
    PLAIN,
  );
}

function headLine(owner: MemoryOwner, events: number, at: number, now: number): string {
  const last = at === 0 ? "" : `, the last ${ago(at, now)}`;
  return printable(`${ownerText(owner)}: ${plural(events, "event")}${last}`);
}

/** Whose it is, in words. */
function ownerText(owner: MemoryOwner): string {
  switch (owner.scope) {
    case "session":
      return `session ${owner.session}${owner.host === "" ? "" : ` of ${owner.host}`}`;
    case "agent":
      return owner.agent === "" ? "the session's own agent" : `agent ${owner.agent} in it`;
    case "project":
      return `the project ${owner.folder}`;
    case "user":
      return "all sessions of this user";
  }
}

function isSet({ known, value }: ShownMemoryCell): boolean {
  return !known || (value !== null && value !== false && value !== 0);
}

function said({ cell, kind, known, value }: ShownMemoryCell): string {
  return !known ? `${cell} not known` : kind === "flag" ? cell : `${cell} ${valueText(value)}`;
}

function cellRow({ cell, kind, known, value, since }: ShownMemoryCell, now: number) {
  const shown = !known
    ? "not known"
    : kind === "flag"
      ? value === true
        ? "set"
        : "not set"
      : valueText(value);
  const from = since === undefined ? "" : `since event ${since.n + 1} (${since.tool}, ${ago(since.at, now)})`;
  return [{ text: `  ${cell}` }, { text: kind }, { text: printable(shown) }, { text: printable(from) }];
}

function valueText(value: ShownMemoryCell["value"]): string {
  if (value === null) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}
