import { type CallRow, callRows as rows } from "../call-row.js";

/** The three forms that a call of `fs` has. */
const files = (names: string, takes: string, row: Omit<CallRow, "takes">): readonly [string, CallRow][] =>
  names.split(/\s+/).flatMap((name) => rows(`fs.${name} fs.${name}Sync fs.promises.${name}`, takes, row));

const FILES: readonly [string, CallRow][] = [
  ...files("unlink rmdir", "path", { deletes: "path" }),
  ...files("rm", "path", { deletes: "path", tree: true }),
  ...files("readFile", "path", { reads: "path" }),
  ...files("writeFile", "path data", { writes: "path", content: "data" }),
  ...files("appendFile", "path data", { writes: "path", content: "data", append: true }),
  ...files("mkdir", "path", { writes: "path", op: "create" }),
  ...files("mkdtemp", "path", { special: "temporaryNamed" }),
  ...files("truncate", "path", { writes: "path" }),
  ...files("chmod chown lchmod lchown utimes lutimes", "path", { writes: "path", op: "mode" }),
  ...files("rename", "src dst", { special: "move" }),
  ...files("copyFile", "src dst", { reads: "src", writes: "dst", content: "src" }),
  ...files("cp", "src dst", { reads: "src", writes: "dst", tree: true }),
  ...files("symlink", "src dst", { writes: "dst", op: "link", links: "src", symbolic: true }),
  ...files("link", "src dst", { writes: "dst", op: "link", links: "src" }),
  ...files("readdir opendir", "path", { lists: "path", special: "names" }),
  ...files("stat lstat access readlink realpath statfs", "path", { lists: "path" }),
  ...files("open", "file mode", { special: "open" }),
  // Of `fs-extra`, which is `fs` and more.
  ...files("remove emptyDir", "path", { deletes: "path", tree: true }),
  ...files("outputFile outputJson outputJSON writeJson writeJSON", "path data", {
    writes: "path",
    content: "data",
  }),
  ...files("ensureDir ensureFile mkdirs mkdirp", "path", { writes: "path", op: "create" }),
  ...files("copy", "src dst", { reads: "src", writes: "dst", tree: true }),
  ...files("move", "src dst", { special: "move" }),
  ...files("readJson readJSON", "path", { reads: "path" }),
  ...rows(
    "rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync rimraf.native rimraf.nativeSync del del.sync del.deleteAsync del.deleteSync",
    "path",
    {
      deletes: "path",
      tree: true,
    },
  ),
  ...rows("fs.existsSync fs.exists", "path", { quiet: true }),
  ...rows("fs.closeSync fs.close fs.fsyncSync", "fd", { quiet: true }),
  ...rows("fs.writeSync fs.write", "self data", { special: "writeTo" }),
  ...rows("fs.createReadStream", "path", { special: "readStream" }),
  ...rows("fs.createWriteStream", "path", { special: "writeStream" }),
  ...rows("fs.watch fs.watchFile", "path", { lists: "path" }),
  ...rows("file:write file:end file:writeFile file:appendFile", "data", { special: "writeFile" }),
  ...rows("file:read file:readFile file:__iter__", "", { special: "readFile" }),
  ...rows("file:pipe response:pipe stdin:pipe", "to", { special: "pipe" }),
  ...rows("Deno.remove Deno.removeSync", "path", { deletes: "path", tree: true }),
  ...rows("Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync", "path", {
    reads: "path",
  }),
  ...rows(
    "Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Bun.write",
    "path data",
    {
      writes: "path",
      content: "data",
    },
  ),
  ...rows("Deno.mkdir Deno.mkdirSync", "path", { writes: "path", op: "create" }),
  ...rows("Deno.rename Deno.renameSync", "src dst", { special: "move" }),
  ...rows("Deno.copyFile Deno.copyFileSync", "src dst", { reads: "src", writes: "dst" }),
  ...rows("Bun.file", "path", { special: "readStream" }),
];

const NAMES: readonly [string, CallRow][] = [
  ...rows("path.join path.posix.join", "", { special: "concatPath" }),
  ...rows("path.resolve path.posix.resolve", "", { special: "joinPath" }),
  ...rows("path.normalize path.toNamespacedPath String structuredClone url.fileURLToPath", "value", {
    special: "same",
  }),
  ...rows("URL Promise.resolve", "value", { special: "same" }),
  ...rows("path.basename", "path", { special: "baseName" }),
  ...rows("path.dirname", "path", { special: "folderName" }),
  ...rows("os.homedir Deno.env.home", "", { special: "home" }),
  ...rows("process.cwd Deno.cwd", "", { special: "here" }),
  ...rows("process.chdir Deno.chdir", "path", { special: "chdir" }),
  ...rows("atob", "data", { special: "decode" }),
  ...rows("Buffer.from", "data encoding", { special: "buffer" }),
  ...rows("zlib.inflateSync zlib.gunzipSync zlib.unzipSync zlib.inflateRawSync", "data", {
    special: "decodeOther",
  }),
  ...rows("Object.values Object.entries Object.keys Array.from Array.of", "", { special: "items" }),
  ...rows("Object.assign Object.defineProperty Object.setPrototypeOf Reflect.set", "of value", {
    special: "setattr",
  }),
  ...rows(
    "console.log console.error console.info console.warn console.table JSON.stringify Number parseInt",
    "value",
    {
      quiet: true,
    },
  ),
  ...rows("process.stdout.write process.stderr.write", "value", { quiet: true }),
  ...rows("Array.isArray Boolean isNaN parseFloat", "value", { quiet: true }),
  ...rows(
    "process.uptime process.hrtime process.memoryUsage process.cpuUsage process.on process.once process.nextTick",
    "",
  ),
  ...rows("process.exit process.abort Deno.exit", "", { special: "exit" }),
];

const PROGRAMS: readonly [string, CallRow][] = [
  ...rows("child_process.exec child_process.execSync", "cmd", { runs: "shell", gives: "process" }),
  ...rows(
    "child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync",
    "file args",
    {
      special: "spawn",
    },
  ),
  ...rows("Bun.spawn Bun.spawnSync", "args", { runs: "process", gives: "process" }),
  ...rows("Bun.$ bun.$ zx.$", "cmd", { runs: "shell", gives: "process" }),
  ...rows("child_process.fork", "path", { reads: "path", opaque: true }),
  ...rows("Deno.Command Deno.run", "file", { special: "spawn" }),
  ...rows("eval vm.runInThisContext vm.runInNewContext vm.runInContext", "code", { code: "code" }),
  ...rows("Function vm.Script", "", { special: "functionOf" }),
  ...rows("require import module.require process.mainModule.require process.getBuiltinModule", "name", {
    special: "require",
  }),
  ...rows("module.createRequire", "", { special: "createRequire" }),
  ...rows("super", "", { special: "super", quiet: true }),
  ...rows("process.kill Deno.kill", "pid", { action: "process.kill", target: "pid" }),
];

const NETWORK: readonly [string, CallRow][] = [
  ...rows("fetch undici.fetch undici.request", "url", { url: "url", sends: "body", gives: "response" }),
  ...rows("axios.get axios.head", "url", { url: "url", sends: "params data", gives: "response" }),
  ...rows("axios.post axios.put axios.patch", "url data", {
    url: "url",
    sends: "data",
    posts: true,
    gives: "response",
  }),
  ...rows("axios axios.request got", "url", { url: "url", sends: "data body", gives: "response" }),
  ...rows("http.get https.get http.request https.request", "url", { special: "webRequest" }),
  ...rows("net.connect net.createConnection tls.connect", "port host", { special: "connectTo" }),
  ...rows("net.Socket", "", { gives: "socket" }),
  ...rows("socket:connect", "port host", { special: "connectTo" }),
  ...rows("socket:write socket:end socket:send", "data", { special: "send" }),
  ...rows("socket:pipe", "to", { special: "pipe" }),
  ...rows("http.createServer https.createServer net.createServer", "", { special: "bind" }),
];

/** What calls of Node's, Deno's and Bun's libraries do, by their whole names. */
export const JAVASCRIPT_CALLS: ReadonlyMap<string, CallRow> = new Map([
  ...FILES,
  ...NAMES,
  ...PROGRAMS,
  ...NETWORK,
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Names and modules of which no call that has no row does anything outside of the program. */
export const JAVASCRIPT_HARMLESS: ReadonlySet<string> =
  words(`console JSON Math Number String Boolean Array Object Date RegExp
  Map Set WeakMap WeakSet Promise Symbol BigInt Buffer URL URLSearchParams Intl TextEncoder TextDecoder Error TypeError RangeError
  SyntaxError ReferenceError EvalError AggregateError parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent
  encodeURI decodeURI setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate queueMicrotask structuredClone
  Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer DataView Headers
  AbortController AbortSignal FormData Blob performance crypto atob btoa path os util url querystring assert events string_decoder
  timers perf_hooks buffer readline zlib punycode`);

/** Names and modules that have rows, and whose other calls may do anything. */
export const JAVASCRIPT_MODULES: ReadonlySet<string> =
  words(`fs child_process process http https net tls vm module axios undici rimraf del
  stream Deno Bun bun worker_threads cluster dgram dns http2 v8 inspector repl`);

/** Names that are there without an import. */
export const JAVASCRIPT_BUILTINS: ReadonlySet<string> =
  words(`require import eval Function fetch super process Deno Bun module
  globalThis global window self Proxy Reflect WebAssembly WebSocket fs child_process os path http https net tls vm zlib util url
  crypto axios ${[...JAVASCRIPT_HARMLESS].join(" ")}`);

/** What a method of something that is not known is taken for, beside that it may do anything. */
export const JAVASCRIPT_GUESSES: ReadonlyMap<string, CallRow> = new Map([
  ...rows("unlinkSync unlink removeSync remove", "path", { deletes: "path" }),
  ...rows("rmSync rmdirSync rm rimraf emptyDirSync", "path", { deletes: "path", tree: true }),
  ...rows("writeFileSync writeFile appendFileSync mkdirSync outputFileSync", "path", { writes: "path" }),
  ...rows("readFileSync readFile", "path", { reads: "path" }),
  ...rows("renameSync copyFileSync cpSync moveSync copySync", "src dst", {
    reads: "src",
    writes: "dst",
    op: "move",
  }),
  ...rows("execSync exec $ execa execaCommand", "cmd", { runs: "shell" }),
  ...rows("fetch get post put request", "url", { url: "url", sends: "data body" }),
]);
