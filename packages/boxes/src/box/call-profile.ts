import { type BoxProfile, type CallProfile, profileOfCall } from "@gatehouse-hooks/box";
import { lateProgramFacts } from "@gatehouse-hooks/local/facts";
import type { BoxedPlace } from "./look.js";

/**
 * The profile of one call of a shell, where all that it does is understood.
 *
 * @param command what is run: of anything but a shell with a text, nothing is known
 */
export function profileOfCommand(
  profile: BoxProfile,
  [shell = "", flag, text, ...more]: readonly string[],
  { home, workspace, cwd }: BoxedPlace,
): CallProfile | null {
  const isText = /^\/bin\/(?:ba)?sh$/.test(shell) && flag === "-c" && more.length === 0;
  if (!isText || text === undefined) return null;
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: text }, cwd };
  const place = { home, project: workspace, isOfProject: false };
  return profileOfCall(profile, lateProgramFacts().factsAt(place, event));
}
