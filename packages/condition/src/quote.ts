const MAX_SHOWN = 40;

/**
 * A user's text for a message: in backticks, escaped, at most 40 characters or as many as given. Control and invisible characters,
 * look-alikes of spaces and lone surrogates become `\u{…}`, so that the message is one clean line.
 */
export function quote(text: string, longest: number = MAX_SHOWN): string {
  const start = text.slice(0, longest + 1);
  const shown = start.length > longest ? `${text.slice(0, longest)}…` : start;
  return `\`${shown.replace(new RegExp(UNSAFE, "gu"), escape)}\``;
}

/**
 * Characters that would break a log line or a terminal, or that a reader cannot see. No literal: V8 gathers the many
 * ranges of one when it reads the text, which would be a good part of what loading this package costs.
 */
const UNSAFE = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}`]|[^\\S ]";

function escape(character: string): string {
  switch (character) {
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  }
}
