import { EVERY_EVENT } from "@gatehouse-hooks/engine";
import { isServerTool, sentTwins } from "./check-host.js";
import type { Host } from "./host.js";
import type { HostEvent, HostTool } from "./host-tables.js";
import { HOST_TOOLS } from "./vocabulary.js";

/** What an agent's tables say of the events that policies see. */
export interface SentByHost {
  /** Its events under the names that policies use; where fields are given, they have no other ones. */
  readonly events: readonly { readonly name: string; readonly fields?: readonly string[] }[];
  readonly tools: readonly {
    readonly name: string;
    readonly kind: string;
    readonly fields?: readonly string[];
  }[];
  /** Tools of other agents that it does not have. */
  readonly otherTools: readonly string[];
}

/** The fields of a prepared event (`preparePayload`); what else its payload holds is in `raw`. */
const PREPARED_FIELDS: readonly string[] = [
  ...EVERY_EVENT,
  "toolName",
  "toolCallId",
  "agent",
  "params",
  "prompt",
  "message",
  "facts",
];

/** Parameters that an agent may make itself, of a tool's name or of the text of a patch. */
const DERIVED = ["path", "paths", "content", "edits", "server", "tool"];

/**
 * What an agent sends, by its tables: for the proof that a policy never applies there.
 *
 * @param wired the events that hooks are registered for, in the agent's own names; absent: all
 */
export function sentBy({ events, tools }: Host, wired?: readonly string[]): SentByHost {
  const own = new Set(tools.map(({ name }) => name));
  const sent = events
    .filter(({ name }) => wired === undefined || wired.includes(name))
    .map((row) =>
      row.canonical === undefined ? { name: row.name } : { name: row.canonical, fields: preparedFields(row) },
    );
  const twins = new Set(sent.flatMap(({ name }) => sentTwins(name, tools)));
  return {
    events: [...sent, ...[...twins].map((name) => ({ name }))],
    tools: tools.map((tool) => {
      const fields = fieldsOf(tool);
      return { name: tool.name, kind: tool.kind, ...(fields !== undefined && { fields }) };
    }),
    // An agent without a table of tools may have them all.
    otherTools:
      tools.length === 0
        ? []
        : [...new Set(HOST_TOOLS.map(({ name }) => name))].filter(
            (name) => !own.has(name) && !isServerTool(name),
          ),
  };
}

/** Of a call that has been made also its result and its error, where the agent's table says where they are. */
function preparedFields({ result, failure }: HostEvent): readonly string[] {
  return [
    ...PREPARED_FIELDS,
    ...(result === undefined ? [] : ["result"]),
    ...(failure === undefined ? [] : ["error"]),
  ];
}

function fieldsOf({ fields, params = {} }: HostTool): readonly string[] | undefined {
  return fields === undefined ? undefined : [...fields, ...Object.keys(params), ...DERIVED];
}
