/**
 * Drives real agents, offline, with a real hook.
 *
 *     pnpm agents install [name…]
 *     pnpm agents [name…] [--hook gatehouse|stand-in] [--only <regex>] [--native allow,ask,deny] [--no-daemon] [--json] [--write]
 *     pnpm agents --self-test [name…]
 *     pnpm agents --documents [000…] [--agent-file <the file of document 002>] [--write]
 *     pnpm agents --ordinary [name…] [--versions 20,22] [--nodes <folder>]
 *
 * Exit code 1 when a call ran that must not have, or did not run that must have.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import path from "node:path";
import { AGENT_NAMES, type AgentName, isAgentName } from "./agent-name.js";
import { runBoxedAgent } from "./box/run-boxed-agent.js";
import type { DocumentLine } from "./documents/document-line.js";
import { DOCUMENT_NAMES, tryDocuments } from "./documents/run.js";
import type { HookChoice } from "./drive.js";
import { isPlanted } from "./hook/stand-in/planted.js";
import { installAgent } from "./install/install-agent.js";
import { installedAgent } from "./install/installed-agent.js";
import { NODE_VERSIONS } from "./install/installed-node.js";
import { isWhole, printRuns } from "./ordinary/print-runs.js";
import { playOrdinary } from "./ordinary/run.js";
import { type Cell, isRed } from "./parts/cell.js";
import type { Native } from "./profiles/profile.js";
import { printTable } from "./report/print-table.js";
import { writeDocument } from "./report/write-document.js";
import { selfTest } from "./self-test.js";

const root = path.resolve(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: process.env["GATEHOUSE_AGENTS"] ?? path.join(root, ".agents") },
    hook: { type: "string", default: "gatehouse" },
    bin: { type: "string", default: path.join(root, "packages/cli/dist/bin.js") },
    planted: { type: "string" },
    only: { type: "string", default: "" },
    native: { type: "string", default: "allow,ask,deny" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    "self-test": { type: "boolean", default: false },
    "no-daemon": { type: "boolean", default: false },
    ordinary: { type: "boolean", default: false },
    documents: { type: "boolean", default: false },
    "agent-file": { type: "string", default: path.join(root, "examples/docker-agent/hooks.yaml") },
    nodes: { type: "string" },
    versions: { type: "string", default: NODE_VERSIONS.join(",") },
  },
});
const folder = path.resolve(values.folder);
if (values.write && (values.hook !== "gatehouse" || values.only !== "" || values["no-daemon"])) {
  process.stderr.write(
    "`--write` is for whole runs of `gatehouse hook`: leave `--hook`, `--only` and `--no-daemon` out\n",
  );
  process.exit(2);
}
const [first] = positionals;
const names = readNames(values.documents ? [] : first === "install" ? positionals.slice(1) : positionals);
if (first === "install") for (const name of names) install(name);
else if (values["self-test"]) {
  const whole = await selfTest(folder, names, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = whole ? 0 : 1;
} else if (values.ordinary) await ordinary();
else if (values.documents) await documents();
else await drive();

function install(name: AgentName): void {
  process.stderr.write(`installing ${name} into ${folder}\n`);
  installAgent(folder, name);
}

/** Ordinary calls with the packed and installed command, in the agents that are there. */
async function ordinary(): Promise<void> {
  const agents = names.filter((name) => isThere(name));
  const nodes = path.resolve(values.nodes ?? path.join(folder, "nodes"));
  const settings = { folder, agents, nodes, versions: values.versions.split(",") };
  const runs = await playOrdinary(settings, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(printRuns(runs));
  if (runs.length === 0 || !runs.every(isWhole)) process.exitCode = 1;
}

/** The sentences of documents, all of them or those of the documents that are named. */
async function documents(): Promise<void> {
  const agentFile = path.resolve(values["agent-file"]);
  const lines = await tryDocuments(
    positionals.length > 0 ? positionals : DOCUMENT_NAMES,
    { folder, program: path.resolve(values.bin), agentFile },
    (line) => process.stdout.write(`${line}\n`),
  );
  const wrong = lines.filter(({ ok }) => !ok).length;
  process.stdout.write(`${wrong} wrong\n`);
  if (wrong > 0) process.exitCode = 1;
  else if (values.write && positionals.length === 0) record(lines);
}

/** What the page of the documents shows of the last whole run: `pnpm documents` writes it there. */
function record(lines: readonly DocumentLine[]): void {
  const version = installedAgent(folder, "claude-code")?.version ?? "";
  const tried = {
    date: new Date().toISOString().slice(0, 10),
    claudeCode: version,
    sentences: lines.map(({ document, sentence }) => ({ document, sentence })),
  };
  writeFileSync(path.join(root, "test/documents/agents.json"), `${JSON.stringify(tried, null, 2)}\n`);
}

/** Says so, and makes the whole fail, where an agent is not there. */
function isThere(name: AgentName): boolean {
  if (installedAgent(folder, name) !== undefined) return true;
  process.stderr.write(`${name} is not installed; \`pnpm agents install ${name}\` does that\n`);
  process.exitCode = 1;
  return false;
}

async function drive(): Promise<void> {
  const natives = values.native.split(",").filter((word): word is Native => isNative(word));
  const cells: Cell[] = [];
  const versions = new Map<AgentName, string>();
  for (const agent of names.filter((name) => isThere(name))) {
    const found = installedAgent(folder, agent);
    if (found === undefined) continue;
    versions.set(agent, found.version);
    const readable = [path.dirname(path.resolve(values.bin))];
    await runBoxedAgent(
      { agent, folder, hook: chooseHook(), natives, only: values.only, readable },
      (cell) => {
        cells.push(cell);
        if (!values.json)
          process.stderr.write(`${agent} ${cell.part}: ${cell.name} (${cell.native}) ${cell.verdict}\n`);
      },
    );
  }
  process.stdout.write(values.json ? `${JSON.stringify(cells, null, 1)}\n` : printTable(cells, versions));
  if (values.write) await writeDocument(path.join(root, "docs/agents.md"), cells, versions);
  if (cells.length === 0 || cells.some(isRed)) process.exitCode = 1;
}

function chooseHook(): HookChoice {
  const { hook, planted, bin } = values;
  if (hook === "gatehouse" && planted === undefined)
    return { kind: "gatehouse", program: path.resolve(bin), daemon: !values["no-daemon"] };
  if (hook === "stand-in") {
    if (planted === undefined) return { kind: "stand-in" };
    if (isPlanted(planted)) return { kind: "stand-in", planted };
  }
  throw new Error(`no hook \`${hook}\` ${planted === undefined ? "" : `with the mistake \`${planted}\``}`);
}

function isNative(word: string): word is Native {
  return word === "allow" || word === "ask" || word === "deny";
}

function readNames(words: readonly string[]): readonly AgentName[] {
  const unknown = words.filter((word) => !isAgentName(word));
  if (unknown.length > 0) {
    process.stderr.write(`no agent \`${unknown.join("`, `")}\`; there are: ${AGENT_NAMES.join(", ")}\n`);
    process.exit(2);
  }
  return words.length === 0 ? AGENT_NAMES : words.filter(isAgentName);
}
