import { own } from "@gatehouse-hooks/json";
import type { LostEvents } from "../text/report.js";
import type { DocumentPath } from "../yaml/document.js";
import { canBlock, DOCKER_AGENT_EVENTS } from "./contract.js";

/** The events that what stands at a place of a file could have denied. */
export function lostAt(path: DocumentPath): LostEvents {
  if (path[0] === "permissions") return ["pre_tool_use"];
  const at = path.indexOf("hooks");
  // In a file of hooks alone, and in the agent's own keys, the event is outside of a block.
  const event = [at < 0 ? path[0] : path[at + 1], path[2]].find(isEvent);
  return event === undefined ? "all gating" : [event];
}

function isEvent(name: string | number | undefined): name is string {
  return typeof name === "string" && DOCKER_AGENT_EVENTS.includes(name);
}

/** What takes something out of a response stops nothing: with it lost, the call whose response that would be is not made. */
const INSTEAD: Readonly<Record<string, string>> = { tool_response_transform: "pre_tool_use" };

/** Unites what several places of a file lose; what a deny stops nothing of is left out. */
export function uniteLost(lost: readonly LostEvents[]): LostEvents {
  if (lost.includes("all gating")) return "all gating";
  const events = new Set(
    lost.flatMap((some) => (some === "all gating" ? [] : some.map((name) => own(INSTEAD, name) ?? name))),
  );
  return [...events].filter(canBlock);
}
