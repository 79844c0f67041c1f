/** Text with nothing but white space means "no condition", which always holds. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
