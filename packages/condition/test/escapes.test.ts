import { compile, condition, parse, print } from "@gatehouse-hooks/condition";
import type { Issue } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";

const raw = String.raw;

function answer(text: string, event: Record<string, string>): boolean | "over-budget" {
  const { ast, issues } = parse(text, { escapes: "strict" });
  if (ast === null) throw new Error(JSON.stringify(issues));
  return compile(ast)(event);
}

const short = ({ severity, code, offset, message, cure }: Issue): unknown => [
  severity,
  code,
  offset,
  message,
  cure,
];

describe("a backslash is never lost in silence (N2)", () => {
  /** `[string, offset of the escape in it, escape as shown, strict cure, cure in Mayros' reading]` */
  const unknown: readonly (readonly [string, number, string, string, string])[] = [
    [
      raw`"rm\s"`,
      3,
      raw`\s`,
      raw`write ${"`"}"rm\\s"${"`"}, or as a raw string ${"`"}r"rm\s"${"`"}`,
      raw`write ${"`"}"rm\\s"${"`"}, or leave the backslash out`,
    ],
    [
      raw`"\d+\.\d"`,
      1,
      raw`\d`,
      raw`write ${"`"}"\\d+\\.\\d"${"`"}, or as a raw string ${"`"}r"\d+\.\d"${"`"}`,
      raw`write ${"`"}"\\d+\\.\\d"${"`"}, or leave the backslash out`,
    ],
    [
      raw`'\.'`,
      1,
      raw`\.`,
      raw`write ${"`"}'\\.'${"`"}, or as a raw string ${"`"}r'\.'${"`"}`,
      raw`write ${"`"}'\\.'${"`"}, or leave the backslash out`,
    ],
    // What is escaped already stays so, and is written once in the raw form.
    [
      raw`"\\s\d"`,
      4,
      raw`\d`,
      raw`write ${"`"}"\\s\\d"${"`"}, or as a raw string ${"`"}r"\s\d"${"`"}`,
      raw`write ${"`"}"\\s\\d"${"`"}, or leave the backslash out`,
    ],
    [
      raw`"\"\d"`,
      3,
      raw`\d`,
      raw`write ${"`"}"\"\\d"${"`"}, or as a raw string ${"`"}r'"\d'${"`"}`,
      raw`write ${"`"}"\"\\d"${"`"}, or leave the backslash out`,
    ],
    [
      raw`'\'\/\d'`,
      5,
      raw`\d`,
      raw`write ${"`"}'\'\/\\d'${"`"}, or as a raw string ${"`"}r"'/\d"${"`"}`,
      raw`write ${"`"}'\'\/\\d'${"`"}, or leave the backslash out`,
    ],
    // No raw string holds both quotes, or a line end that is written as an escape.
    [
      raw`"\"'\d"`,
      4,
      raw`\d`,
      raw`write ${"`"}"\"'\\d"${"`"}`,
      raw`write ${"`"}"\"'\\d"${"`"}, or leave the backslash out`,
    ],
    [
      raw`"\n\d"`,
      3,
      raw`\d`,
      raw`write ${"`"}"\n\\d"${"`"}`,
      raw`write ${"`"}"\n\\d"${"`"}, or leave the backslash out`,
    ],
    [
      raw`"\u0041\d"`,
      7,
      raw`\d`,
      raw`write ${"`"}"\u0041\\d"${"`"}`,
      raw`write ${"`"}"\u0041\\d"${"`"}, or leave the backslash out`,
    ],
    // Forms of other languages.
    [raw`"a\x41"`, 2, raw`\x41`, raw`write ${"`"}\u0041${"`"}`, raw`write ${"`"}\u0041${"`"}`],
    [raw`"\0"`, 1, raw`\0`, raw`write ${"`"}\u0000${"`"}`, raw`write ${"`"}\u0000${"`"}`],
    [raw`"\u{e9}"`, 1, raw`\u{e9}`, raw`write ${"`"}\u00e9${"`"}`, raw`write ${"`"}\u00e9${"`"}`],
    [
      raw`"\u{1F600}"`,
      1,
      raw`\u{1F600}`,
      raw`write ${"`"}\ud83d\ude00${"`"}`,
      raw`write ${"`"}\ud83d\ude00${"`"}`,
    ],
    [
      raw`"\u{10ffff}"`,
      1,
      raw`\u{10ffff}`,
      raw`write ${"`"}\udbff\udfff${"`"}`,
      raw`write ${"`"}\udbff\udfff${"`"}`,
    ],
    [
      raw`"\u{110000}"`,
      1,
      raw`\u{110000}`,
      raw`write ${"`"}"\\u{110000}"${"`"}, or as a raw string ${"`"}r"\u{110000}"${"`"}`,
      raw`write ${"`"}"\\u{110000}"${"`"}, or leave the backslash out`,
    ],
    [
      raw`"\u12"`,
      1,
      raw`\u`,
      "write four hexadecimal digits after `\\u`, or `\\\\u` for a backslash",
      "write four hexadecimal digits after `\\u`, or `\\\\u` for a backslash",
    ],
    [
      '"a\\\nb"',
      2,
      raw`\\n`,
      "leave the backslash out: strings may hold line ends",
      "leave the backslash out: strings may hold line ends",
    ],
    [
      '"a\\\rb"',
      2,
      raw`\\r`,
      "leave the backslash out: strings may hold line ends",
      "leave the backslash out: strings may hold line ends",
    ],
    [
      raw`"\😀"`,
      1,
      raw`\😀`,
      raw`write ${"`"}"\\😀"${"`"}, or as a raw string ${"`"}r"\😀"${"`"}`,
      raw`write ${"`"}"\\😀"${"`"}, or leave the backslash out`,
    ],
    // What cannot be copied from a message is not shown.
    [
      `"\\d\u0007"`,
      1,
      raw`\d`,
      "double each backslash: `\\\\`",
      "double each backslash: `\\\\`, or leave the backslash out",
    ],
    [
      `"\\d${"x".repeat(115)}"`,
      1,
      raw`\d`,
      `write \`"\\\\d${"x".repeat(115)}"\`, or as a raw string \`r"\\d${"x".repeat(115)}"\``,
      `write \`"\\\\d${"x".repeat(115)}"\`, or leave the backslash out`,
    ],

    [
      `"\\d${"x".repeat(116)}"`,
      1,
      raw`\d`,
      "double each backslash: `\\\\`",
      "double each backslash: `\\\\`, or leave the backslash out",
    ],
  ];

  test.each(unknown)("%s is refused in strict mode", (string, at, escape, cure) => {
    const { ast, issues } = parse(`x == ${string}`, { escapes: "strict" });
    expect(ast).toBeNull();
    expect(issues.map(short)).toEqual([
      ["error", "unknown-escape", 5 + at, `unknown escape \`${escape}\`, expected one that JSON has`, cure],
    ]);
  });

  test.each(unknown)("%s is read with a warning in Mayros' reading", (string, at, escape, _, cure) => {
    for (const options of [undefined, {}, { escapes: "lenient" }] as const) {
      const { ast, issues } = parse(`x == ${string}`, options);
      expect(ast).not.toBeNull();
      expect(issues.map(short)).toEqual([
        ["warning", "unknown-escape", 5 + at, `unknown escape \`${escape}\`: its backslash is dropped`, cure],
      ]);
    }
  });

  test("both forms that a cure shows are read as the author meant", () => {
    for (const string of [raw`"rm\s"`, raw`'\.'`, raw`"\\s\d"`, raw`"\"\d"`, raw`'\'\/\d'`, raw`"\brm\s"`]) {
      const [issue] = parse(`x.matches(${string})`, { escapes: "strict" }).issues;
      const forms = [...(issue?.cure ?? "").matchAll(/`([^`]+)`/g)].map(([, form = ""]) => form);
      expect(forms).toHaveLength(2);
      const [first, second] = forms.map((form) => parse(`x.matches(${form})`, { escapes: "strict" }));
      expect([first?.issues, second?.issues]).toEqual([[], []]);
      if (first?.ast == null || second?.ast == null) throw new Error("a form does not parse");
      expect(print(first.ast)).toBe(print(second.ast));
    }
  });

  test.each([
    raw`"\"\\\/\b\f\n\r\t\u0041\u00e9"`,
    raw`'\'\\\/\b\f\n\r\t\u0041\u00E9'`,
    raw`"it\'s"`,
    raw`'\"'`,
    raw`r"\d\x\u{1}\0"`,
    raw`r'\'`,
    '""',
    '"\n"',
  ])("%j has no issue in either mode", (string) => {
    for (const escapes of ["strict", "lenient"] as const)
      expect(parse(`x == ${string}`, { escapes }).issues).toEqual([]);
  });

  test("every kind of place is looked at: keys, items, arguments, what is negated and what is short-circuited", () => {
    for (const text of [
      raw`x["\d"]`,
      raw`x in ["a", "\d"]`,
      raw`x.includes("\d")`,
      raw`x.glob("\*")`,
      raw`!("\d" == x)`,
      raw`false && x == "\d"`,
      raw`x.any(y, y == "\d")`,
      raw`"\d".size() == 1`,
    ]) {
      const { ast, issues } = parse(text, { escapes: "strict" });
      expect([text, ast, issues.map(({ code }) => code)]).toEqual([text, null, ["unknown-escape"]]);
    }
  });

  test("each string has one issue of its own", () => {
    const { issues } = parse(raw`x == "\d\s" || x == "\w" || x == "ok"`, { escapes: "strict" });
    expect(issues.map(({ offset }) => offset)).toEqual([6, 21]);
  });

  test("a pattern that is broken by the lost backslash has one error, at its cause", () => {
    const text = raw`x.matches("\(rm") || x.matches("(")`;
    expect(parse(text, { escapes: "strict" }).issues.map(({ code, offset }) => [code, offset])).toEqual([
      ["unknown-escape", 11],
      ["bad-pattern", 31],
    ]);
    expect(parse(text).issues.map(({ code, severity }) => [severity, code])).toEqual([
      ["error", "bad-pattern"],
      ["warning", "unknown-escape"],
      ["error", "bad-pattern"],
    ]);
  });

  test("a value of the option that is not known is the strict one", () => {
    expect(parse(raw`x == "\d"`, { escapes: "lax" as "strict" }).ast).toBeNull();
  });

  test("`condition` takes the same option", () => {
    const text = raw`x == "\d"`;
    expect(condition(text, { escapes: "strict" })).toMatchObject({
      condition: { text, ast: null },
      issues: [{ severity: "error", code: "unknown-escape" }],
    });
    expect(condition(text).condition.ast).not.toBeNull();
  });

  test("an error is shown, whatever number of warnings stands before it", () => {
    const many = Array.from({ length: 30 }, () => raw`x == "\d"`).join(" && ");
    const { ast, issues } = parse(`${many} && x.foo()`);
    expect(ast).toBeNull();
    expect(issues).toHaveLength(20);
    expect(issues.at(-1)?.code).toBe("unknown-method");
    expect(issues.slice(0, -1).every(({ code }) => code === "unknown-escape")).toBe(true);
  });
});

describe("an escape for a control character where a backslash was meant (N2)", () => {
  test.each<readonly [text: string, offset: number, message: string, cure: string]>([
    [
      raw`x.matches("\brm\b")`,
      11,
      "`\\b` in a string is a backspace, not a word boundary",
      raw`write ${"`"}"\\brm\\b"${"`"}, or as a raw string ${"`"}r"\brm\b"${"`"}`,
    ],
    [
      raw`x.matches("a\f")`,
      12,
      "`\\f` in a string is a form feed, not a backslash and a letter",
      raw`write ${"`"}"a\\f"${"`"}, or as a raw string ${"`"}r"a\f"${"`"}`,
    ],
    // RE2 has these escapes too.
    [
      raw`x.matches("\n\b\t\r")`,
      13,
      "`\\b` in a string is a backspace, not a word boundary",
      raw`write ${"`"}"\n\\b\t\r"${"`"}, or as a raw string ${"`"}r"\n\b\t\r"${"`"}`,
    ],
    [
      raw`x.matches("\u0041\b")`,
      17,
      "`\\b` in a string is a backspace, not a word boundary",
      raw`write ${"`"}"\u0041\\b"${"`"}`,
    ],
    [
      raw`x.glob("\build/*")`,
      8,
      "`\\b` in a string is a backspace, not a backslash and a letter",
      raw`write ${"`"}"\\build/*"${"`"}, or as a raw string ${"`"}r"\build/*"${"`"}`,
    ],
    [
      raw`x == "C:\temp"`,
      8,
      "`\\t` in a string is a tab, not a backslash and a letter",
      raw`write ${"`"}"C:\\temp"${"`"}, or as a raw string ${"`"}r"C:\temp"${"`"}`,
    ],
    [
      raw`x == 'd:\new\bin'`,
      8,
      "`\\n` in a string is a line feed, not a backslash and a letter",
      raw`write ${"`"}'d:\\new\\bin'${"`"}, or as a raw string ${"`"}r'd:\new\bin'${"`"}`,
    ],
    [
      raw`x == "C:\r"`,
      8,
      "`\\r` in a string is a carriage return, not a backslash and a letter",
      raw`write ${"`"}"C:\\r"${"`"}, or as a raw string ${"`"}r"C:\r"${"`"}`,
    ],
    [
      raw`x == "C:\b"`,
      8,
      "`\\b` in a string is a backspace, not a backslash and a letter",
      raw`write ${"`"}"C:\\b"${"`"}, or as a raw string ${"`"}r"C:\b"${"`"}`,
    ],
  ])("%s gets a warning in both modes", (text, offset, message, cure) => {
    for (const escapes of ["strict", "lenient"] as const) {
      const { ast, issues } = parse(text, { escapes });
      expect(ast).not.toBeNull();
      expect(issues.map(short)).toEqual([["warning", "control-escape", offset, message, cure]]);
    }
  });

  test.each([
    raw`x.matches("\u0008\u000c\n\r\t\\b")`,
    raw`x.matches(r"\brm\b\f")`,
    raw`x.includes("\b\f")`,
    raw`x == "a\tb"`,
    raw`x == "C:\\temp"`,
    raw`x == "C:/temp\n"`,
    raw`x == "see C:\n"`,
    raw`x == "AB:\n"`,
    raw`x.glob("a\n")`,
  ])("%s is meant", (text) => {
    expect(parse(text, { escapes: "strict" }).issues).toEqual([]);
  });

  test("a guard with a word boundary stops what it should, once the cure is taken", () => {
    const event = { x: "rm -rf /" };
    expect(answer(raw`x.matches("\brm\b")`, event)).toBe(false);
    expect(answer(raw`x.matches("\\brm\\b")`, event)).toBe(true);
    expect(answer(raw`x.matches(r"\brm\b")`, event)).toBe(true);
  });
});

describe("a backslash that matches a backslash, or does nothing (N2)", () => {
  test.each<readonly [text: string, message: string, cure: string]>([
    [
      raw`x.matches(r"rm\\s+-rf")`,
      "the pattern has two backslashes before `s`: they match one backslash",
      'for the class write `r"\\s"`, or `"\\\\s"` in a plain string',
    ],
    [
      raw`x.matches("\\\\d{2}")`,
      "the pattern has two backslashes before `d`: they match one backslash",
      'for the class write `r"\\d"`, or `"\\\\d"` in a plain string',
    ],
    [
      raw`x.matches(r"\\\\W*")`,
      "the pattern has two backslashes before `W`: they match one backslash",
      'for the class write `r"\\W"`, or `"\\\\W"` in a plain string',
    ],
    [
      raw`x.glob(r"C:\Users\*")`,
      "the backslash before `U` does nothing in a glob",
      'between folders write `/`; a backslash that is matched is `r"\\\\"`',
    ],
    [
      raw`x.glob(r"\\a\*\1")`,
      "the backslash before `1` does nothing in a glob",
      'between folders write `/`; a backslash that is matched is `r"\\\\"`',
    ],
  ])("%s gets a warning", (text, message, cure) => {
    const { ast, issues } = parse(text, { escapes: "strict" });
    expect(ast).not.toBeNull();
    expect(issues.map(short)).toEqual([["warning", "suspect-backslash", text.search(/r?"/), message, cure]]);
  });

  test.each([
    raw`x.matches(r"\d+\\\d+")`,
    raw`x.matches(r"C:\\Users\\d")`,
    raw`x.matches(r"\\server\\share")`,
    raw`x.matches(r"\\x+")`,
    raw`x.glob(r"\*\[\?\{\\a")`,
    raw`x.includes(r"\\d+")`,
  ])("%s does not", (text) => {
    expect(parse(text, { escapes: "strict" }).issues).toEqual([]);
  });
});
