import { VOCABULARY } from "@gatehouse-hooks/hosts";

/** What is known of an event's name, in a sentence or two; `undefined` for a name that no agent has. */
export function eventText(name: string): string | undefined {
  const kind = VOCABULARY.events.find((one) => one.name === name);
  if (kind === undefined) return undefined;
  const whose = kind.host === undefined ? "An event of all agents." : `An event of ${kind.host}.`;
  const canonical = kind.canonical === undefined ? "" : ` For all agents: ${kind.canonical}.`;
  const gates = kind.gates ? " A deny stops the action." : " It tells of something: a deny does not undo it.";
  const fields = kind.carries === undefined ? "" : ` Fields: ${kind.carries.slice(0, 30).join(", ")}.`;
  return `${whose}${canonical}${gates}${fields}`;
}

/** What is known of a tool's name. */
export function toolText(name: string): string | undefined {
  const tool = VOCABULARY.tools.find((one) => one.name === name);
  if (tool === undefined) return undefined;
  return tool.fields === undefined ? "A tool that agents have." : `Arguments: ${tool.fields.join(", ")}.`;
}
