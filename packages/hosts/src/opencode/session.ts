import type { JsonObject } from "@gatehouse-hooks/json";
import { callQueue } from "../session/call-queue.js";
import { objectIn, objectsIn, stringIn, timeOf, valueIn } from "../session/fields.js";
import type { SessionFormat, SessionReading } from "../session/session-format.js";
import { callOfPart, type PartSession } from "./session-part.js";

/** What `opencode export SESSION` prints: `{ info, messages: [{ info, parts }] }`. */
export const openCodeExport: SessionFormat = {
  agent: "opencode",
  title: "OpenCode export",
  form: "document",
  is: ([first]) =>
    first !== undefined &&
    stringIn(objectIn(first, "info"), "id").startsWith("ses_") &&
    Array.isArray(valueIn(first, "messages")),
  began: ([first]) =>
    first === undefined ? null : timeOf(valueIn(objectIn(objectIn(first, "info"), "time"), "created")),
  read: () => reading(partsOfExport),
};

/**
 * OpenCode's database, `~/.local/share/opencode/opencode.db`: all sessions of all projects. A session that is a fork comes after the
 * one whose calls it copies; within a session, parts are in the order of their ids.
 */
export const openCodeDatabase: SessionFormat = {
  agent: "opencode",
  title: "OpenCode",
  form: "sqlite",
  is: ([first]) => {
    const tables = first === undefined ? undefined : valueIn(first, "tables");
    return Array.isArray(tables) && ["session", "message", "part"].every((name) => tables.includes(name));
  },
  began: () => null,
  // A part that is not JSON is the reader's to refuse, not the query's to fail on.
  rows: `select part.data as data_json, part.time_created as created, part.session_id as session,
    session.parent_id as parent, session.directory as directory
    from part left join session on session.id = part.session_id
    where instr(part.data, '"callID"') > 0
    order by session.time_created, part.session_id, part.id`,
  read: () => reading(partOfRow),
};

/** A part of a message, with its session. */
interface PlacedPart extends PartSession {
  readonly part: JsonObject;
  readonly created: number | null;
}

/** A part has its call and what became of it: nothing is waited for. */
function reading(partsOf: (record: JsonObject) => readonly PlacedPart[]): SessionReading {
  const queue = callQueue();
  return {
    record(record, line = 0) {
      return partsOf(record).flatMap(({ part, created, ...session }) => {
        if (stringIn(part, "type") !== "tool") return [];
        const { draft, end } = callOfPart(part, session, created);
        const call = { draft };
        if (queue.open(call, line)) queue.settle(call, end);
        return queue.take();
      });
    },
    end: () => queue.drain(),
  };
}

function partsOfExport(document: JsonObject): readonly PlacedPart[] {
  const session = sessionOf(objectIn(document, "info"), "id", "parentID");
  return objectsIn(document, "messages").flatMap((message) => {
    const created = timeOf(valueIn(objectIn(objectIn(message, "info"), "time"), "created"));
    return objectsIn(message, "parts").map((part) => ({ ...session, part, created }));
  });
}

function partOfRow(row: JsonObject): readonly PlacedPart[] {
  return [
    {
      ...sessionOf(row, "session", "parent"),
      part: objectIn(row, "data"),
      created: timeOf(valueIn(row, "created")),
    },
  ];
}

function sessionOf(from: JsonObject, id: string, parentKey: string): PartSession {
  const parent = stringIn(from, parentKey);
  return {
    session: stringIn(from, id),
    ...(parent === "" ? {} : { parent }),
    cwd: stringIn(from, "directory") || null,
  };
}
