/**
 * The programs that are known to take what they are given as data. A value may be in the arguments of these, of scripts by
 * their path, and of an interpreter behind its code or its script; everywhere else it is refused.
 */
export interface DataProgram {
  /**
   * Where a word may be a value or begin with one: `any` (nothing is an option, or no option does harm), `dashes` (behind
   * `--`, behind fixed text, or a path, which never looks like an option), `paths` (paths and numbers only), `urls` (behind
   * `https://host/`), `numbers`.
   */
  readonly operands: "any" | "dashes" | "paths" | "urls" | "numbers";
  /** The operands that name files to write: only paths of the event and fixed names. */
  readonly writes?: "last" | "all";
  /** Options without an argument. A value directly behind any other option would be that option's argument. */
  readonly flags?: RegExp;
  /** Options whose argument may be a value, as the next word or, for long ones, behind `=`. */
  readonly data?: readonly string[];
  /** The same, but only behind fixed text that matches: a value in front may name a file (`@/etc/passwd`). */
  readonly prefixed?: Readonly<Record<string, RegExp>>;
  /** Reads its standard input as data. */
  readonly input?: true;
  /** The first operand, literal, selects one of these. */
  readonly subcommands?: Readonly<Record<string, DataProgram>>;
}

/** Nothing that begins with a dash makes one of these run a program or read code. */
const FILES: DataProgram = { operands: "dashes", flags: /^-/, input: true };
const TOOL: DataProgram = {
  operands: "dashes",
  flags:
    /^(?:-[wlqviuasA]|--(?:fix|write|check|quiet|verbose|cache|silent|color|no-color|diff|apply|safe|dry-run|fix-dry-run|list-different|no-emit|noEmit|pretty|strict|no-warn|autocorrect|auto-correct|findRelatedTests|passWithNoTests|run|bail|coverage|related|last-failed|no-cache|unsafe|stdin))$/,
  input: true,
};
/** What the package's own scripts do with it is not known, and old versions of npm and pnpm quote badly. */
const SCRIPT: DataProgram = { ...TOOL, operands: "paths" };
const COPY: DataProgram = { operands: "dashes", flags: /^-[afinpPrRuvLHd]+$/, writes: "last" };
const BODY = /^[^@<]/;
const HEADER = /^[A-Za-z0-9-]+:/;
const FORM_TEXT = /^[^=@]*=/;

const GIT: Readonly<Record<string, DataProgram>> = {
  add: { operands: "dashes", flags: /^(?:-[Aufnv]|--(?:all|update|force|dry-run|verbose))$/ },
  commit: {
    operands: "dashes",
    flags:
      /^(?:-[aqnsvo]|--(?:all|quiet|no-verify|allow-empty|amend|signoff|no-edit|verbose|only|allow-empty-message))$/,
    data: [
      "-m",
      "-am",
      "-qm",
      "-aqm",
      "-qam",
      "-sm",
      "-asm",
      "-sam",
      "-nm",
      "-anm",
      "--message",
      "--trailer",
    ],
  },
  tag: { operands: "dashes", flags: /^-[af]$/, data: ["-m", "-am", "-fm", "--message"] },
  stash: { operands: "dashes", flags: /^(?:-[ukaq]|--include-untracked)$/, data: ["-m", "--message"] },
  notes: { operands: "dashes", data: ["-m", "--message"] },
  diff: { operands: "dashes", flags: /^--(?:stat|cached|staged|name-only|quiet|no-ext-diff)$/ },
  log: { operands: "dashes", flags: /^--(?:oneline|stat|name-only)$|^-[0-9]+$/ },
  status: { operands: "dashes", flags: /^(?:-[sb]|--(?:short|porcelain|branch))$/ },
  "check-ignore": { operands: "dashes", flags: /^-[qv]$/ },
  "ls-files": { operands: "dashes", flags: /^--(?:error-unmatch|others|cached)$/ },
  restore: { operands: "dashes", flags: /^--(?:staged|worktree)$/ },
};

const PACKAGE_SCRIPTS: DataProgram = {
  operands: "dashes",
  flags: /^(?:-s|--silent)$/,
  subcommands: { test: SCRIPT, t: SCRIPT, run: SCRIPT, "run-script": SCRIPT },
};

export const DATA_PROGRAMS: Readonly<Record<string, DataProgram>> = {
  echo: { operands: "any", input: true },
  printf: { operands: "any", input: true },
  ":": { operands: "any", input: true },
  true: { operands: "any", input: true },
  false: { operands: "any", input: true },
  // Their own rules are in the check of commands: operators, names.
  "[": { operands: "any", input: true },
  test: { operands: "any", input: true },
  export: { operands: "any" },
  readonly: { operands: "any" },
  local: { operands: "any" },
  declare: { operands: "any" },
  typeset: { operands: "any" },
  exit: { operands: "numbers", input: true },
  return: { operands: "numbers", input: true },
  sleep: { operands: "numbers", input: true },
  break: { operands: "numbers", input: true },
  continue: { operands: "numbers", input: true },
  cd: { operands: "dashes", flags: /^-[LP]$/, input: true },
  pushd: { operands: "dashes", input: true },
  popd: { operands: "dashes", input: true },
  pwd: { operands: "dashes", input: true },
  ...Object.fromEntries(
    (
      "cat head tail wc ls stat basename dirname realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum sha512sum " +
      "b2sum cksum shasum du df mkdir rmdir touch rm chmod tr cut nl fold fmt rev tac base64 base32 od " +
      "seq date cmp diff comm paste expand unexpand mktemp whoami uname"
    )
      .split(" ")
      .map((name) => [name, FILES]),
  ),
  cp: COPY,
  mv: COPY,
  ln: { ...COPY, flags: /^-[fnsrvT]+$/ },
  tee: { operands: "dashes", flags: /^-[aip]+$/, writes: "all", input: true },
  // The second operand is a file to write.
  uniq: { operands: "paths", flags: /^-[cdDiuz]+$/, input: true },
  // `--compress-program` runs a program.
  sort: { operands: "dashes", flags: /^-[bdfghinruVz]+$/, input: true },
  grep: {
    operands: "dashes",
    flags: /^-[bcEFGHhiLlnoPqrRsTUvVwxyZz]+$/,
    data: ["-e", "--regexp"],
    input: true,
  },
  egrep: {
    operands: "dashes",
    flags: /^-[bcEFGHhiLlnoPqrRsTUvVwxyZz]+$/,
    data: ["-e", "--regexp"],
    input: true,
  },
  fgrep: {
    operands: "dashes",
    flags: /^-[bcEFGHhiLlnoPqrRsTUvVwxyZz]+$/,
    data: ["-e", "--regexp"],
    input: true,
  },
  // `--pre` runs a program, and so do long options of which we know none.
  rg: { operands: "dashes", flags: /^-[ilnqsvwxFNHcopSU]+$/, data: ["-e", "--regexp"], input: true },
  logger: { operands: "dashes", flags: /^(?:-[is]|--(?:stderr|id))$/, data: ["-t", "--tag"], input: true },
  "notify-send": { operands: "dashes", flags: /^(?:-e|--transient)$/, data: ["--app-name"] },
  curl: {
    operands: "urls",
    flags:
      /^(?:-[sSfLkivgGN]+|--(?:silent|show-error|fail|fail-with-body|location|compressed|get|globoff|no-buffer|insecure))$/,
    data: ["--data-raw", "--form-string"],
    prefixed: {
      "-d": BODY,
      "--data": BODY,
      "--data-ascii": BODY,
      "--data-binary": BODY,
      "--json": BODY,
      "--data-urlencode": FORM_TEXT,
      "-H": HEADER,
      "--header": HEADER,
      "--url": /^https?:\/\/[^/?#@]+[/?#]/,
    },
    // `-d @-` and `-T -` send what comes.
    input: true,
  },
  wget: {
    operands: "urls",
    flags: /^(?:-[qv]|--(?:quiet|no-verbose|spider))$/,
    data: ["--post-data", "--body-data"],
    prefixed: { "--header": HEADER },
  },
  git: { operands: "dashes", flags: /^(?:-P|--no-pager)$/, input: true, subcommands: GIT },
  npm: PACKAGE_SCRIPTS,
  pnpm: PACKAGE_SCRIPTS,
  yarn: PACKAGE_SCRIPTS,
  bun: { operands: "dashes", subcommands: { test: SCRIPT, run: SCRIPT } },
  ...Object.fromEntries(
    (
      "eslint prettier tsc stylelint jest vitest biome markdownlint markdownlint-cli2 standard xo oxlint black isort flake8 " +
      "ruff mypy pylint pytest gofmt goimports rustfmt clang-format shellcheck shfmt rubocop hadolint yamllint actionlint " +
      "dprint swiftformat ktlint phpcs"
    )
      .split(" ")
      .map((name) => [name, TOOL]),
  ),
};

/** Runs one of the programs above by its package's name. */
export const PACKAGE_RUNNERS: ReadonlySet<string> = new Set(["npx", "bunx", "pnpx"]);

/** A program that only starts another one, and the options whose arguments are known. */
interface Wrapper {
  readonly flags?: RegExp;
  /** Options with an argument, the next word. */
  readonly valued?: readonly string[];
  /** Operands in front of the command. */
  readonly operands?: number;
  /** `NAME=value` in front of the command. */
  readonly assigns?: true;
}

export const PLAIN_WRAPPERS: Readonly<Record<string, Wrapper>> = {
  exec: {},
  command: { flags: /^-p$/ },
  builtin: {},
  nohup: {},
  time: { flags: /^-p$/ },
  chronic: {},
  timeout: {
    flags: /^--(?:foreground|preserve-status|verbose|signal=[A-Z0-9]+|kill-after=[0-9.]+[smhd]?)$/,
    valued: ["-k", "-s", "--signal", "--kill-after"],
    operands: 1,
  },
  nice: { flags: /^(?:-[0-9]+|--adjustment=-?[0-9]+)$/, valued: ["-n"] },
  ionice: { flags: /^-[cn]?[0-9]+$/, valued: ["-c", "-n"] },
  stdbuf: { flags: /^-[ioe][0L]$/ },
  setsid: { flags: /^(?:-[wf]|--wait|--fork)$/ },
  env: { flags: /^(?:-i|--ignore-environment)$/, valued: ["-u", "--unset"], assigns: true },
  sudo: { flags: /^-[nEHkb]+$/, valued: ["-u", "-g", "--user", "--group"] },
  doas: { flags: /^-n$/, valued: ["-u"] },
};
