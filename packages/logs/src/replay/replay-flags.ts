import type { LiveFlags } from "./ask/ask-live.js";

/** The options of `gatehouse replay`, as given. */
export interface ReplayFlags extends LiveFlags {
  /** The other policies: a file, a folder, a project or a revision. */
  readonly against: string | undefined;
  readonly allowLoosening: boolean;
  readonly jobs: string | undefined;
  /** The address of a Redis whose queue has workers. */
  readonly queue: string | undefined;
  readonly examples: string | undefined;
  readonly state: string | undefined;
  readonly skipUnknown: boolean;
  readonly markdown: boolean;
  /** The file of a page. */
  readonly html: string | undefined;
  /** The file of rows. */
  readonly parquet: string | undefined;
  readonly anonymise: boolean;
  /** What the agents of this user keep, too. */
  readonly agents: boolean;
  /** Propose changes of the policies. */
  readonly suggest: boolean;
}
