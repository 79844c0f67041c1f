/** The arguments of a call; what is not JSON is given as it is, which is not an input, and denied. */
export function parseArguments(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}
