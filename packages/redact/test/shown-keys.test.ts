import { findSecrets, FIXED_MASK, redact, redactValue } from "@gatehouse-hooks/redact";
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";

const KEYS = [
  generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs8", format: "pem" }),
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "sec1", format: "pem" }),
  generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({
    type: "pkcs1",
    format: "pem",
    cipher: "aes-256-cbc",
    passphrase: "x",
  }),
].map((pem) => pem.toString().trimEnd().split("\n"));

// The last line of a key is as long as it happens to be.
const [RSA = []] = KEYS;
const LAST_LINES = ["ynoG", "ynoGSDwdJLe4", "ynoGSDwdJLe4ab==", "ynoGSDwdJLe4abc/0+3Q"];
KEYS.push(...LAST_LINES.map((last) => [...RSA.slice(0, -2), last, RSA.at(-1) ?? ""]));

/** How programs show the lines of a file. */
const SHOWN: readonly (readonly [how: string, show: (lines: readonly string[]) => string])[] = [
  ["as they are", (lines) => lines.join("\n")],
  ["with Windows' line ends", (lines) => lines.join("\r\n")],
  ["indented", (lines) => lines.map((line) => `    ${line}`).join("\n")],
  [
    "numbered with an arrow",
    (lines) => lines.map((line, i) => `${String(i + 98).padStart(6)}→${line}`).join("\n"),
  ],
  [
    "numbered with a tab",
    (lines) => lines.map((line, i) => `${String(i + 8).padStart(6)}\t${line}`).join("\n"),
  ],
  ["numbered by grep", (lines) => lines.map((line, i) => `${i + 1}:${line}`).join("\n")],
  [
    "with the context of grep",
    (lines) =>
      lines.map((line, i) => `key.pem${i === 0 ? ":" : "-"}${i + 1}${i === 0 ? ":" : "-"}${line}`).join("\n"),
  ],
  ["quoted in a mail", (lines) => lines.map((line) => `> ${line}`).join("\n")],
  ["quoted twice", (lines) => lines.map((line) => `> > ${line}`).join("\n")],
  ["in a difference", (lines) => lines.map((line) => `+${line}`).join("\n")],
  ["taken out in a difference", (lines) => lines.map((line) => `-${line}`).join("\n")],
  ["in a comment", (lines) => lines.map((line) => `# ${line}`).join("\n")],
  [
    "in a log",
    (lines) => lines.map((line, i) => `2026-11-27T21:0${i % 10}:00.12${i}Z web[4${i}]: ${line}`).join("\n"),
  ],
  ["in the log of a container", (lines) => lines.map((line) => `app-1  | ${line}`).join("\n")],
  ["as a JSON string", (lines) => JSON.stringify(lines.join("\n"))],
  [
    "numbered, as a JSON string",
    (lines) => JSON.stringify(lines.map((line, i) => `${i + 1}\t${line}`).join("\n")),
  ],
  [
    "as an agent's tool gives a file",
    (lines) =>
      JSON.stringify({
        type: "tool_result",
        content: lines.map((line, i) => `${String(i + 1).padStart(6)}→${line}`).join("\n"),
      }),
  ],
  ["as a JSON list", (lines) => JSON.stringify(lines)],
  ["as a JSON list over lines", (lines) => JSON.stringify({ key: lines }, null, 2)],
  ["as a sum of strings", (lines) => lines.map((line) => `  "${line}\\n"`).join(" +\n")],
  ["as a call of echo a line", (lines) => lines.map((line) => `echo "${line}"`).join("\n")],
];

describe.each(SHOWN)("a private key shown %s", (_how, show) => {
  test.each(KEYS.map((lines) => [lines[0] ?? "", lines.at(-2) ?? "", lines] as const))(
    "%s … %s is hidden whole, and that is said",
    (_begin, _last, lines) => {
      const text = `before\n${show(lines)}\nafter`;
      for (const shown of [redact(text), redact(text, FIXED_MASK)]) {
        for (const line of lines.slice(1, -1).filter((one) => one !== "" && !one.includes(": "))) {
          expect(shown).not.toContain(line);
        }
        expect(shown).toMatch(/\[redacted:private-key\]|\[REDACTED\]/);
        expect(shown).toMatch(/^before\n[^]*\nafter$/);
      }
      expect(findSecrets(text).some(({ kind }) => kind === "private-key")).toBe(true);
    },
  );
});

test("a key whose lines are the strings of a list in the event is hidden", () => {
  for (const lines of KEYS) {
    const event = { params: { lines: ["x", ...lines, "rm -rf /", 5] } };
    for (const shown of [
      JSON.stringify(redactValue(event)),
      JSON.stringify(redactValue(event, FIXED_MASK)),
    ]) {
      for (const line of lines.slice(1, -1).filter((one) => one !== "" && !one.includes(": ")))
        expect(shown).not.toContain(line);
      expect(shown).toContain('"rm -rf /",5]');
      expect(shown).toContain('["x",');
    }
  }
});

describe("what is not a line of the key stays visible", () => {
  const [lines = []] = KEYS;
  const [begin = "", first = "", second = ""] = lines;
  test.each([
    [
      "a command between the lines",
      `1: ${begin}\n2: ${first}\n3: rm -rf / --no-preserve-root\n4: ${second}`,
      "rm -rf / --no-preserve-root",
    ],
    ["other words before a line", `a ${begin}\na ${first}\nkill 999 ${second}`, "kill 999"],
    ["what is before the lines", `kill 1 #${begin}\nkill 2 #${first}\nkill 3 #${second}`, "kill 3 #"],
    ["a path", `> ${begin}\n> ${first}\n> /usr/local/sbin/wipealldisks`, "/usr/local/sbin/wipealldisks"],
    ["a word", `> ${begin}\n> ${first}\n> reboot\n> -----END PRIVATE KEY-----`, "reboot"],
    ["a command in a list", JSON.stringify([begin, first, "shutdown now", second]), "shutdown now"],
  ])("%s", (_what, text, visible) => {
    expect(redact(text)).toContain(visible);
    expect(redact(text)).not.toContain(first);
  });
});
