/**
 * What Gatehouse itself keeps in its folder beside policies. It changes with most calls: what was compiled would never stay fresh if it
 * counted, and none of it is a policy file that a person has put in the wrong place.
 */
export const OWN_FOLDERS: readonly string[] = [
  "approvals",
  "audit",
  "bin",
  "cache",
  "recent",
  "run",
  "snapshots",
  "state",
];
