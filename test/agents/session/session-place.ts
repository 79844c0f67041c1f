import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The folders of one session. */
export interface SessionPlace {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  readonly tmp: string;
  /** The first folder of `PATH`. */
  readonly bin: string;
}

/** Makes the folders of a session. */
export function makePlace(): SessionPlace {
  const root = mkdtempSync(path.join(tmpdir(), "session-"));
  const place = {
    root,
    home: path.join(root, "home"),
    project: path.join(root, "project"),
    tmp: path.join(root, "tmp"),
    bin: path.join(root, "bin"),
  };
  for (const folder of Object.values(place)) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(place.project, "README.md"), "# A project\n");
  return place;
}
