import { nearName, own } from "@gatehouse-hooks/json";
import type { DocumentPath } from "../yaml/document.js";
import { cite } from "../text/cite.js";
import type { FileContext } from "./file-context.js";
import { AGENT_KEYS, GUARDING_KEYS, TOP_KEYS } from "./file-keys.table.js";
import type { LostEvents } from "../text/report.js";
import { suggestEvent } from "./suggest-event.js";

/** The most unknown keys reported of one mapping. */
const MAX_UNKNOWN = 20;

/**
 * Reports every key of the file's top, or of an agent, that docker-agent does not document there. A key that holds
 * policies in another place is an error that says where it belongs.
 */
export function checkKeys(
  mapping: Readonly<Record<string, unknown>>,
  path: DocumentPath,
  known: readonly string[],
  { atKey }: Pick<FileContext, "atKey">,
): void {
  const unknown = Object.keys(mapping).filter((key) => !known.includes(key));
  for (const key of unknown.slice(0, MAX_UNKNOWN)) {
    const { cure, lost } = explain(key, mapping[key], path.length === 0);
    atKey([...path, key], { code: "unknown-key", message: `unknown key ${cite(key)}`, cure }, lost);
  }
}

interface Explained {
  readonly cure: string;
  readonly lost: LostEvents;
}

/** Keys that are known, but not there. */
const MISPLACED: Readonly<Record<string, Explained>> = {
  permissions: {
    cure: "`permissions` is at the top of the file, next to `agents`",
    lost: ["pre_tool_use"],
  },
  agent: { cure: "did you mean `agents`?", lost: "all gating" },
  settings: {
    cure: "this is docker-agent's user configuration: write its hooks under `hooks`",
    lost: "all gating",
  },
};

function explain(key: string, value: unknown, top: boolean): Explained {
  const misplaced = own(MISPLACED, key);
  if (misplaced !== undefined) return misplaced;
  const near = nearName(key, top ? TOP_KEYS : AGENT_KEYS);
  const event = suggestEvent(key);
  if (event !== null && (near === null || event === key)) {
    const meant = event === key ? "" : `did you mean ${cite(event)}? `;
    return { cure: `${meant}events belong under ${top ? "`hooks`" : "the agent's `hooks`"}`, lost: [event] };
  }
  if (near !== null) {
    return { cure: `did you mean ${cite(near)}?`, lost: GUARDING_KEYS.has(near) ? "all gating" : [] };
  }
  const elsewhere = [...TOP_KEYS, ...AGENT_KEYS].includes(key);
  return {
    cure: elsewhere
      ? `${cite(key)} is a key of ${top ? "an agent" : "the file's top"}`
      : "remove it: docker-agent does not document it here",
    // A number or a string holds no policies.
    lost: typeof value === "object" && value !== null && !elsewhere ? "all gating" : [],
  };
}
