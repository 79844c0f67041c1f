/**
 * Runs the example of the Claude Agent SDK against the real library and its program, with a scripted model and without a network:
 *
 *     pnpm exec tsx test/frameworks/claude-agent-sdk/run.ts [--claude PROGRAM] [--write]
 *
 * Without `--claude`, the program of the SDK's version is installed beside this file. `--write` writes RESULTS.md. Exit code 1 where
 * something does not hold.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { requireProgram } from "../../require-program.js";

interface CaseResult {
  readonly name: string;
  readonly column: string;
  readonly wrong: readonly string[];
}

const root = path.resolve(import.meta.dirname, "../../..");
const COLUMNS = ["deny", "ask", "rewrite", "broken"];
const { values } = parseArgs({ options: { claude: { type: "string" }, write: { type: "boolean" } } });
const require = createRequire(import.meta.url);
const manifest = path.join(path.dirname(require.resolve("@anthropic-ai/claude-agent-sdk")), "package.json");
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };

const program = path.resolve(values.claude ?? installed());
const results = runBoxed(program);
for (const { name, wrong } of results) {
  process.stdout.write(`${wrong.length === 0 ? "ok" : "FAILED"} ${name}\n`);
  for (const what of wrong) process.stdout.write(`  ${what}\n`);
}
if (values.write === true) writeFileSync(path.join(import.meta.dirname, "RESULTS.md"), table());
process.exitCode = results.length > 0 && results.every(({ wrong }) => wrong.length === 0) ? 0 : 1;

/** The program of the SDK for this machine: 235 MB. */
function installed(): string {
  const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
  const folder = path.join(import.meta.dirname, "installed", version);
  const file = path.join(
    folder,
    "node_modules",
    name,
    process.platform === "win32" ? "claude.exe" : "claude",
  );
  if (existsSync(file)) return file;
  const flags = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--prefix", folder];
  const { status } = spawnSync("npm", ["install", ...flags, `${name}@${version}`], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${name} ${version} could not be installed`);
  return file;
}

/** In a box: the file system read-only, the user's home hidden, a network of loopback only. */
function runBoxed(claude: string): readonly CaseResult[] {
  requireProgram("bwrap", "bubblewrap");
  const shown = [root, path.dirname(claude), path.dirname(process.execPath)];
  const tsx = require.resolve("tsx");
  const { stdout, stderr } = spawnSync(
    "bwrap",
    [
      ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", homedir()],
      ...shown.flatMap((one) => ["--ro-bind", one, one]),
      ...[
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--chdir",
        "/tmp",
        "--",
      ],
      ...[process.execPath, "--conditions=@gatehouse-hooks/source", "--import", tsx],
      ...[path.join(import.meta.dirname, "run-sessions.ts"), claude],
    ],
    {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", HOME: "/tmp", TMPDIR: "/tmp" },
    },
  );
  process.stderr.write(stderr);
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as CaseResult);
}

function table(): string {
  const cells = COLUMNS.map((column) => {
    const holds = results.some((one) => one.column === column && one.wrong.length === 0);
    return holds && results.every((one) => one.column !== column || one.wrong.length === 0)
      ? "yes"
      : "**no**";
  });
  const heads = ["library", "version", "Node", "date", ...COLUMNS];
  const row = [
    "Claude Agent SDK",
    `\`@anthropic-ai/claude-agent-sdk\` ${version}`,
    process.versions.node,
    new Date().toISOString().slice(0, 10),
    ...cells,
  ];
  const lines = [heads, heads.map(() => "---"), row].map((one) => `| ${one.join(" | ")} |`);
  return `# The last run against the Claude Agent SDK

Written by \`run.ts --write\`; do not edit. \`examples/frameworks/claude-agent-sdk.ts\` ran with the SDK's own program and a scripted model,
in ${results.length} sessions. deny: the tool did not run, and the model was told why; ask: the session waited, and the tool ran after a yes and
not after a no; rewrite: the tool got other arguments; broken: a policy that does not compile, or throws, denied.

${lines.join("\n")}
`;
}
