import type { Event } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import { realpathSync, statSync } from "node:fs";
import { isFolderPath, isWithin } from "../places/linked-worktree.js";

/**
 * The folder that an event names, where it exists and is one of the project, links followed; else the project: a command must not be one
 * of a folder that anybody could have put there.
 *
 * @param project absolute
 */
export function eventFolder(event: Event, project: string): string {
  const said = own(event, "cwd");
  if (!isFolderPath(said)) return project;
  try {
    const folder = realpathSync(said);
    return statSync(folder).isDirectory() && isWithin(realpathSync(project), folder) ? folder : project;
  } catch {
    return project;
  }
}
