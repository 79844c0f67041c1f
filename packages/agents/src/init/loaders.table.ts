/**
 * Variables that make Node, a shell or the loader of programs run other code before a program's own, or in its place. A hook is started
 * without them: an agent passes on its whole environment, and a project's settings may add to it.
 *
 * NODE_EXTRA_CA_CERTS is not among them: it names certificates, no code, and behind the proxy of a company no model answers without it.
 */
export const LOADERS: readonly string[] = [
  // Options of Node: `--require`, `--import`, `--loader`.
  "NODE_OPTIONS",
  // Where modules are found that are not there: optional packages.
  "NODE_PATH",
  "NODE_PRESERVE_SYMLINKS",
  "NODE_PRESERVE_SYMLINKS_MAIN",
  // Compiled code, which V8 believes.
  "NODE_COMPILE_CACHE",
  "NODE_REPL_EXTERNAL_MODULE",
  // Files that are written at the end, and a channel to a parent that is none.
  "NODE_V8_COVERAGE",
  "NODE_REDIRECT_WARNINGS",
  "NODE_CHANNEL_FD",
  "NODE_TEST_CONTEXT",
  // Engines and providers of OpenSSL, for Node and for curl.
  "OPENSSL_CONF",
  "OPENSSL_ENGINES",
  "OPENSSL_MODULES",
  // Libraries of every program.
  "LD_PRELOAD",
  "LD_AUDIT",
  "DYLD_INSERT_LIBRARIES",
  "GCONV_PATH",
  // What shells read first.
  "BASH_ENV",
  "ENV",
];
