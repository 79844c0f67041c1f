/** What an argument of a tool may be, by its name. */
export type ArgumentKind =
  | "address"
  | "code"
  | "command"
  | "cwd"
  | "from"
  | "names"
  | "patch"
  | "path"
  | "query"
  | "sql"
  | "to"
  | "typed"
  | null;

/** How code of a language is given to its program. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  python: "python3 -c",
  node: "node -e",
  ruby: "ruby -e",
  perl: "perl -e",
  php: "php -r",
  shell: "",
};

/** What languages are called. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    python: "python py python3 ipython jupyter notebook ipynb",
    node: "node js javascript typescript ts deno bun nodejs",
    ruby: "ruby rb",
    perl: "perl pl",
    php: "php",
    shell: "shell sh bash zsh ash dash",
  }).flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
);

/** Servers and tools that type what they are given into a terminal. */
export const TERMINAL_WORDS: ReadonlySet<string> = new Set(
  "term terminal tmux stdin pty console shell repl keys sendkeys screen process".split(" "),
);
/** Servers and tools that ask a database. */
export const DATABASES: ReadonlySet<string> = new Set(
  "sql database db postgres postgresql pg mysql mariadb sqlite mssql sqlserver duckdb clickhouse snowflake bigquery redshift supabase neon d1 oracle".split(
    " ",
  ),
);

/** What a name means by its last word. */
export const KIND_WORDS: readonly (readonly [ArgumentKind, string])[] = [
  [
    "command",
    "command commands cmd cmds cmdline commandline script scripts argv shell bash sh run exec program executable binary entrypoint",
  ],
  ["code", "code snippet javascript python function"],
  [
    "path",
    "path paths file files filename filenames filepath filepaths dir dirs directory directories folder folders uri uris notebook pathname logfile outfile",
  ],
  ["address", "url urls href address addresses endpoint link"],
  ["patch", "patch diff"],
  ["sql", "sql"],
  ["query", "query queries statement statements"],
  ["typed", "keys keystrokes text input chars characters data content message"],
  ["cwd", "cwd workdir root"],
  ["names", "glob globs include includes"],
];
