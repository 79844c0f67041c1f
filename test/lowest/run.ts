/**
 * Do packages work with the lowest versions that their ranges allow? Installs the packed tarballs with exactly those in an
 * empty folder, and runs a small program over them.
 *
 *     pnpm lowest            the lowest versions
 *     pnpm lowest --newest   the newest ones that npm has today
 *
 * The peers of `core` are frameworks, which `pnpm frameworks` installs and runs.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { COMMAND_PACKAGE, SCOPE } from "../../tools/scope.js";
import { mustRun } from "../../tools/release/run-program.js";
import { install, runIn } from "../packaging/install-tarballs.js";
import { packPackages, type PackedPackage } from "../packaging/packed-packages.js";
import { startAnthropicServer } from "../servers/anthropic-server.js";
import { startOpenAiServer } from "../servers/openai-server.js";
import { lowestVersions, type DependencyRange, type RangedManifest } from "./lowest-versions.js";

const { values } = parseArgs({ options: { newest: { type: "boolean", default: false } } });

/** What `pnpm frameworks` runs, with rows for the oldest and the newest version of each. */
const FRAMEWORKS = [
  "@anthropic-ai/claude-agent-sdk",
  "@langchain/langgraph",
  "@mastra/core",
  "@modelcontextprotocol/sdk",
  "@openai/agents",
  "langchain",
];

const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-lowest-"));
const reply = () => ({ kind: "reply", text: '{"reason":"force push","decision":"deny"}' }) as const;
const servers = {
  openai: await startOpenAiServer(reply),
  ollama: await startOpenAiServer(reply),
  anthropic: await startAnthropicServer(reply),
};
try {
  const tarballs = path.join(folder, "tarballs");
  mkdirSync(tarballs);
  const packed = await packPackages(tarballs);
  const manifests = await Promise.all(packed.map(async (one) => manifestIn(one)));
  const apart = new Set([...FRAMEWORKS, ...packed.map(({ name }) => name)]);
  const lowest = lowestVersions(manifests, apart);
  for (const [name, { version }] of lowest) if (!values.newest) console.log(`${name} ${version}`);
  const there = path.join(folder, "there");
  mkdirSync(there);
  writeFileSync(path.join(there, "package.json"), JSON.stringify(projectOf(packed, lowest), null, 2));
  await install(there, []);
  if (values.newest)
    for (const name of lowest.keys()) console.log(`${name} ${installedVersion(there, name) ?? "not there"}`);
  copyFileSync(path.join(import.meta.dirname, "smoke.mjs"), path.join(there, "smoke.mjs"));
  const specifiers = packed.flatMap((one) => one.specifiers);
  const addresses = Object.fromEntries(Object.entries(servers).map(([name, { baseUrl }]) => [name, baseUrl]));
  const { stdout } = await runIn(there, "node", [
    "smoke.mjs",
    JSON.stringify(addresses),
    JSON.stringify(specifiers),
  ]);
  process.stdout.write(stdout);
} finally {
  await Promise.all(Object.values(servers).map(async (server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
}

async function manifestIn({ tarball }: PackedPackage): Promise<RangedManifest> {
  const text = await mustRun("tar", ["-xzOf", tarball, "package/package.json"], folder);
  return JSON.parse(text) as RangedManifest;
}

/** A project that has all our libraries and the command, and the peers that it asks for. */
function projectOf(packed: readonly PackedPackage[], lowest: ReadonlyMap<string, DependencyRange>): object {
  const ours = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  if (ours[COMMAND_PACKAGE] === undefined || ours[`${SCOPE}/core`] === undefined)
    throw new Error("the command or the libraries are not packed");
  const others = Object.fromEntries(
    // Of two ranges, npm gives a package with the narrower one its own copy.
    [...lowest].map(([name, { version, ranges }]) => [
      name,
      values.newest ? (ranges.at(-1) ?? "*") : version,
    ]),
  );
  return {
    name: "an-empty-folder",
    private: true,
    type: "module",
    // npm takes an override of what a project asks for itself only when both say the same.
    dependencies: { ...ours, ...others },
    overrides: { ...ours, ...(values.newest ? {} : others) },
  };
}

function installedVersion(there: string, name: string): string | undefined {
  try {
    const text = readFileSync(path.join(there, "node_modules", name, "package.json"), "utf8");
    return (JSON.parse(text) as { readonly version: string }).version;
  } catch {
    return undefined;
  }
}
