import { ALL_EVENTS } from "@gatehouse-hooks/engine";
import { EVENT_NAMES, type EventPart, HOST_KINDS, VOCABULARY } from "@gatehouse-hooks/hosts";

/** What is known of an event's name, in a sentence or two; `undefined` for a name that no agent has. */
export function describeEvent(name: string): string | undefined {
  if (name === ALL_EVENTS) return "Every event.";
  const read = EVENT_NAMES.of(name);
  if (read === undefined) return undefined;
  const { agents, canonical, part } = read;
  const [first = name] = canonical;
  const kind = HOST_KINDS.of(HOST_KINDS.of(name).known ? name : first);
  const whose = agents.length === 0 ? "An event of all agents." : `An event of ${agents.join(", ")}.`;
  const meant =
    agents.length === 0 || canonical.length === 0
      ? ""
      : ` Read as ${canonical.join(" or ")}${part === undefined ? "" : `, ${partText(part)}`}, whichever agent sends it.`;
  const gates = kind.gates ? " A deny stops the action." : " It tells of something: a deny does not undo it.";
  const fields = kind.carries === undefined ? "" : ` Fields: ${kind.carries.slice(0, 30).join(", ")}.`;
  return `${whose}${meant}${gates}${fields}`;
}

function partText({ kinds, failed, own }: EventPart): string {
  if (kinds !== undefined) return `of tools of the kind ${kinds.join(" or ")}`;
  if (failed !== undefined) return failed ? "of calls that have failed" : "of calls that have not failed";
  return own === true ? "the agent's own alone" : "";
}

/** What is known of a tool's name. */
export function toolText(name: string): string | undefined {
  const tool = VOCABULARY.tools.find((one) => one.name === name);
  if (tool === undefined) return undefined;
  return tool.fields === undefined ? "A tool that agents have." : `Arguments: ${tool.fields.join(", ")}.`;
}
