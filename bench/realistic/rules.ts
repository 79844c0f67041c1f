import {
  all,
  type Check,
  command,
  commandMatches,
  content,
  contentMatches,
  file,
  fileGlob,
  fileMatches,
  not,
  type Rule,
  some,
  tool,
} from "./check.js";
import { type Random, random } from "./random.js";

const EDITORS = ["Write", "Edit", "MultiEdit"] as const;
const NAMES = ["web", "api", "core", "admin", "mobile", "infra", "docs", "search", "billing", "auth"];
const PROJECTS = ["orion", "lyra", "vega", "draco", "hydra", "corvus", "aquila", "cygnus", "pavo", "carina"];
const HOSTS = ["corp.example", "internal.example", "staging.example", "vendor.example", "build.example"];
const PROGRAMS = [
  "helm",
  "ansible",
  "vault",
  "psql",
  "mysql",
  "redis-cli",
  "mongosh",
  "gcloud",
  "az",
  "flyctl",
];
const VERBS = ["delete", "destroy", "drop", "purge", "wipe", "reset", "truncate", "revoke"];

/** What a workload of many policies varies: each policy of a large set guards another thing. */
interface Names {
  readonly name: string;
  readonly project: string;
  readonly host: string;
  readonly program: string;
  readonly verb: string;
  /** The set is larger than the combinations of the words. */
  readonly number: number;
}

type Family = (names: Names) => Check;

/** Policies about commands, as people write them. */
const COMMANDS: readonly Family[] = [
  () => all(tool("Bash"), commandMatches("rm\\s+-[a-z]*r[a-z]*f")),
  ({ project }) => all(tool("Bash"), command("includes", `git push --force origin ${project}`)),
  ({ program, verb }) => all(tool("Bash"), commandMatches(`\\b${program}\\b.*\\b${verb}\\b`)),
  ({ project, host }) => all(tool("Bash"), command("includes", `ssh ${project}.${host}`)),
  ({ name, project }) =>
    all(tool("Bash"), command("startsWith", `npm publish`), command("includes", `@${project}/${name}`)),
  ({ host }) =>
    all(tool("Bash"), commandMatches(`curl[^|]*${host.replace(".", "\\.")}[^|]*\\|\\s*(ba|z)?sh`)),
  ({ verb, project }) => all(tool("Bash"), commandMatches(`(?:${verb}|remove)-${project}`, true)),
  ({ program, project }) =>
    all(
      tool("Bash", "exec"),
      some(command("startsWith", `${program} `), command("includes", ` ${program} `)),
      command("includes", `--context ${project}-prod`),
    ),
  ({ name, number }) =>
    all(tool("Bash"), command("startsWith", "docker run"), command("includes", `${name}:${number}.`)),
  ({ project, name }) =>
    all(tool("Bash"), {
      kind: "includes",
      path: ["params", "command"],
      value: `${project}-${name}.sh`,
      lower: true,
    }),
  ({ verb, name }) => all(tool("Bash"), commandMatches(`kubectl\\s+${verb}\\s+(?:ns|namespace)\\s+${name}`)),
  ({ number, program }) =>
    all(
      tool("Bash"),
      { kind: "above", path: ["params", "timeout"], value: 600_000 + 1_000 * number },
      command("includes", program),
    ),
  ({ project }) =>
    all(
      tool("Bash"),
      commandMatches(`AWS_PROFILE=${project}[a-z-]*\\s`),
      not(command("includes", "--dry-run")),
    ),
];

/** Policies about files. */
const FILES: readonly Family[] = [
  ({ name }) => all(tool(...EDITORS), file("endsWith", `/${name}/.env`)),
  ({ project }) => all(tool(...EDITORS), file("startsWith", `/srv/${project}/`)),
  ({ project, name }) =>
    all(tool(...EDITORS), fileMatches(`/${project}/(?:src|lib)/${name}/.*\\.(?:pem|key|p12)$`)),
  ({ name, project }) =>
    all(
      tool("Read", ...EDITORS),
      fileGlob(`**/${project}/secrets/${name}*`, `(?:^|/)${project}/secrets/${name}[^/]*$`),
    ),
  ({ project }) =>
    all(tool("Write"), file("includes", `/migrations/${project}_`), not(file("endsWith", ".draft.sql"))),
  ({ project, number }) => all(tool("Write", "Edit"), content(`${project.toUpperCase()}_TOKEN_${number}`)),
  ({ project }) =>
    all(tool("Write"), contentMatches(`${project}[_-](?:api[_-])?key\\s*[:=]\\s*['"][A-Za-z0-9]{16}`, true)),
  ({ name, verb }) =>
    all(tool("MultiEdit"), {
      kind: "element",
      path: ["params", "edits"],
      key: "new_string",
      value: `${verb}${name}(`,
    }),
  ({ project, name }) => all(tool(...EDITORS), fileMatches(`(?:^|/)${project}-${name}\\.lock$`)),
];

/** Policies about the rest: what is fetched, sent or looked for, and by whom. */
const OTHERS: readonly Family[] = [
  ({ host, project }) =>
    all(tool("WebFetch"), { kind: "includes", path: ["params", "url"], value: `${project}.${host}` }),
  ({ host, name }) =>
    all(tool("WebFetch"), {
      kind: "matches",
      path: ["params", "url"],
      pattern: `^https?://(?:[a-z0-9-]+\\.)?${name}\\.${host.replace(".", "\\.")}(?:[:/]|$)`,
    }),
  ({ project, verb, name }) => ({
    kind: "among",
    path: ["toolName"],
    values: [`mcp__${project}__${verb}_${name}`, `mcp__${project}__${verb}_all`],
  }),
  ({ project, verb }) =>
    all(
      { kind: "startsWith", path: ["toolName"], value: `mcp__${project}__` },
      { kind: "includes", path: ["toolName"], value: `_${verb}` },
    ),
  ({ project, name }) =>
    all(
      { kind: "startsWith", path: ["cwd"], value: `/home/dev/${project}` },
      { kind: "among", path: ["params", "subagent_type"], values: [`${name}-deployer`, "release-manager"] },
    ),
  ({ name }) =>
    all(tool("Grep"), {
      kind: "matches",
      path: ["params", "pattern"],
      pattern: `(?:password|secret)s?.*${name}`,
    }),
];

/** The few policies that events of the workload do meet. */
const MET: readonly Check[] = [
  all(tool("Bash"), command("includes", "git push --force")),
  all(tool("Bash"), commandMatches("rm\\s+-[a-z]*r[a-z]*f[a-z]*\\s+/(?:etc|usr|var)")),
  all(tool(...EDITORS), fileGlob("**/.env*", "(?:^|/)\\.env[^/]*$")),
  all(tool("WebFetch"), { kind: "includes", path: ["params", "url"], value: "pastebin." }),
  all(tool("Bash"), commandMatches("drop\\s+table", true)),
];

/**
 * `size` policies; those that are met are spread over them.
 *
 * @param draw which of the sets of this size
 */
export function rulesOf(size: number, draw = 0): readonly Rule[] {
  const next = random(size + 7 + 1_000_003 * draw);
  const step = Math.max(1, Math.floor(size / MET.length));
  return Array.from({ length: size }, (_, id): Rule => {
    const met = id % step === step - 1 ? MET[Math.floor(id / step)] : undefined;
    return { id, check: met ?? familyOf(next)(namesOf(next, id)) };
  });
}

function familyOf(next: Random): Family {
  const dice = next.below(100);
  return next.pick(dice < 50 ? COMMANDS : dice < 85 ? FILES : OTHERS);
}

function namesOf(next: Random, id: number): Names {
  // Beyond the words, numbers keep things apart, as in a company of many teams.
  const team = id < 60 ? "" : String(Math.floor(id / 10));
  return {
    name: `${next.pick(NAMES)}${team}`,
    project: `${next.pick(PROJECTS)}${team}`,
    host: next.pick(HOSTS),
    program: next.pick(PROGRAMS),
    verb: next.pick(VERBS),
    number: id,
  };
}
