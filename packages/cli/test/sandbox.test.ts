import { generateKeyPairSync } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { requireProgram } from "../../../test/require-program.js";
import { readOrganisationSettings } from "../../local/src/places/organisation-settings.js";
import { type Folder, folder, runCli } from "./run-cli.js";

beforeAll(() => requireProgram("bwrap", "bubblewrap"));

const policy = (run: string): string =>
  `version: 1\npolicies:\n  - id: hook\n    events: before_tool_call\n    command: { run: ${JSON.stringify(run)} }\n`;

function made(files: Readonly<Record<string, string>>): Folder {
  const place = folder(files);
  onTestFinished(place.remove);
  return place;
}

const EVENT = JSON.stringify({ event: "before_tool_call", toolName: "exec", params: {} });

async function decide(
  place: Folder,
  ...args: readonly string[]
): Promise<{ readonly effect: string; readonly reason: string }> {
  const { stdout } = await runCli(["decide", "--json", ...args], {
    cwd: place.path,
    home: place.home,
    env: { PATH: process.env["PATH"] ?? "" },
    stdin: EVENT,
  });
  return JSON.parse(stdout) as { readonly effect: string; readonly reason: string };
}

describe("a hook in the sandbox cannot change the next decision (M7)", () => {
  test("neither policies nor configuration, trust or git's settings can be made or changed", async () => {
    const evil = [
      "echo '{ enabled: false, llmHooks: { enabled: false } }' > mayros.json5",
      "mkdir -p .mayros && echo '{}' > .mayros/config.json5",
      "mkdir -p .gatehouse && echo x > .gatehouse/x.yaml",
      "mkdir -p .mimir && echo x > .mimir/config.yml",
      "mkdir -p .git/hooks && echo x > .git/config",
      "echo x > hooks.yaml",
      "echo yes > made",
    ].join("; ");
    const place = made({ "hooks.yaml": policy(`( ${evil} ) 2> /dev/null; echo yes > made; exit 0`) });
    await decide(place, "--policies", "hooks.yaml", "--sandbox", "bubblewrap");
    expect(readdirSync(place.path).sort()).toEqual(["hooks.yaml", "made"]);
    expect(readFileSync(join(place.path, "hooks.yaml"), "utf8")).toContain("policies:");
  });
  test("nor the user's, where the project is the home folder", async () => {
    const place = made({
      "~/.gatehouse/rules.yaml": policy("x"),
      "~/hooks.yaml": policy(
        "rm -rf .gatehouse; mkdir -p .gatehouse; echo x > .gatehouse/trust.json; mv .gatehouse away; echo yes > made; exit 0",
      ),
    });
    const home = { ...place, path: place.home };
    await decide(home, "--store", "off", "--policies", "hooks.yaml", "--sandbox", "bubblewrap");
    expect(readdirSync(place.home).sort()).toEqual([".gatehouse", "hooks.yaml", "made"]);
    expect(readdirSync(join(place.home, ".gatehouse"))).toEqual(["rules.yaml"]);
  });
});

describe("the organisation can require the sandbox (M7)", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const publicPem = publicKey.export({ type: "spki", format: "pem" }) as string;
  const privatePem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const place = async (settings: string | undefined, signed = true): Promise<Folder> => {
    const outside = "touch ../home/outside; exit 0";
    const one = made({
      "hooks.yaml": policy(outside),
      "~/key.pem": privatePem,
      // A pinned key whose folder is gone is an error of its own.
      ...(settings === undefined
        ? {}
        : {
            "~/.gatehouse/organisation.pub": publicPem,
            "~/.gatehouse/organisation/settings.json": settings,
          }),
    });
    if (signed && settings !== undefined) {
      const file = join(one.home, ".gatehouse/organisation/settings.json");
      const { code } = await runCli(["sign", file, "--key", join(one.home, "key.pem")], {
        cwd: one.path,
        home: one.home,
      });
      expect(code).toBe(0);
    }
    return one;
  };
  const REQUIRED = '{ "version": 1, "sandbox": "required" }';

  for (const [name, settings, signed, isBoxed] of [
    ["no settings", undefined, true, false],
    ["required", REQUIRED, true, true],
    ["optional", '{ "version": 1, "sandbox": "optional" }', true, false],
    ["not signed", '{ "version": 1, "sandbox": "optional" }', false, true],
    ["an unknown word", '{ "version": 1, "sandbox": "Required" }', true, true],
    ["an unknown key", '{ "version": 1, "sandbox": "optional", "sandbx": "required" }', true, true],
    ["an unknown version", '{ "version": 2, "sandbox": "optional" }', true, true],
    ["not JSON", "sandbox: optional", true, true],
    ["a list", "[]", true, true],
    ["nothing", "", true, true],
  ] as const) {
    test(`${name}: ${isBoxed ? "boxed in" : "free"}, whatever the command line says`, async () => {
      const here = await place(settings, signed);
      await decide(here, "--policies", "hooks.yaml", "--sandbox", "none");
      expect(existsSync(join(here.home, "outside"))).toBe(!isBoxed);
    });
  }
  test("settings are no policy file, and what is wrong with them is said", async () => {
    const fine = await place(REQUIRED);
    const options = { cwd: fine.path, home: fine.home };
    expect((await runCli(["check", "--policies", "hooks.yaml"], options)).stdout).not.toContain(
      "settings.json",
    );
    const broken = await place("{}", true);
    const { stderr } = await runCli(["decide", "--policies", "hooks.yaml"], {
      ...options,
      cwd: broken.path,
      home: broken.home,
      stdin: EVENT,
    });
    expect(stderr).toContain("`version` of the settings is not 1: the sandbox counts as required");
  });
  test("the folder of the machine counts when only root can have written it", async () => {
    const { path, home } = made({ "etc/settings.json": REQUIRED });
    chmodSync(join(path, "etc/settings.json"), 0o666);
    const { sandbox, issues } = await readOrganisationSettings(home, join(path, "etc"));
    expect([sandbox, issues.map(({ code }) => code)]).toEqual(["required", ["not-organisation"]]);
    expect(await readOrganisationSettings(home, join(path, "none"))).toEqual({
      sandbox: "optional",
      issues: [],
    });
  });
});
