/** Text without anything but white space is no condition, and no condition always holds. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
