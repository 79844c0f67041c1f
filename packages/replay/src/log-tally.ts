import type { Issue } from "@gatehouse-hooks/json";
import type { LogPlace, FileSpan, ReadSpan } from "./log-place.js";
import type { ReplayPart, Unread, UnreadPlace } from "./replay-part.js";
import { shownText } from "./shown-text.js";

/** Knows which files were read, and counts their lines. */
export class SpanTally {
  #first: FileSpan | undefined;
  #path = "";
  #from = 0;
  #lines = 0;

  /** @param from the byte at which reading begins */
  open(path: string, from: number): void {
    if (this.#first === undefined) this.#first = { path, from, lines: 0 };
    else if (this.#path === this.#first.path) this.#first = { ...this.#first, lines: this.#lines };
    this.#path = path;
    this.#from = from;
    this.#lines = 0;
  }

  /** One more line. @returns its number, from where reading began */
  line(): number {
    return ++this.#lines;
  }

  span(): ReadSpan | null {
    if (this.#first === undefined) return null;
    const last: FileSpan = { path: this.#path, from: this.#from, lines: this.#lines };
    return { first: this.#first.path === last.path ? last : this.#first, last };
  }
}

/** The longest message about a place, in UTF-16 code units. */
const LONGEST_MESSAGE = 300;

/** What is kept of what could not be read. */
class UnreadTally {
  readonly #most: number;
  #count = 0;
  readonly #places: UnreadPlace[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(place: LogPlace, { code, message }: Pick<Issue, "code" | "message">): void {
    this.#count++;
    if (this.#places.length < this.#most)
      this.#places.push({ place, code, message: shownText(message, LONGEST_MESSAGE) });
  }

  counts(): Unread {
    return { count: this.#count, places: [...this.#places] };
  }
}

/** Counts what a log holds. */
export class LogTally {
  #events = 0;
  #calls = 0;
  #copies = 0;
  readonly #unreadable: UnreadTally;
  readonly #unrecognised: UnreadTally;

  /** @param places how many are kept of each kind */
  constructor(places: number) {
    this.#unreadable = new UnreadTally(places);
    this.#unrecognised = new UnreadTally(places);
  }

  event(isCall: boolean): void {
    this.#events++;
    if (isCall) this.#calls++;
  }

  copy(): void {
    this.#copies++;
  }

  refuse(place: LogPlace, issue: Pick<Issue, "code" | "message">): void {
    this.#unreadable.add(place, issue);
  }

  unrecognised(place: LogPlace, issue: Pick<Issue, "code" | "message">): void {
    this.#unrecognised.add(place, issue);
  }

  counts(): Pick<ReplayPart, "events" | "calls" | "copies" | "unreadable" | "unrecognised"> {
    return {
      events: this.#events,
      calls: this.#calls,
      copies: this.#copies,
      unreadable: this.#unreadable.counts(),
      unrecognised: this.#unrecognised.counts(),
    };
  }
}
