import type { FactSpan } from "../facts.js";
import type { LinkWalk } from "./walk-links.js";
import type { MadeLinks } from "./made-links.js";

/** Where a call happens. */
export interface Surroundings {
  /** Absolute and normal; `null` when the event does not say. */
  readonly home: string | null;
  readonly cwd: string | null;
  readonly workspace: string | null;
  /** The event's platform has drives, and separates names by backslashes. */
  readonly isWindows: boolean;
  /** The event's platform does not tell large letters from small ones. */
  readonly folds: boolean;
  /** That, or the event names no platform. */
  readonly mayFold: boolean;
  /** The links that the event names, and what they point to, longest first; `null` when it names none. */
  readonly links: readonly (readonly [from: string, to: string])[] | null;
  /** Looks for links; `null` where there is no disk to ask, or the event says which there are. */
  readonly walk: LinkWalk | null;
  readonly made: MadeLinks;
  /** What is found while facts are made: paths of which it is not known whether links are on the way, though that was to be told. */
  readonly unseen: { readonly path: string; readonly span: FactSpan }[];
}
