import type { EventWord } from "../names/event-names.js";
import { nearEvents } from "../names/near-events.js";
import { cite } from "../text/cite.js";
import type { Problem } from "../text/report.js";

/** A name that no table has, with what was probably meant. */
export function unknownEvent(name: string, own: readonly string[]): Problem {
  const [meant] = nearEvents(name, own);
  return {
    code: "unknown-event",
    message: `no agent sends an event ${cite(name)}`,
    cure:
      meant === undefined
        ? `write one of docs/events.md, for example \`before_tool_call\`, or say that it is your own: ${cite(`ownEvents: [${name}]`)} at the start of the file`
        : `did you mean ${cite(meant)}?`,
  };
}

/** A pattern that is the name of no event. */
export function unmatchedEvent(pattern: string): Problem {
  return {
    code: "unknown-event",
    message: `no event has a name like ${cite(pattern)}`,
    cure: 'write the names, for example `events: before_tool_call`; every event is `events: "*"`',
  };
}

/** A name by which agents mean different events. */
export function ambiguousEvent({ name, canonical, agents }: EventWord): Problem {
  return {
    code: "unknown-event",
    message: `${cite(name)} is another event in ${agents.join(" than in ")}`,
    cure: `write what you mean: ${canonical.map(cite).join(" or ")}`,
  };
}
