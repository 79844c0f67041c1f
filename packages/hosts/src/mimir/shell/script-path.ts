/** Where the programs of a system are: their names mean what the table of programs says. */
export const SYSTEM_PROGRAM: RegExp = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/;

/** A file that an interpreter reads. */
export const SCRIPT_EXTENSION: RegExp =
  /\.(?:sh|bash|zsh|ksh|py|js|mjs|cjs|ts|mts|rb|pl|php|lua|tcl|R|exs?)$/;

/** Front ends of frameworks and builds: they run code that their arguments name or are. */
const FRONT_ENDS: ReadonlySet<string> = new Set(
  (
    "manage.py setup.py waf waf.py conftest.py gradlew mvnw sbt configure artisan console rails rake thor spring mix " +
    "gulpfile.js Gruntfile.js bazel bazelisk pants buck ant make ninja"
  ).split(" "),
);

/** The path of a script of the author's own: what it does with its arguments is the author's word. */
export function isOwnScript(path: string): boolean {
  // `time -f/x`: for sh, which has no such keyword, an option of a program.
  if (
    !path.includes("/") ||
    path.startsWith("-") ||
    SYSTEM_PROGRAM.test(path) ||
    /(?:^|\/)node_modules\//.test(path)
  )
    return false;
  if (/^\/(?:dev|proc|sys)\//.test(path) || FRONT_ENDS.has(path.slice(path.lastIndexOf("/") + 1)))
    return false;
  if (SCRIPT_EXTENSION.test(path)) return true;
  return !path.startsWith("/") && !/(?:^|\/)s?bin\/[^/]+$/.test(path);
}

/** A file that is run, sourced or read as a setting later on: nothing of an event may be written there. */
export function isCodeFile(path: string): boolean {
  return (
    SCRIPT_EXTENSION.test(path) ||
    /(?:^|\/)(?:Makefile|GNUmakefile|Dockerfile|Justfile|Rakefile|Gemfile|package\.json|crontab|authorized_keys)$/i.test(
      path,
    ) ||
    // `.bashrc`, `.git/hooks`, `.envrc`, `.ssh`; a hidden file of data has an extension of data.
    (/(?:^|\/)\.[A-Za-z][^/]*(?:$|\/)/.test(path) && !/\.(?:log|txt|jsonl|csv|tsv|md|out|err)$/.test(path)) ||
    /^\/(?:etc|usr|bin|sbin|lib|boot|proc|sys)\//.test(path) ||
    /^\/dev\/(?!null$|stdout$|stderr$|tty$|fd\/)/.test(path)
  );
}
