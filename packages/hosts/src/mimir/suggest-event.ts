import { plainName, nearName } from "@gatehouse-hooks/json";
import { MIMIR_EVENTS } from "./mimir-events.table.js";

const NAMES = MIMIR_EVENTS.map(({ name }) => name);
/** Fewer letters begin too many names. */
const LEAST = 6;

/** What a name that is no event of Mimir may mean, and what to write instead. */
interface MeantEvents {
  /** The events that it may mean; none: it is like none. */
  readonly meant: readonly string[];
  readonly cure: string;
}

/** Reads a misspelt event: the nearest name, else those that it begins (`pre-bash-exec`), or that begin it. */
export function meantEvents(name: string): MeantEvents {
  const near = nearName(name, NAMES);
  const meant = near === null ? begunBy(plainName(name)) : [near];
  return {
    meant,
    cure:
      meant.length === 0
        ? `known are ${NAMES.join(", ")}`
        : `did you mean ${meant.map((one) => `\`${one}\``).join(" or ")}?`,
  };
}

function begunBy(plain: string): readonly string[] {
  if (plain.length < LEAST) return [];
  return NAMES.filter((name) => plainName(name).startsWith(plain) || plain.startsWith(plainName(name)));
}
