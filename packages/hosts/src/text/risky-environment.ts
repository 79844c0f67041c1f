/** Names of variables that decide what runs, by what they decide. */
const RISKY: readonly (readonly [names: RegExp, does: string])[] = [
  [/^(?:LD_|DYLD_|GCONV_PATH$|GLIBC_TUNABLES$)/, "chooses the libraries that every program loads"],
  [
    /^(?:PATH|CDPATH|COMSPEC|PATHEXT|SHELL|HOME|XDG_[A-Z_]+)$/,
    "chooses where programs and their configuration are found",
  ],
  [
    /^(?:BASH_|ENV$|SHELLOPTS$|BASHOPTS$|IFS$|PS[0-4]$|PROMPT_COMMAND$|GLOBIGNORE$|FPATH$|ZDOTDIR$)/,
    "runs a file before the command, or changes how the shell reads it",
  ],
  [
    /^(?:NODE_|NPM_CONFIG_|npm_config_|PYTHON|PERL5|PERLLIB$|RUBY|GEM_|BUNDLE_|JAVA_TOOL_OPTIONS$|_JAVA_OPTIONS$|JDK_JAVA_OPTIONS$|CLASSPATH$|LUA_|PHP|ELECTRON_|DENO_|BUN_)/,
    "makes an interpreter load code or options of its own",
  ],
  [
    /^(?:GIT_|SSH_|GPG|GNUPG|SUDO_|RSYNC_RSH$|LESS(?:OPEN|CLOSE|KEY)$|MAKEFLAGS$|TAR_OPTIONS$)/,
    "makes another program run programs",
  ],
  [/^(?:EDITOR|VISUAL|PAGER|MANPAGER|BROWSER)$/, "names a program that others start"],
];

/**
 * What a variable that a hook sets affects beyond the hook's command, for a warning; `null` for one that decides nothing
 * that is known. Setting it is the author's right; a reviewer of the file should see it.
 */
export function riskyVariable(name: string): string | null {
  return RISKY.find(([names]) => names.test(name))?.[1] ?? null;
}
