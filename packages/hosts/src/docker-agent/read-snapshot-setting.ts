import { isRecord } from "@gatehouse-hooks/json";
import { cite } from "../text/cite.js";
import type { FileContext } from "./file-context.js";
import type { PlacedHook } from "./hooks/definition.js";

/** Where snapshots are taken (document 004, "Available built-ins": a minimal wiring). */
const EVENTS = ["turn_start", "turn_end", "session_end"] as const;

/** The hooks that `settings` switches on: docker-agent's user configuration, of which `snapshot` is read and nothing else. */
export function readSnapshotSetting(value: unknown, file: FileContext): readonly PlacedHook[] {
  const path = ["settings"];
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) {
    file.at(path, {
      code: "invalid-type",
      message: "expected a mapping",
      cure: "for example `settings: { snapshot: true }`",
    });
    return [];
  }
  for (const key of Object.keys(value).filter((one) => one !== "snapshot")) {
    file.atKey([...path, key], {
      code: "unknown-key",
      message: `the setting ${cite(key)} is not read`,
      cure: "this is docker-agent's user configuration: write its hooks under `hooks`",
    });
  }
  const { snapshot } = value;
  if (snapshot === undefined || snapshot === false) return [];
  if (snapshot !== true) {
    file.at(
      [...path, "snapshot"],
      {
        code: "invalid-value",
        message: "expected true or false",
        cure: "write `snapshot: true`, or leave it out",
      },
      [],
    );
    return [];
  }
  const hook = { type: "builtin", command: "snapshot" } as const;
  const line = file.lineOf([...path, "snapshot"]);
  return EVENTS.map((event) => ({ event, hook, matcher: null, place: event, line }));
}
