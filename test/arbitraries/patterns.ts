import fc from "fast-check";

/** Characters in which dialects and encodings differ, beside a few ordinary ones, so that patterns and strings meet. */
const characters = [
  ...Array.from("aabbkKsSiIzZ019_- ./|=:\n\r\t\v\f"),
  "\u017f", // long s
  "\u212a", // the Kelvin sign
  "\u0130", // capital I with a dot
  "\u0131",
  "\u00df",
  "\u00e9",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "\u{1f600}",
  "\u{10400}", // a capital letter beyond the first plane
  "\ud83d", // half a character
  "\ude00",
  "\0",
];

/** Strings to match: of those characters, with runs, and pieces that patterns ask for. */
export const patternStrings: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...characters) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          "ab",
          "aba",
          "kiss",
          "KISS",
          "rm -rf",
          "git push",
          "//",
          "aaaa",
          "\r\n",
          "100",
          "a.b",
        ),
      },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

const sets = fc.constantFrom(
  "[ab]",
  "[^ab]",
  "[a-k]",
  "[^a-k]",
  "[]a]",
  "[^]a]",
  "[a-]",
  "[-a]",
  "[\\w-]",
  "[\\]\\\\]",
  "[^\\s]",
  "[^\\n]",
  "[\\d\\s]",
  "[^\\W_]",
  "[k-s]",
  "[S]",
  "[A-Z]",
  "[é-ß]",
  "[ß-é]",
  "[^é]",
  "[\u{1f600}a]",
  "[^\u{1f600}]",
  "[\\x00-\\x7f]",
  "[\\x{17f}]",
  "[|/:]",
  "[[:alpha:]]",
  "[^\\D]",
);
const characterParts = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      "a",
      "b",
      "k",
      "K",
      "s",
      "i",
      "I",
      "0",
      "1",
      "_",
      "-",
      " ",
      "/",
      "=",
      "ab",
      "rm",
      "git",
    ),
  },
  { weight: 4, arbitrary: fc.constantFrom(".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "\\.",
      "\\|",
      "\\-",
      "\\_",
      "\\n",
      "\\t",
      "\\v",
      "\\f",
      "\\r",
      "\\a",
      "\\x41",
      "\\x{212a}",
      "\\x{1F600}",
      "\\x6",
      "\\101",
      "\\0",
      "\\pL",
      "\\Qa.\\E",
      "\\e",
      "\\C",
      "\\-",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "\u{1f600}",
      "é",
      "ß",
      "\u017f",
      "\u212a",
      "\u0130",
      "\ud83d",
      "{",
      "}",
      "]",
      ",",
      "{,2}",
      "{01}",
      "a{",
      "\u{10400}",
    ),
  },
  { weight: 4, arbitrary: sets },
);
const places = fc.constantFrom("^", "$", "\\A", "\\z", "\\b", "\\B");
const times = fc.constantFrom(
  "*",
  "+",
  "?",
  "{2}",
  "{0}",
  "{0,1}",
  "{1,3}",
  "{2,}",
  "{0,}",
  "{3,5}",
  "*?",
  "+?",
  "??",
  "{1,3}?",
  "{,3}",
  "**",
  "{1001}",
  "{2,1}",
);
const groups = fc.constantFrom(
  "(",
  "(?:",
  "(?i:",
  "(?s:",
  "(?m:",
  "(?i-s:",
  "(?-i:",
  "(?U:",
  "(?P<a>",
  "(?<a>",
  "(?is",
  "(?",
);
const flags = fc.constantFrom("(?i)", "(?s)", "(?m)", "(?-i)", "(?ims)", "(?)", "(?U)");

const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string; group: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    { weight: 5, arbitrary: tie("sequence") },
    {
      weight: 2,
      arbitrary: fc.array(tie("sequence"), { minLength: 2, maxLength: 3 }).map((all) => all.join("|")),
    },
  ),
  sequence: fc.array(tie("part"), { maxLength: 5 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { maxDepth: 4 },
    { weight: 10, arbitrary: characterParts },
    { weight: 5, arbitrary: fc.tuple(characterParts, times).map((pair) => pair.join("")) },
    { weight: 3, arbitrary: places },
    { weight: 1, arbitrary: flags },
    { weight: 1, arbitrary: fc.tuple(fc.oneof(places, flags), times).map((pair) => pair.join("")) },
    { weight: 3, arbitrary: tie("group") },
    { weight: 2, arbitrary: fc.tuple(tie("group"), times).map((pair) => pair.join("")) },
  ),
  group: fc
    .tuple(groups, tie("pattern"), fc.constantFrom(")", ")", ")", ")", ")", ")", ")", ""))
    .map((three) => three.join("")),
}));

/** Patterns of `matches`: most are valid, and some are not. */
export const re2Patterns: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("", "", "", "(?i)", "(?s)", "^"), pattern, fc.constantFrom("", "", "", "$"))
  .map((three) => three.join(""));
