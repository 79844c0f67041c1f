import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { packStaged, type PackedRelease } from "../../tools/release/pack-staged.js";
import { publishPackages, type PublishResult } from "../../tools/release/publish-packages.js";
import { mustRun } from "../../tools/release/run-program.js";
import { stagePackage } from "../../tools/release/stage-package.js";
import { runIn } from "./install-tarballs.js";
import { startSmallRegistry, type SmallRegistry } from "./small-registry.js";

// Installing from an empty cache takes what the network takes.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const root = path.resolve(import.meta.dirname, "../..");
const repository = "https://example.org/example/gatehouse";
const addresses = {
  repository,
  homepage: "https://example.com/gatehouse",
  bugs: `${repository}/issues`,
  security: "security@example.org",
};

let folder = "";
let command: PackedRelease;
let registry: SmallRegistry;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gatehouse-release-"));
  const listed = await mustRun("git", ["ls-files", "-z"], root);
  const source = { root, addresses, commit: "c0ffee", tracked: new Set(listed.split("\0")) };
  const staged = await stagePackage(source, "packages/cli", path.join(folder, "cli"));
  command = await packStaged(staged, path.join(folder, "tarballs"));
  registry = await startSmallRegistry();
  const npmrc = path.join(folder, "npmrc");
  await writeFile(npmrc, `${registry.url.replace("http:", "")}:_authToken=any\n`);
  vi.stubEnv("NPM_CONFIG_USERCONFIG", npmrc);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

test("a staged package has the project's addresses, ranges of versions, and links that work without the repository", async () => {
  expect(command.problems).toEqual([]);
  const manifest = JSON.parse(await readFile(path.join(command.folder, "package.json"), "utf8")) as object;
  expect(manifest).toMatchObject({
    name: "gatehouse-hooks",
    repository: { type: "git", url: `git+${repository}.git`, directory: "packages/cli" },
    homepage: addresses.homepage,
    bugs: { url: addresses.bugs },
    optionalDependencies: { ai: expect.stringMatching(/^\^\d/) as string },
  });
  expect(manifest).not.toHaveProperty("devDependencies");
  const readme = await readFile(path.join(command.folder, "README.md"), "utf8");
  expect(readme).toContain(`](${repository}/blob/c0ffee/docs/testing.md#why)`);
  expect([...readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)].map(String)).toEqual([]);
  expect(command.files).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "dist/bin.js", "package.json"]),
  );
});

test("npm has no warning about it", async () => {
  const [result] = await publishPackages([command], {
    dryRun: true,
    provenance: false,
    registry: registry.url,
    onResult: () => undefined,
  });
  expect(result).toMatchObject({ outcome: "dry run", said: [] });
  expect(registry.published).toEqual([]);
});

test("what is published when one fails, and what the next run does", async () => {
  const packages = await Promise.all(["a", "b", "c"].map(async (name) => small(`@example/${name}`)));
  const publish = async (
    some: readonly PackedRelease[],
  ): Promise<readonly (readonly [string, PublishResult["outcome"]])[]> => {
    const options = { dryRun: false, provenance: false, registry: registry.url, onResult: () => undefined };
    return (await publishPackages(some, options)).map(({ name, outcome }) => [name, outcome]);
  };
  registry.refused.add("@example/b");
  expect(await publish(packages)).toEqual([
    ["@example/a", "published"],
    ["@example/b", "failed"],
    ["@example/c", "not tried"],
  ]);
  registry.refused.clear();
  expect(await publish(packages.slice(0, 2))).toEqual([
    ["@example/a", "there already"],
    ["@example/b", "published"],
  ]);
  expect(registry.published).toEqual(["@example/a", "@example/b"]);
});

async function small(name: string): Promise<PackedRelease> {
  const there = path.join(folder, name);
  const manifest = { name, version: "1.0.0", description: "A package of a test", license: "Apache-2.0" };
  await mkdir(there, { recursive: true });
  await writeFile(path.join(there, "package.json"), JSON.stringify(manifest));
  return packStaged(
    { name, version: "1.0.0", folder: there, manifest, problems: [] },
    path.join(folder, "tarballs"),
  );
}

test("without the model libraries the command is small, and a policy that asks a judge denies and says what to install", async () => {
  const there = path.join(folder, "without");
  await mkdir(path.join(there, "rules"), { recursive: true });
  await writeFile(path.join(there, "package.json"), '{"private":true}');
  const install = [
    "install",
    "--omit=optional",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await runIn(there, "npm", [...install, command.tarball]);
  expect((await readdir(path.join(there, "node_modules"))).filter((name) => !name.startsWith("."))).toEqual([
    "gatehouse-hooks",
  ]);
  expect(await bytesIn(path.join(there, "node_modules"))).toBeLessThan(12_000_000);

  const rule =
    "---\nname: ask-about-pushes\nevents: [before_tool_call]\n---\n\nDeny pushes that were not asked for.\n";
  await writeFile(path.join(there, "rules/ask.md"), rule);
  const event = { event: "before_tool_call", toolName: "exec", params: { command: "git push --force" } };
  await writeFile(path.join(there, "event.json"), JSON.stringify(event));
  const args = ["decide", "--json", "--policies", "rules", "--policy-format", "mayros", "event.json"];
  const { status, stdout } = await decide(there, args);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
  expect(stdout).toContain("install `ai` and `@ai-sdk/anthropic` to use this provider");
});

/** The decision of the installed command, with a key, so that nothing but the libraries is missing. */
async function decide(there: string, args: readonly string[]) {
  const program = path.join(there, "node_modules/.bin/gatehouse");
  const env = { PATH: process.env["PATH"], HOME: there, ANTHROPIC_API_KEY: "none" };
  return new Promise<{ readonly status: unknown; readonly stdout: string }>((resolve) => {
    execFile(program, [...args], { cwd: there, env }, (error, stdout) => {
      resolve({ status: error?.code ?? 0, stdout });
    });
  });
}

async function bytesIn(there: string): Promise<number> {
  const entries = await readdir(there, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  expect(sizes.length).toBeGreaterThan(10);
  return sizes.reduce((sum, size) => sum + size, 0);
}
