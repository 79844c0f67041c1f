/** A text as SQL writes it: nothing in it ends it. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
