import fc from "fast-check";

/** What breaks out of quotes, runs things, ends things, or stands for something else. */
const PARTS = [
  "$(probe INJECTED)",
  "`probe INJECTED`",
  "; probe INJECTED;",
  "\nprobe INJECTED\n",
  "| probe INJECTED",
  "&& probe INJECTED &",
  "' ; probe INJECTED; '",
  '" ; probe INJECTED; "',
  "'\"'\"",
  "a[$(probe INJECTED)]",
  "${x:=$(probe INJECTED)}",
  "$((a[$(probe INJECTED)]))",
  "<(probe INJECTED)",
  "\nEOF\nprobe INJECTED\n",
  "{tool_result}",
  "{bash_command}",
  "${cost}",
  "$&",
  "$'",
  "$$",
  "\\",
  "\\\n",
  "\\n",
  "'",
  '"',
  "`",
  "*",
  "?",
  "[a-z]",
  "~",
  "#",
  "!",
  "!!",
  "-e",
  "--config=evil.js",
  " ",
  "  ",
  "\t",
  "\n",
  "\r",
  "\u0001",
  "\u007f",
  "é",
  "🤖",
  "\u202e",
  "%s%n",
  "=",
  "x=1",
  ")",
  "(",
  "}",
  "{",
  ";;",
  "esac",
  "EOF",
] as const;

/** A value that a model or a file's name may hold; any text but NUL, which no environment carries. */
export const hostileValue: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 })
        .map((parts) => parts.join("")),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
  )
  .map((text) => text.replaceAll("\0", ""));
