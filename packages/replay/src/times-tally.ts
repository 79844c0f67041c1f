import { dayOf, MS_OF_DAY } from "./day-of.js";
import { KeptTable } from "./kept-table.js";
import type { ReplayInput } from "./replay-input.js";
import type { ReplayPart, SessionCounts, EffectCounts } from "./replay-part.js";
import { AGENT_ROWS, DAY_ROWS, SESSION_ROWS } from "./row-kinds.js";
import type { ShownNames } from "./shown-text.js";
import type { Effect } from "@gatehouse-hooks/engine";

interface SessionTally extends EffectTally {
  readonly session: string;
  readonly agent: string | null;
  first: number | null;
  last: number | null;
}

/** Counts by day, agent and session. */
export class TimesTally {
  readonly #days = new KeptTable<EffectTally & { readonly day: string }>(DAY_ROWS.most);
  readonly #agents = new KeptTable<EffectTally & { readonly agent: string }>(AGENT_ROWS.most);
  readonly #sessions = new KeptTable<SessionTally>(SESSION_ROWS.most);
  readonly #names: ShownNames;
  /** The rows of the last event: most events are of the same day, agent and session. */
  #last: { readonly session: string; readonly agent: string | null; readonly row: SessionTally } | undefined;
  #lastDay: { readonly number: number; readonly row: EffectTally | undefined } | undefined;

  constructor(names: ShownNames) {
    this.#names = names;
  }

  add({ agent, at }: ReplayInput, session: string | null, came: Came): void {
    const shown = agent === null ? "" : this.#names.of(agent);
    const ofDay = this.#dayRow(at);
    if (ofDay !== undefined) ofDay[came]++;
    const ofAgent = this.#agents.at(shown, () => ({ agent: shown, ...effectTally() }));
    if (ofAgent !== undefined) ofAgent[came]++;
    if (session === null) return;
    const row = this.#sessionRow(session, agent === null ? null : shown);
    if (row === undefined) return;
    row[came]++;
    if (at === null) return;
    if (row.first === null || at < row.first) row.first = at;
    if (row.last === null || at > row.last) row.last = at;
  }

  counts(): Pick<ReplayPart, "days" | "agents" | "sessions"> {
    // What was kept a moment ago may be gone from the table now.
    this.#last = undefined;
    this.#lastDay = undefined;
    return {
      days: this.#days.list(({ day, ...counts }) => ({ day, ...counts })),
      agents: this.#agents.list(({ agent, ...counts }) => ({ agent, ...counts })),
      sessions: this.#sessions.list(shownSession),
    };
  }

  #dayRow(at: number | null): EffectTally | undefined {
    const number = at === null ? -1 : Math.floor(at / MS_OF_DAY);
    if (this.#lastDay?.number === number) return this.#lastDay.row;
    const day = dayOf(at);
    const row = this.#days.at(day, () => ({ day, ...effectTally() }));
    this.#lastDay = { number, row };
    return row;
  }

  #sessionRow(given: string, agent: string | null): SessionTally | undefined {
    const last = this.#last;
    if (last?.session === given && last.agent === agent) return last.row;
    const session = this.#names.of(given);
    const row = this.#sessions.at(
      SESSION_ROWS.key({ session, agent, first: null, last: null, ...effectTally() }),
      () => ({ session, agent, first: null, last: null, ...effectTally() }),
    );
    this.#last = row === undefined ? undefined : { session: given, agent, row };
    return row;
  }
}

function shownSession(row: SessionTally): SessionCounts {
  const { session, agent, first, last, deny, ask, allow, abstain, unknown } = row;
  return { session, agent, first, last, deny, ask, allow, abstain, unknown };
}

/** What an event came to. */
export type Came = Effect | "unknown";

/** Counts while they grow. */
type EffectTally = { -readonly [Name in keyof EffectCounts]: EffectCounts[Name] };

export function effectTally(): EffectTally {
  return { deny: 0, ask: 0, allow: 0, abstain: 0, unknown: 0 };
}
