import { packs } from "@gatehouse-hooks/hosts";
import { IMPORTERS } from "@gatehouse-hooks/hosts/import";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import { AUDIT_KINDS, COMPATS, FORMATS } from "@gatehouse-hooks/local";
import { CHECK_FORMATS } from "@gatehouse-hooks/workbench/check";
import { TEST_FORMATS } from "@gatehouse-hooks/workbench/try";
import { WIRINGS } from "@gatehouse-hooks/local/agents";
import { RULE_EFFECTS, STOP_KINDS } from "@gatehouse-hooks/workbench/new";
import { SHELLS } from "./shells.table.js";

type Choices = ReadonlyMap<string, () => readonly string[]>;

const wired = (): readonly string[] => WIRED_HOSTS.map(({ name }) => name);
const checkable = (): readonly string[] => [...wired(), "all", "installed"];
const agents = (): readonly string[] => WIRINGS.map(({ agent }) => agent);
const formats = (): readonly string[] => FORMATS;

/** What an option can be, by command and option; options of all commands have no command. */
export const OPTION_CHOICES: Choices = new Map<string, () => readonly string[]>([
  ["--policy-format", formats],
  ["--sandbox", () => ["none", "bubblewrap"]],
  ["--on-load-error", () => ["deny", "warn"]],
  ["--unknown-events", () => ["abstain", "deny"]],
  ["--compat", () => COMPATS],
  ["test --format", () => TEST_FORMATS],
  ["check --format", () => CHECK_FORMATS],
  ["check --fail-on", () => ["error", "warning", "never"]],
  ["check --host", checkable],
  ["list --host", checkable],
  ["lsp --host", checkable],
  ["load --format", formats],
  ["new --stop", () => STOP_KINDS.map(({ name }) => name)],
  ["new --effect", () => RULE_EFFECTS],
  ["cache --scope", () => ["session", "global"]],
  ["decide --output", () => ["decision", "mayros"]],
  ["hook --daemon", () => ["auto", "off"]],
  ["import --from", () => IMPORTERS.map(({ name }) => name)],
  ["audit --kind", () => AUDIT_KINDS],
  ["audit --effect", () => ["deny", "ask", "allow", "abstain"]],
]);

/** What a word of a command can be, by command and word. */
export const WORD_CHOICES: Choices = new Map<string, () => readonly string[]>([
  ["audit action", () => ["query", "verify"]],
  ["bundle action", () => ["build", "sign", "push", "pull"]],
  ["cache action", () => ["clear"]],
  ["completion shell", () => SHELLS],
  ["daemon action", () => ["start", "stop", "status", "run"]],
  ["doctor agents", agents],
  ["hook agent", wired],
  ["init agents", agents],
  ["judge action", () => ["eval"]],
  ["packs name", () => packs().map(({ name }) => name)],
]);

/** What only the user knows. */
export const TEXT_VALUES: ReadonlySet<string> = new Set([
  "--model",
  "--agent",
  "--hook-pre-tool-use",
  "--hook-post-tool-use",
  "--hook-session-start",
  "--hook-session-end",
  "--hook-on-user-input",
  "--hook-stop",
  "test --event",
  "test --tool",
  "test --params",
  "new --of",
  "new --reason",
  "new id",
  "hook --deadline",
  "replay --budget",
  "replay --prices",
  "replay --jobs",
  "replay --examples",
  "replay --queue",
  "replay --lost-after",
  "box command",
  "mcp-gate server",
  "mcp-gate --name",
  "mcp-gate --url",
  "mcp-gate --header",
  "approve code",
  "daemon --idle",
  "facts command",
  "eval expr",
  "judge --repeat",
  "judge --prices",
  "audit --policy",
  "audit --event",
  "audit --session",
  "audit --since",
  "audit --limit",
  "audit --head",
  "audit --deadline",
  "audit words",
  "trust --yes",
  "undo --session",
  "sign --as",
  "bundle --name",
  "bundle --as",
  "bundle to",
  "serve --listen",
]);
