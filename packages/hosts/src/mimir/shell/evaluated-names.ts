/**
 * Variables of the environment that choose a program, carry code or options for one, or say where one looks for its
 * libraries and its configuration. Deliberately wide: a hook has any other name to choose.
 */
const FAMILIES =
  /^(?:GIT_|LD_|DYLD_|BASH|GCONV|GLIBC_|MALLOC_|NODE_|NPM_|PNPM_|YARN_|BUN_|DENO_|PYTHON|PERL|RUBY|GEM_|BUNDLE_|JAVA_|_JAVA|JDK_|MAVEN_|GRADLE_|CLASSPATH|LUA_|PHP|TCL|AWK|MAKE|TAR_|RSYNC_|SSH_|SUDO_|GPG|GNUPG|LESS|MAN|DOCKER_|KUBE|HELM_|TF_|CARGO|RUST|GO(?:FLAGS|PATH|ROOT|ENV|PROXY|TOOLCHAIN)|CURL_|WGET|OPENSSL_|XDG_|PS[0-4]$|PROMPT|READLINE|INPUTRC|TERMINFO|TERMCAP|HIST|ELECTRON_|ESLINT_|PRETTIER_|JEST_|VITEST_|PG|MYSQL|PSQL|SQLITE|AWS_|GCLOUD|AZURE_)/;
const NAMES: ReadonlySet<string> = new Set(
  (
    "IFS PATH CDPATH MANPATH INFOPATH ENV SHELL SHELLOPTS GLOBIGNORE FIGNORE FPATH ZDOTDIR HOME USER LOGNAME TMPDIR TMP TEMP TMOUT " +
    "EDITOR VISUAL PAGER BROWSER CC CXX CPP LD AR AS NM COMSPEC PATHEXT COMP_WORDBREAKS HOSTALIASES LOCALDOMAIN RES_OPTIONS " +
    "RANDOM SRANDOM SECONDS LINENO OPTIND OPTARG EPOCHSECONDS EPOCHREALTIME NLSPATH LOCPATH LOCALE_ARCHIVE RUNPATH " +
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY NO_PROXY GREP_OPTIONS GREP_COLORS CFLAGS CXXFLAGS LDFLAGS SSLKEYLOGFILE PWD OLDPWD"
  ).split(" "),
);

const LOWER_CASE =
  /^(?:npm_config_.*|(?:https?|all|ftp|no)_proxy|histchars|auto_resume|f?path|cdpath|manpath|module_path|_)$/;

/** The shell or a program evaluates the variable, or chooses by it what runs. */
export function isEvaluatedName(name: string): boolean {
  return FAMILIES.test(name) || NAMES.has(name) || LOWER_CASE.test(name);
}

/** A name that no program is known to read: lower case, or with a prefix of the hook's own. */
export function isOwnName(name: string): boolean {
  return !isEvaluatedName(name) && /^(?:[a-z][a-z0-9_]*|(?:HOOK|AGENT|TASK|MY)_[A-Z0-9_]+)$/.test(name);
}
