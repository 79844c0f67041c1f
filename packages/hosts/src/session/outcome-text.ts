import type { CallEnd } from "./call-draft.js";
import type { SessionCall } from "./session-call.js";

/** A text of an agent that decides what became of a call. */
export interface OutcomeText extends Pick<SessionCall, "by" | "person"> {
  readonly where: "start" | "end" | "anywhere";
  readonly text: string;
  /** Also in it. */
  readonly and?: string;
  readonly outcome: CallEnd["outcome"];
  /** The version of the agent that writes it. */
  readonly seen: string;
}

/** What the first row says that fits; undefined: none does. */
export function endByText(text: string, rows: readonly OutcomeText[]): CallEnd | undefined {
  const row = rows.find((one) => isThere(text, one) && (one.and === undefined || text.includes(one.and)));
  if (row === undefined) return undefined;
  const { outcome, by, person } = row;
  return { outcome, by, ...(person === undefined ? {} : { person }) };
}

function isThere(text: string, { where, text: sought }: OutcomeText): boolean {
  switch (where) {
    case "start":
      return text.startsWith(sought);
    case "end":
      return text.endsWith(sought);
    case "anywhere":
      return text.includes(sought);
  }
}
