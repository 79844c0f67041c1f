import type { CodeSource, UnknownCode } from "../facts.js";

/**
 * How the words after a program's name are read.
 *
 * - `gnu` (default): options anywhere until `--`; `-abc` is three options, `-ofile` an option with its value; `--long=value`,
 *   `--long value`, unambiguous abbreviations of long options.
 * - `posix`: as `gnu`, but the first operand ends the options. For every program that wraps a command (`sudo`, `timeout`).
 * - `single`: `-name value` and `--name value`, `-name=value` too; no clusters (`find`, `java`, `terraform`, `go`).
 * - `bundle`: as `gnu`, and the first word may be options without a dash (`tar xzf a`, `ps aux`).
 * - `powershell`: `-Name value`, `-Name:value`, anywhere; case does not count, and an unambiguous beginning will do (`-Rec`).
 * - `slash`: `/name`, `/name:value`, `-name`; case does not count (`robocopy a b /MIR`). What is not listed takes no value.
 * - `assign`: `name=value` words are options, written `name=role` in the row (`dd if=a of=b`); the rest as `gnu`.
 */
export type Style = "gnu" | "posix" | "single" | "bundle" | "assign" | "powershell" | "slash";

/**
 * When a clause applies. Every key that is given has to hold.
 */
export interface RowCondition {
  /**
   * At least one of these options is on. Any of an option's spellings does. `--prune=now` asks for the value, in which `*` is
   * any run of characters; of an option that is given several times any value does (`only` asks for all of them). A later option
   * that contradicts it (`--no-prune` after `--prune`) turns it off.
   */
  readonly has?: readonly string[];
  /** An option of these is on, and every value that it has is of one of these forms: `["-X=GET", "-X=HEAD"]`. */
  readonly only?: readonly string[];
  /** All of these are on. */
  readonly all?: readonly string[];
  /** None of these is on. */
  readonly not?: readonly string[];
  /** At least one operand has this form; `*` is any run of characters. `["+*", ":*"]` for `git push origin +main`. */
  readonly operand?: readonly string[];
  /** The first operand has one of these forms: the verb of an old program, without a dash (`ar x`). */
  readonly first?: readonly string[];
  /** The number of operands is at least this. */
  readonly least?: number;
  /** The number of operands is at most this. */
  readonly most?: number;
}

/** What a command does: the keys of a row, of one of its subcommands, and of the clauses of `when` and `also`. */
export interface ProgramEffect {
  /**
   * Roles of the operands in order, e.g. `"read+ into"`, `"plain delete*"`. Operands for which no role is left are `plain`.
   * Absent: all are `plain`.
   */
  readonly operands?: string;
  /** The operand when there is none, behind the `pattern`: `"."` for `ls`, and for `rg` where nothing is piped into it. */
  readonly default?: string;
  /** Options that make paths of operands trees (`-r`), or `true` when they always are. */
  readonly tree?: readonly string[] | true;
  /** Options that make writes of operands appends (`tee -a`). */
  readonly append?: readonly string[];
  /** Options with which what is there stays: writes of operands are `create` (`cp -n`). */
  readonly keeps?: readonly string[];
  /**
   * Options with which what is there is kept beside every path that it writes: `~`, or what the option with the role `suffix` says,
   * comes after the name (`cp -b`).
   */
  readonly saves?: readonly string[];
  /** Options with which a source's whole path is made below the destination of `into` (`cp --parents`). */
  readonly parents?: readonly string[];
  /** A source that ends in `/` stands for what is in it, which lands in the destination of `into` itself (`rsync`). */
  readonly contents?: boolean;
  /** Kinds of actions (`ACTION_KINDS`); the target is the `target` operands, else all operands, joined by blanks. */
  readonly action?: string | readonly string[];
  /** Operands from this one on (0 is the first) are a command with its arguments. Use `style: "posix"` with it. */
  readonly wraps?: number;
  /** With `wraps`: words `NAME=value` before the command are variables for it (`env`, `sudo`). */
  readonly environment?: boolean;
  /** Where wrapped commands and `code` run; default: where the program does. */
  readonly place?: "remote" | "container";
  /** Output, and every path it writes, is exactly what it reads (operands, else standard input): `cat`, `cp`, `tee`. */
  readonly copies?: boolean;
  /** Output, and every path it writes, is made of what it reads (operands, else standard input): `grep`, `sort`, `gzip`. */
  readonly filter?: boolean;
  /** As `filter`, and the output hides what the text was: code that comes out of it is `decoded` (`base64 -d`, `xxd -r`). */
  readonly decodes?: boolean;
  /** Output, and every path it writes, comes from the network (`curl`, `wget`). */
  readonly fetches?: boolean;
  /** Each `url` operand is written to its directory, under the last segment of the address (`wget`, `curl -O`). */
  readonly downloads?: boolean;
  /** Files that no argument names are written below its directory (`unzip`, `git clone` …). */
  readonly unpacks?: boolean;
  /**
   * It runs the program of a package, which is the `target` options, else the first operand, and the action `package.run` says which:
   * `missing` where it is not in `node_modules/.bin`, `always`, `create` for the package `create-NAME`, `versioned` for an operand
   * `NAME@VERSION`; `never` takes it away. An option that keeps it off the network does, too (`--no-install`, `--offline`).
   */
  readonly package?: "missing" | "always" | "create" | "versioned" | "never";
  /** Standard input is a list of names, one per line, and each of these files is read (`cpio -o`, `zip -@`). */
  readonly lists?: boolean;
  /**
   * For each operand that is read or edited, the file beside it whose name has this suffix more, or with `-` before it less, is
   * written: `[".gz"]` for `gzip`, `["-.gz", "-.z"]` for `gunzip`. `-.tgz>.tar` is another suffix in its place; where a name has none
   * of those with `-`, `>.out` is added to what is written, and `<.gz` is the suffix of the file that is meant (`gunzip a` reads
   * `a.gz`, and writes `a`). An option with the role `suffix` says another one.
   */
  readonly suffixes?: readonly string[];
  /** An operand that is written and has no suffix gets this one: `".zip"`, since `zip x` makes `x.zip`. */
  readonly archive?: string;
  /** It writes files whose names begin so, though no argument says it: `"x"` for `split`. */
  readonly writes?: string;
  /** What it reads, else standard input, is a patch: the files that it names are changed (`git apply`). */
  readonly patches?: boolean;
  /** What it reads, and standard input when it is given one, is sent to its addresses (`nc`, `scp`, `mail`). */
  readonly sends?: boolean;
  /** Others connect to it (`nc -l`). */
  readonly listens?: boolean;
  /** What its `code` and `command` options run reads from its connections and writes to them (`nc -e`). */
  readonly serves?: boolean;
  /** The environment is printed (`env`, `printenv`). */
  readonly prints?: "environment";
  /** Code that runs without a role for it: `make` gives `file`, `npm install` gives `package`, `python` alone gives `stdin`. */
  readonly executes?: CodeSource;
  /** The language of `program`, `script` and `executes`: `python`, `node`, `perl`, `ruby`, `php`, `awk`, `sh` … */
  readonly lang?: string;
  /** The effect cannot be said as data: an entry of `unknown` with this code. For the rare option, e.g. `vim -S`. */
  readonly unknown?: UnknownCode;
}

/** A clause of `when`: the keys that it has replace those of the row. `{ has: ["--dry-run"], action: [] }` takes one away. */
export interface When extends RowCondition, ProgramEffect {}

/** Verbs of programs with hundreds of subcommands (`aws`, `gcloud`, `kubectl`). Lists are globs with blanks between. */
export interface Verbs {
  /** No effect. */
  readonly look: string;
  /** The action `KIND.change`. */
  readonly change?: string;
  /** The action `KIND.destroy`. */
  readonly destroy?: string;
  /** Of the verbs that change those that publish, with the action `KIND.publish`, too. */
  readonly publish?: string;
  /** Of the verbs that change those that give rights, with the action `access.grant`, too. */
  readonly grant?: string;
  /** `KIND`: `cloud`, `container`, `cluster`, `forge`, `db`, `package` … */
  readonly kind: string;
  /**
   * How many groups may precede the verb: 2 for `gcloud compute instances list`. The first word from position `from` on that
   * is in a list is the verb; none up to `depth` is `unknown-subcommand`.
   */
  readonly depth: number;
  /** How many groups have to precede it; default 0. */
  readonly from?: number;
  /** `help` as the last word shows what the verb does (`aws s3 rm help`); else only as the first one. */
  readonly helps?: boolean;
}

/**
 * What a row and a subcommand have in common.
 */
export interface ProgramUsage extends ProgramEffect {
  /**
   * Options: all spellings with commas, then `=` when it takes a value, `=?` when the value is optional and must be attached,
   * then the value's role (absent: `plain`). `"-t,--target-directory=into"`, `"--backup=?"`, `"-r,-R,--recursive"`. With `=2`
   * it takes two words, of which the second has the role: `"--slurpfile=2read"`.
   *
   * An option that is not here is `unknown-option`. `--no-NAME` of a listed long option is understood as turning it off. The
   * options `--help` and `--version` are understood everywhere: nothing happens then. For `assign`: `"if=read"`.
   */
  readonly options?: readonly string[];
  /** Any option that is not listed is understood as one without an effect or a value. For tools with hundreds of them. */
  readonly loose?: boolean;
  /** Default `gnu`; of a program with `commands` the options before the subcommand are read `posix`. */
  readonly style?: Style;
  /** The first clause that applies replaces the keys it has; the rest of the row stays. */
  readonly when?: readonly When[];
  /** Every clause that applies adds its effects to the row's; only lists and flags that add are useful here. */
  readonly also?: readonly When[];
  /** Subcommands by name; several names with commas (`"remove,rm"`). Nested: `remote: { commands: { prune: … } }`. */
  readonly commands?: Readonly<Record<string, ProgramUsage>>;
  /** Subcommands by form, for those that are not in `commands`. */
  readonly verbs?: Verbs;
  /** The function that reads the command instead of the keys above. */
  readonly handler?: HandlerName;
}

/**
 * What a test of a row expects. It runs in `/w/project`, which is also the workspace; home is `/home/u`.
 *
 * A list that is absent has to be empty, but for `commands`, which is compared when given; order does not matter. Paths are
 * written in the shortest spelling (`./a`, `~/a`, `/etc/a`; `?` for an unknown one), with `/**` for a tree.
 */
export interface ProgramTest {
  /** The command line. */
  readonly run: string;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly deletes?: readonly string[];
  /** `DIRECTION URL`, e.g. `in https://h.example/x`; followed by ` < PATH` for each thing that is sent. */
  readonly network?: readonly string[];
  /** `FROM LANG`, e.g. `network sh`. */
  readonly executes?: readonly string[];
  /** Kinds, e.g. `git.discard`. */
  readonly actions?: readonly string[];
  /** Codes. */
  readonly unknown?: readonly UnknownCode[];
  /** `program` of every command that may run. */
  readonly commands?: readonly string[];
}

/** The functions that do what data cannot say. A table of users cannot name one. */
export type HandlerName =
  | "awk"
  | "base64"
  | "docker-run"
  | "fd"
  | "find"
  | "git-checkout"
  | "git-config"
  | "git-fetch"
  | "git-push"
  | "kill"
  | "mktemp"
  | "parallel"
  | "rsync"
  | "sed"
  | "shell"
  | "windows-shell"
  | "socat"
  | "ssh"
  | "tar"
  | "watch"
  | "xargs";

/** A program: a row of the table. Rows with the same name in several tables are merged by union: nothing is taken away. */
export interface ProgramRow extends ProgramUsage {
  /** Names, the last segment of the path; one that ends in `*` stands for all that begin so (`mkfs.*`). */
  readonly name: string | readonly string[];
  /** Options that are understood before and after every subcommand (`kubectl -n`). */
  readonly global?: readonly string[];
  /**
   * Variables of the environment that change what it does: `NAME=code` (shell code), `NAME=command`, `NAME=pipe` (code with `|`
   * before it), `NAME=script` (a file of it), `NAME=read`, `NAME=trace` (a file it adds to), `NAME=options` (options before those of the command line), `NAME=git-config` (settings as of
   * `git -c`), or `NAME` alone: `environment` unknown when it is set on the command line or exported by it.
   */
  readonly variables?: readonly string[];
  /** Values that begin so are names of files that are sent, wherever they are among the words: `file://` of `aws`. */
  readonly files?: readonly string[];
  /** At least one, each exact. */
  readonly tests: readonly ProgramTest[];
}
