import type { SessionCall } from "@gatehouse-hooks/hosts/sessions";
import type { Issue } from "@gatehouse-hooks/json";
import process from "node:process";
import { findLogs, type UnknownFile } from "../../../logs/src/replay/find-logs.js";
import { groupSessions } from "../../../logs/src/replay/replay-sessions.js";
import type { SessionItemPlace } from "../../../logs/src/replay/find-session-files.js";

/** What sessions hold, as `gatehouse replay` reads them. */
export type ReadItem =
  | { readonly kind: "call"; readonly call: SessionCall; readonly place: SessionItemPlace }
  | {
      readonly kind: "issue";
      readonly issue: Omit<Partial<Issue>, "path" | "code"> & {
        readonly path: string;
        readonly code: string;
      };
    };

/** Finds and reads the sessions of paths. */
export async function* readSessions(paths: readonly string[]): AsyncGenerator<ReadItem, void, undefined> {
  const { units, unknown } = await findLogs(process.cwd(), paths);
  for (const { path, issue } of unknown satisfies readonly UnknownFile[])
    yield { kind: "issue", issue: { ...issue, path } };
  for (const unit of units) {
    if (unit.kind !== "sessions") throw new Error(`${unit.path} is not a session`);
    for (const { items } of groupSessions(unit))
      for await (const item of items) if (item.kind !== "copy" && item.kind !== "prompt") yield item;
  }
}
