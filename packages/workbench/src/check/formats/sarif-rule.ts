import { codeRow } from "@gatehouse-hooks/console/codes";

/** A rule for those who see a result without this program: what its code means, and the cure. */
export function sarifRule(id: string): object {
  const row = codeRow(id);
  if (row === undefined) return { id };
  return {
    id,
    shortDescription: { text: row.title },
    fullDescription: { text: row.means },
    help: { text: row.cure },
  };
}
