import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isSignedBy, readPublicKeys } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { assertLaw } from "../../../../test/assert-law.js";

const ours = generateKeyPairSync("ed25519");
const theirs = generateKeyPairSync("ed25519");
const pem = (key: { export(options: { type: "spki"; format: "pem" }): string | Buffer }): string =>
  String(key.export({ type: "spki", format: "pem" }));

test("a signature holds for exactly the signed bytes and the pinned key", () => {
  const { keys } = readPublicKeys(pem(ours.publicKey));
  assertLaw(
    fc.property(fc.uint8Array(), fc.uint8Array(), fc.nat(63), (bytes, other, at) => {
      const signature = sign(null, bytes, ours.privateKey);
      expect(isSignedBy(keys, bytes, signature)).toBe(true);
      expect(isSignedBy(keys, bytes, Buffer.from(signature.toString("base64")))).toBe(true);
      expect(isSignedBy(keys, other, signature)).toBe(Buffer.from(bytes).equals(Buffer.from(other)));
      expect(isSignedBy(keys, bytes, sign(null, bytes, theirs.privateKey))).toBe(false);
      expect(isSignedBy([], bytes, signature)).toBe(false);
      const bent = Buffer.from(signature);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(isSignedBy(keys, bytes, bent)).toBe(false);
    }),
    { quick: 300 },
  );
});

test("nonsense is no signature", () => {
  const { keys } = readPublicKeys(pem(ours.publicKey));
  assertLaw(
    fc.property(fc.uint8Array({ maxLength: 300 }), (signature) => {
      expect(isSignedBy(keys, Buffer.from("rules"), signature)).toBe(false);
    }),
  );
});

test("several keys may be pinned; a list with anything but Ed25519 public keys is no list", () => {
  const both = readPublicKeys(`# ours\n${pem(ours.publicKey)}# theirs\n${pem(theirs.publicKey)}`);
  expect([both.keys.length, both.problem]).toEqual([2, null]);
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
  for (const text of [
    "",
    "nonsense",
    pem(rsa.publicKey),
    pem(ours.publicKey) + pem(rsa.publicKey),
    "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
    String(ours.privateKey.export({ type: "pkcs8", format: "pem" })),
  ]) {
    const { keys, problem } = readPublicKeys(text);
    expect([keys.length, problem === null]).toEqual([0, false]);
  }
});

test("what openssl signs is accepted", async () => {
  const directory = await tempDir();
  const at = (name: string): string => path.join(directory, name);
  writeFileSync(at("rules.yaml"), "version: 1\npolicies: []\n");
  const openssl = (...args: readonly string[]): void => void execFileSync("openssl", args, { stdio: "pipe" });
  openssl("genpkey", "-algorithm", "ed25519", "-out", at("key.pem"));
  openssl("pkey", "-in", at("key.pem"), "-pubout", "-out", at("key.pub"));
  openssl(
    "pkeyutl",
    "-sign",
    "-rawin",
    "-inkey",
    at("key.pem"),
    "-in",
    at("rules.yaml"),
    "-out",
    at("rules.yaml.sig"),
  );
  const { keys } = readPublicKeys(readFileSync(at("key.pub"), "utf8"));
  expect(isSignedBy(keys, readFileSync(at("rules.yaml")), readFileSync(at("rules.yaml.sig")))).toBe(true);
});
