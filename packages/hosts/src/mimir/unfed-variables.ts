/** Variables that no other agent's event has a value for: numbers of Mimir's own accounting, and words of its teams. */
export const UNFED_VARIABLES: readonly string[] = [
  "tokens_used",
  "cost",
  "user_email",
  "org_slug",
  "team_id",
];

const REFERENCE = /\$\{MIMIR_(?:json_)?([a-z_]+)\?\}/g;

/** The variables of a hook's command that stay without a value when another agent's call is what it is asked about. */
export function unfedIn(command: string): readonly string[] {
  const names = [...command.matchAll(REFERENCE)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => UNFED_VARIABLES.includes(name));
}
