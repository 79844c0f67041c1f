/** The events that something which is not in force could have denied; `all gating` where they are not known. */
export type LostEvents = readonly string[] | "all gating";
