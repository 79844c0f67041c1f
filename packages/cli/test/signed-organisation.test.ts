import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

const EVENT = JSON.stringify({ event: "before_tool_call", toolName: "exec", params: { command: "ls" } });
const rules = (reason: string): string => `version: 1
policies:
  - id: rule
    events: before_tool_call
    warn: ${reason}
`;

let made: Folder;
const ours = generateKeyPairSync("ed25519");
const at = (...names: readonly string[]): string => join(made.home, ".gatehouse", ...names);
const inFolder = (name: string): string => at("organisation", name);

beforeEach(() => {
  made = folder({ "~/.gatehouse/organisation/rules.yaml": rules("one") });
  writeFileSync(at("organisation.pub"), ours.publicKey.export({ type: "spki", format: "pem" }));
  writeFileSync(join(made.path, "key.pem"), ours.privateKey.export({ type: "pkcs8", format: "pem" }));
});
afterEach(() => made.remove());

async function cli(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return await runCli(args, { cwd: made.path, home: made.home, stdin: EVENT });
}

async function signWith(...more: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli("sign", inFolder("rules.yaml"), "--key", "key.pem", ...more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** What a decision says: the warning of the rule, or why it denies. */
async function decided(): Promise<string> {
  const { stdout } = await cli("decide", "--json");
  const { effect, reason, warnings } = JSON.parse(stdout) as {
    readonly effect: string;
    readonly reason: string;
    readonly warnings: readonly { readonly reason: string }[];
  };
  return effect === "deny" ? reason : warnings.map((one) => one.reason).join();
}

describe("a signature is for one place, one purpose and a version that does not go back (S18)", () => {
  test("what `gatehouse sign` signs counts, and its version goes up (S18)", async () => {
    expect(await decided()).toContain("there is no signature");
    expect(await signWith()).toContain("version 1");
    expect(await decided()).toBe("one");
    writeFileSync(inFolder("rules.yaml"), rules("two"));
    expect(await decided()).toContain("other bytes");
    expect(await signWith()).toContain("version 2");
    expect(await decided()).toBe("two");
    expect(await signWith("--as", "9")).toContain("version 9");
    expect(await decided()).toBe("two");
  });

  test("an older file with its own signature, put back, is refused (S18)", async () => {
    await signWith();
    expect(await decided()).toBe("one");
    cpSync(at("organisation"), at("old"), { recursive: true });
    writeFileSync(inFolder("rules.yaml"), rules("two"));
    await signWith();
    expect(await decided()).toBe("two");
    rmSync(at("organisation"), { recursive: true });
    renameSync(at("old"), at("organisation"));
    expect(await decided()).toContain("version 1 is older than version 2");
    // Still refused by the next process, and after a look at the newer one.
    expect(await decided()).toContain("version 1 is older than version 2");
  });

  test("other content under a version that was seen is refused (S18)", async () => {
    await signWith("--as", "3");
    expect(await decided()).toBe("one");
    writeFileSync(inFolder("rules.yaml"), rules("two"));
    await signWith("--as", "3");
    expect(await decided()).toContain("version 3 was another file");
  });

  test("a signed file under another name is refused (S18)", async () => {
    await signWith();
    for (const end of ["", ".sig"]) renameSync(inFolder(`rules.yaml${end}`), inFolder(`other.yaml${end}`));
    expect(await decided()).toContain("its signature is for `rules.yaml`, not `other.yaml`");
  });

  test("a signature for another purpose, and one over the bytes alone, are refused (S18)", async () => {
    await signWith();
    const text = readFileSync(inFolder("rules.yaml.sig"), "utf8").replace(
      "purpose: policies",
      "purpose: keys",
    );
    const statement = text.slice(0, text.indexOf("signature: "));
    const mark = sign(null, Buffer.from(statement), ours.privateKey).toString("base64");
    writeFileSync(inFolder("rules.yaml.sig"), `${statement}signature: ${mark}\n`);
    expect(await decided()).toContain("its signature is for the purpose `keys`, not `policies`");

    const bare = sign(null, readFileSync(inFolder("rules.yaml")), ours.privateKey);
    for (const form of [bare, bare.toString("base64")]) {
      writeFileSync(inFolder("rules.yaml.sig"), form);
      const reason = await decided();
      expect(reason).toContain("over the bytes alone");
      expect(reason).toContain("gatehouse sign");
    }
  });

  test.each(["path: rules.yaml", "version: 1", "sha256: ", "gatehouse-signature 1"])(
    "a statement whose `%s` was changed is refused (S18)",
    async (line) => {
      await signWith();
      const text = readFileSync(inFolder("rules.yaml.sig"), "utf8");
      writeFileSync(inFolder("rules.yaml.sig"), text.replace(line, line.replace(/.$/, "2")));
      expect(await decided()).toMatch(/its signature is not (one of a pinned key|a signed statement)/);
    },
  );

  test("what the guide's openssl commands sign counts (S18)", async () => {
    const guide = readFileSync(new URL("../../../docs/guide/organisation.md", import.meta.url), "utf8");
    const commands = /```sh\n(cd organisation\n[^`]*)```/.exec(guide)?.[1] ?? "";
    expect(commands).toContain("openssl pkeyutl");
    cpSync(join(made.path, "key.pem"), inFolder("key.pem"));
    execFileSync("sh", ["-ec", commands], { cwd: at(), stdio: "pipe" });
    for (const name of ["key.pem", "statement"]) rmSync(inFolder(name));
    expect(await decided()).toBe("one");
  });

  test("versions that cannot be read, or kept, are not taken for new ones (S18)", async () => {
    await signWith();
    expect(await decided()).toBe("one");
    const state = at("state", "signed-versions.json");
    writeFileSync(state, "{");
    expect(await decided()).toContain("cannot be read");
    rmSync(at("state"), { recursive: true });
    writeFileSync(at("state"), "a file");
    expect(await decided()).toMatch(/cannot be (read|written)/);
  });

  test("what cannot be signed is bad usage (S18)", async () => {
    writeFileSync(
      join(made.path, "rsa.pem"),
      generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs8", format: "pem" }),
    );
    for (const args of [
      ["sign"],
      ["sign", "rules.yaml"],
      ["sign", "missing.yaml", "--key", "key.pem"],
      ["sign", inFolder("rules.yaml"), "--key", "rsa.pem"],
      ["sign", inFolder("rules.yaml"), "--key", "key.pem", "--as", "0"],
      ["sign", inFolder("rules.yaml"), "--key", "key.pem", "--as", "x"],
      ["sign", inFolder("rules.yaml"), "--key", "key.pem", "--folder", "."],
    ]) {
      expect((await cli(...args)).code).toBe(2);
    }
  });
});

describe("a pinned key without what it signed is a load error (M12)", () => {
  test.each<[string, () => void, string]>([
    ["removed", () => rmSync(at("organisation"), { recursive: true }), "cannot be read"],
    ["emptied", () => rmSync(inFolder("rules.yaml")), "is empty"],
    [
      "left with a signature alone",
      () => {
        rmSync(inFolder("rules.yaml"));
        writeFileSync(inFolder("rules.yaml.sig"), "x");
      },
      "is empty",
    ],
    [
      "a link that leads nowhere",
      () => {
        rmSync(at("organisation"), { recursive: true });
        symlinkSync("nowhere", at("organisation"));
      },
      "cannot be read",
    ],
    [
      "a file",
      () => {
        rmSync(at("organisation"), { recursive: true });
        writeFileSync(at("organisation"), "x");
      },
      "cannot be read",
    ],
  ])("the folder is %s (M12)", async (_name, change, says) => {
    await signWith();
    expect(await decided()).toBe("one");
    rmSync(inFolder("rules.yaml.sig"));
    change();
    const reason = await decided();
    expect(reason).toContain("a key is pinned");
    expect(reason).toContain(says);
    expect((await cli("check")).code).toBe(1);
  });

  test("without a pinned key there is nothing to miss (M12)", async () => {
    rmSync(at("organisation.pub"));
    rmSync(at("organisation"), { recursive: true });
    expect(await decided()).toBe("");
    mkdirSync(at("organisation"));
    expect(await decided()).toBe("");
  });
});
