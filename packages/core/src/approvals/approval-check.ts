/** Remembers which approvals were used. */
export interface UsedApprovals {
  /**
   * Marks an approval as used.
   *
   * @param expires milliseconds since 1970; afterwards it may be forgotten
   * @returns false where it was used before, or that is not known
   */
  use(id: string, expires: number): boolean | Promise<boolean>;
}

/** How approvals are checked. */
export interface ApprovalCheck {
  /** What approvals are sealed with (`approve`); with it one that is not sealed does not count. At least 16 characters. */
  readonly key?: string;
  /** Default: in memory. Several processes need one that they share. */
  readonly used?: UsedApprovals;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}
