import { type CallRow, callRows as rows } from "../call-row.js";

const FILES: readonly [string, CallRow][] = [
  ...rows("open io.open codecs.open os.fdopen gzip.open bz2.open lzma.open", "file mode", {
    special: "open",
  }),
  ...rows("os.open", "file flags", { special: "openFlags" }),
  ...rows("tarfile.open", "file mode", { special: "open" }),
  ...rows("zipfile.ZipFile", "file mode", { special: "open" }),
  ...rows("os.remove os.unlink", "path", { deletes: "path" }),
  ...rows("os.rmdir", "path", { deletes: "path" }),
  ...rows("os.removedirs", "path", { deletes: "path" }),
  ...rows("shutil.rmtree", "path", { deletes: "path", tree: true }),
  ...rows("os.rename os.replace os.renames", "src dst", { special: "move" }),
  ...rows("shutil.move", "src dst", { special: "move", into: "src" }),
  ...rows("shutil.copy shutil.copy2", "src dst", {
    reads: "src",
    writes: "dst",
    into: "src",
    content: "src",
  }),
  ...rows("shutil.copyfile", "src dst", { reads: "src", writes: "dst", content: "src" }),
  ...rows("shutil.copytree", "src dst", { reads: "src", writes: "dst", tree: true }),
  ...rows("shutil.copymode shutil.copystat", "src dst", { writes: "dst", op: "mode" }),
  ...rows("shutil.copyfileobj", "src dst", { special: "copyObject" }),
  ...rows("shutil.make_archive", "base format root", { special: "archive" }),
  ...rows("shutil.unpack_archive", "file folder", { special: "unpack" }),
  ...rows("shutil.chown os.chown os.lchown os.chmod os.lchmod os.setxattr os.utime", "path", {
    writes: "path",
    op: "mode",
  }),
  ...rows("os.mkdir os.makedirs os.mkfifo os.mknod", "path", { writes: "path", op: "create" }),
  ...rows("os.truncate", "path", { writes: "path" }),
  ...rows("os.link", "src dst", { writes: "dst", op: "link", links: "src" }),
  ...rows("os.symlink", "src dst", { writes: "dst", op: "link", links: "src", symbolic: true }),
  ...rows("os.listdir", "path", { lists: "path", special: "names" }),
  ...rows("os.scandir", "path", { lists: "path", special: "entries" }),
  ...rows("os.walk os.fwalk", "top", { special: "walk" }),
  ...rows("glob.glob glob.iglob", "pattern root_dir", { special: "glob" }),
  ...rows("os.stat os.lstat os.access os.readlink os.getxattr os.statvfs", "path", { lists: "path" }),
  ...rows(
    "os.path.exists os.path.isfile os.path.isdir os.path.islink os.path.getsize os.path.getmtime",
    "path",
    {
      quiet: true,
    },
  ),
  ...rows("os.path.lexists os.path.getctime os.path.getatime os.path.samefile os.path.ismount", "path", {
    quiet: true,
  }),
  ...rows("linecache.getlines linecache.getline", "path", { reads: "path" }),
  ...rows("fileinput.input", "files", { special: "fileInput" }),
  ...rows("os.chdir", "path", { special: "chdir" }),
  ...rows("os.write", "fd data", { quiet: true }),
  ...rows("os.read os.close os.fsync os.pipe os.lseek os.dup", "fd", { quiet: true }),
  ...rows("tempfile.mkdtemp tempfile.TemporaryDirectory", "suffix prefix dir", { special: "temporary" }),
  ...rows("tempfile.mkstemp", "suffix prefix dir text", { special: "temporary" }),
  ...rows(
    "tempfile.NamedTemporaryFile tempfile.TemporaryFile",
    "mode buffering encoding newline suffix prefix dir",
    { special: "temporary" },
  ),
  ...rows("numpy.load", "file", { reads: "file" }),
  ...rows("sqlite3.connect", "file", { special: "database" }),
  ...rows("dbm.open shelve.open", "file", { reads: "file", writes: "file" }),
];

/** `pathlib`: a path is a text that knows what may be done to it. */
const PATHS: readonly [string, CallRow][] = [
  ...rows("pathlib.Path pathlib.PosixPath pathlib.PurePath pathlib.PurePosixPath pathlib.WindowsPath", "", {
    special: "path",
  }),
  ...rows("path:joinpath", "", { special: "joinPath" }),
  ...rows("pathlib.Path.home", "", { special: "home" }),
  ...rows("pathlib.Path.cwd os.getcwd os.getcwdb", "", { special: "here" }),
  ...rows("path:unlink", "", { deletes: "self" }),
  ...rows("path:rmdir", "", { deletes: "self" }),
  ...rows("path:read_text path:read_bytes", "", { reads: "self" }),
  ...rows("path:write_text path:write_bytes", "data", { writes: "self", content: "data" }),
  ...rows("path:open", "mode", { special: "openPath" }),
  ...rows("path:touch path:mkdir", "", { writes: "self", op: "create" }),
  ...rows("path:chmod path:lchmod", "", { writes: "self", op: "mode" }),
  ...rows("path:rename path:replace path:move", "dst", { special: "movePath" }),
  ...rows("path:copy", "dst", { reads: "self", writes: "dst", tree: true }),
  ...rows("path:symlink_to", "to", { writes: "self", op: "link", links: "to", symbolic: true }),
  ...rows("path:hardlink_to", "to", { writes: "self", op: "link", links: "to" }),
  ...rows("path:link_to", "to", { writes: "to", op: "link", links: "self" }),
  ...rows("path:iterdir", "", { lists: "self", special: "entriesOfPath" }),
  ...rows("path:glob path:rglob", "pattern", { special: "globPath" }),
  ...rows("path:walk", "", { special: "walkPath" }),
  ...rows("path:expanduser", "", { special: "expandUser" }),
  ...rows("path:resolve path:absolute", "", { special: "absolutePath" }),
  ...rows("path:as_posix path:__str__ path:__fspath__", "", {
    special: "samePath",
  }),
  ...rows("path:relative_to path:with_name path:with_suffix path:with_stem path:readlink", "name", {
    special: "otherPath",
  }),
];

const NAMES: readonly [string, CallRow][] = [
  ...rows("os.path.join", "", { special: "joinPath" }),
  ...rows("os.path.expanduser", "path", { special: "expandUser" }),
  ...rows("os.path.abspath os.path.realpath", "path", { special: "absolutePath" }),
  ...rows("os.path.expandvars", "path", { special: "expandVariables" }),
  ...rows("os.path.normpath os.path.normcase os.fspath os.fsencode os.fsdecode", "path", {
    special: "same",
  }),
  ...rows("str", "value", { special: "asText" }),
  ...rows("bytes bytearray", "value", { special: "same" }),
  ...rows("shlex.quote copy.copy copy.deepcopy iter aiter textwrap.dedent", "value", { special: "same" }),
  ...rows("os.path.basename", "path", { special: "baseName" }),
  ...rows("os.path.dirname", "path", { special: "folderName" }),
  ...rows("base64.b64decode base64.standard_b64decode base64.urlsafe_b64decode base64.decodebytes", "data", {
    special: "decode",
  }),
  ...rows("binascii.a2b_base64", "data", { special: "decode" }),
  ...rows("bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex", "data", {
    special: "decodeHex",
  }),
  ...rows(
    "codecs.decode zlib.decompress gzip.decompress bz2.decompress lzma.decompress base64.b32decode",
    "data",
    {
      special: "decodeOther",
    },
  ),
  ...rows("base64.b16decode base64.a85decode base64.b85decode", "data", { special: "decodeOther" }),
  ...rows("os.getenv os.environb.get", "name fallback", { special: "variable" }),
  ...rows("environment:get environment:pop environment:setdefault", "name fallback", { special: "variable" }),
  ...rows("environment:items environment:copy environment:values environment:__iter__", "", {
    special: "environment",
  }),
  ...rows("environment:update", "values", { special: "setVariables" }),
  ...rows("os.putenv", "name value", { special: "setVariable" }),
  ...rows(
    "sorted list set tuple frozenset reversed enumerate zip filter itertools.chain itertools.islice",
    "",
    {
      special: "items",
    },
  ),
  ...rows("map", "", { special: "mapped", quiet: true }),
  ...rows("next min max random.choice random.choices random.sample", "", { special: "item" }),
  ...rows("dict collections.OrderedDict", "", { special: "record" }),
  ...rows(
    "print len repr isinstance issubclass hasattr format int float bool abs round hash id ord chr",
    "value",
    {
      quiet: true,
    },
  ),
  ...rows("range", "", { special: "numbers" }),
  ...rows("input", "prompt", { special: "input" }),
  ...rows("stdin:read stdin:readline stdin:readlines stdin:__iter__", "", { special: "input" }),
  ...rows("io.StringIO io.BytesIO bz2.compress lzma.compress gzip.compress zlib.compress", "value", {
    special: "same",
  }),
  ...rows(
    "operator.itemgetter io.TextIOWrapper logging.getLogger logging.info logging.debug logging.warning",
    "value",
    {
      quiet: true,
    },
  ),
  ...rows("logging.error logging.exception logging.critical", "value", { quiet: true }),
  ...rows("exit quit sys.exit os._exit os.abort", "", { special: "exit" }),
];

const PROGRAMS: readonly [string, CallRow][] = [
  ...rows("os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput", "cmd", {
    runs: "shell",
    gives: "process",
  }),
  ...rows("asyncio.create_subprocess_shell", "cmd", { runs: "shell", gives: "process" }),
  ...rows(
    "subprocess.run subprocess.call subprocess.Popen subprocess.check_call subprocess.check_output",
    "args",
    {
      runs: "process",
      gives: "process",
    },
  ),
  ...rows("asyncio.create_subprocess_exec os.execlp os.execl", "", { special: "execList", gives: "process" }),
  ...rows("os.execv os.execvp os.execve os.execvpe os.posix_spawn os.posix_spawnp", "file args", {
    special: "exec",
  }),
  ...rows("os.spawnl os.spawnlp os.spawnv os.spawnvp os.spawnve", "mode file args", { special: "exec" }),
  ...rows("pty.spawn", "args", { runs: "process" }),
  ...rows("os.startfile webbrowser.open", "path", { opaque: true }),
  ...rows("eval exec", "code", { code: "code" }),
  ...rows("compile ast.parse", "code", { special: "compile" }),
  ...rows("__import__ importlib.import_module", "name", { special: "import" }),
  ...rows("runpy.run_path", "path", { reads: "path", opaque: true }),
  ...rows("runpy.run_module importlib.reload importlib.util.spec_from_file_location", "name", {
    opaque: true,
  }),
  ...rows("os.fork os.forkpty os.setuid os.setgid os.setsid os.setreuid os.chroot os.nice", "value", {
    opaque: true,
  }),
  ...rows("os.dup2", "fd fd2", { quiet: true }),
  ...rows("os.kill os.killpg signal.pthread_kill", "pid signal", { action: "process.kill", target: "pid" }),
  ...rows("psutil.process_iter", "", { special: "processes" }),
  ...rows("psutil.Process", "pid", { gives: "os-process" }),
  ...rows("os-process:kill os-process:terminate os-process:send_signal os-process:suspend", "", {
    action: "process.kill",
  }),
  ...rows("getattr", "of name fallback", { special: "getattr", quiet: true }),
  ...rows("setattr delattr", "of name value", { special: "setattr", quiet: true }),
  ...rows("globals locals vars dir", "of", { special: "names of the text" }),
  ...rows("type", "value bases members", { special: "type", quiet: true }),
  ...rows("super", "", { special: "super", quiet: true }),
  ...rows("property functools.cached_property", "of", { special: "property", quiet: true }),
  ...rows("staticmethod", "of", { special: "same" }),
  ...rows("classmethod functools.wraps functools.lru_cache functools.cache contextlib.contextmanager", "of", {
    special: "decorator",
  }),
  ...rows("dataclasses.dataclass functools.total_ordering abc.abstractmethod typing.cast", "of", {
    special: "decorator",
    quiet: true,
  }),
  ...rows("pickle.load pickle.loads marshal.loads shelve.open dill.load", "value", { opaque: true }),
  ...rows("yaml.load yaml.unsafe_load", "value Loader", { special: "yaml" }),
  // What they are to call has been called by then.
  ...rows(
    "threading.Thread threading.Timer multiprocessing.Process concurrent.futures.ThreadPoolExecutor",
    "",
    {
      gives: "thread",
    },
  ),
  ...rows("concurrent.futures.ProcessPoolExecutor multiprocessing.Pool asyncio.Queue queue.Queue", "", {
    gives: "thread",
  }),
  ...rows("breakpoint help", "", { opaque: true }),
];

const NETWORK: readonly [string, CallRow][] = [
  ...rows("requests.get requests.head requests.options httpx.get httpx.head", "url params", {
    url: "url",
    sends: "params data json files content",
    gives: "response",
  }),
  ...rows("requests.post requests.put requests.patch httpx.post httpx.put httpx.patch", "url data json", {
    url: "url",
    sends: "data json files content params",
    posts: true,
    gives: "response",
  }),
  ...rows("requests.delete httpx.delete", "url", {
    url: "url",
    sends: "data json params",
    posts: true,
    gives: "response",
  }),
  ...rows("requests.request httpx.request httpx.stream", "method url", {
    url: "url",
    sends: "data json files content params",
    posts: true,
    gives: "response",
  }),
  ...rows("requests.Session requests.session httpx.Client httpx.AsyncClient aiohttp.ClientSession", "", {
    gives: "session",
  }),
  ...rows("session:get session:head", "url params", {
    url: "url",
    sends: "params data json",
    gives: "response",
  }),
  ...rows("session:post session:put session:patch session:delete", "url data json", {
    url: "url",
    sends: "data json files content params",
    posts: true,
    gives: "response",
  }),
  ...rows("session:request", "method url", {
    url: "url",
    sends: "data json files params",
    posts: true,
    gives: "response",
  }),
  ...rows("urllib.request.urlopen urllib2.urlopen", "url data", {
    url: "url",
    sends: "data",
    gives: "response",
  }),
  ...rows("urllib.request.Request", "url data", { special: "request" }),
  ...rows("urllib.request.urlretrieve urllib.urlretrieve", "url filename", { special: "retrieve" }),
  ...rows("http.client.HTTPConnection http.client.HTTPSConnection", "host port", {
    special: "httpConnection",
  }),
  ...rows("http-connection:request", "method path body", { special: "httpRequest" }),
  ...rows("http-connection:getresponse", "", { gives: "response" }),
  ...rows("socket.socket", "", { gives: "socket" }),
  ...rows("socket.create_connection", "address", { special: "connect" }),
  ...rows("socket:connect socket:connect_ex", "address", { special: "connect" }),
  ...rows("socket:send socket:sendall socket:sendmsg", "data", { special: "send" }),
  ...rows("socket:sendto", "data address", { special: "send" }),
  ...rows("socket:sendfile", "data", { special: "send" }),
  ...rows("socket:recv socket:recvfrom socket:makefile", "", { gives: "response" }),
  ...rows("socket:bind", "address", { special: "bind" }),
  ...rows("socket:accept", "", { special: "accepted" }),
  ...rows("ssl.wrap_socket", "socket", { special: "same" }),
  ...rows("smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP telnetlib.Telnet", "host port", { special: "client" }),
  ...rows(
    "client:sendmail client:send_message client:storbinary client:storlines client:write",
    "to from data",
    {
      special: "clientSends",
    },
  ),
];

/** What is called on an open file. */
const OPENED: readonly [string, CallRow][] = [
  ...rows("file:write file:writelines", "data", { special: "writeFile" }),
  ...rows("file:read file:readline file:readlines file:__iter__ file:readinto", "", { special: "readFile" }),
  ...rows("archive:extractall", "path", { special: "extract" }),
  ...rows("archive:extract", "member path", { special: "extract" }),
  ...rows("archive:add", "name", { reads: "name", tree: true }),
  ...rows("archive:write", "filename", { reads: "filename" }),
  ...rows("archive:gettarinfo", "name", { lists: "name" }),
  ...rows("archive:writestr", "member data", { special: "writeFile" }),
  ...rows("archive:read archive:open archive:extractfile archive:__iter__", "", { special: "readFile" }),
  ...rows("database:execute database:executemany database:executescript", "sql", { special: "sql" }),
  ...rows("database:*", "", { special: "self" }),
];

/** What calls of Python's libraries do, by their whole names; `KIND:NAME` is a method of what another call gave. */
export const PYTHON_CALLS: ReadonlyMap<string, CallRow> = new Map([
  ...FILES,
  ...PATHS,
  ...NAMES,
  ...PROGRAMS,
  ...NETWORK,
  ...OPENED,
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Modules of which no call that has no row does anything outside of the program. */
export const PYTHON_HARMLESS: ReadonlySet<string> =
  words(`__future__ abc argparse array ast base64 binascii bisect calendar
  cmath codecs collections colorsys contextlib contextvars copy csv dataclasses datetime decimal difflib email enum
  errno fnmatch fractions functools getopt gettext hashlib heapq hmac html http itertools ipaddress json keyword locale math
  mimetypes numbers platform pprint queue quopri random re reprlib secrets select shlex statistics string stringprep
  struct sys textwrap threading time token tokenize traceback tracemalloc typing unicodedata uuid warnings
  weakref zlib zoneinfo concurrent asyncio getpass signal atexit inspect tomllib glob linecache urllib.parse urllib.error
  psutil yaml tempfile pwd grp resource multiprocessing sched graphlib pyperclip`);

/** Modules that have rows, and whose other calls may do anything. */
export const PYTHON_MODULES: ReadonlySet<string> =
  words(`os shutil subprocess socket ssl requests httpx urllib urllib2 aiohttp
  tarfile zipfile gzip bz2 lzma sqlite3 pickle marshal shelve dbm pty runpy importlib builtins ctypes smtplib ftplib telnetlib
  webbrowser fileinput commands posix pathlib io operator logging`);

/** Names that are there without an import. */
export const PYTHON_BUILTINS: ReadonlySet<string> =
  words(`abs aiter all anext any ascii bin bool breakpoint bytearray bytes
  callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr
  globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open
  ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
  __import__ BaseException Exception ArithmeticError AssertionError AttributeError BlockingIOError BrokenPipeError
  ConnectionError ConnectionRefusedError ConnectionResetError EOFError FileExistsError FileNotFoundError FloatingPointError
  ImportError IndexError InterruptedError IOError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
  ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError ProcessLookupError
  RecursionError RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeEncodeError
  UnicodeError ValueError Warning DeprecationWarning RuntimeWarning UserWarning ZeroDivisionError NotImplemented Ellipsis`);

/** What a method of something that is not known is taken for, beside that it may do anything. */
export const PYTHON_GUESSES: ReadonlyMap<string, CallRow> = new Map([
  ...rows("remove unlink rmdir removedirs", "path", { deletes: "path" }),
  ...rows("rmtree", "path", { deletes: "path", tree: true }),
  ...rows("open", "file mode", { special: "open" }),
  ...rows("system popen getoutput", "cmd", { runs: "shell" }),
  ...rows("run call Popen check_call check_output", "args", { runs: "process" }),
  ...rows("write_text write_bytes makedirs mkdir", "path", { writes: "path" }),
  ...rows("read_text read_bytes", "path", { reads: "path" }),
  ...rows("rename replace move copyfile copytree", "src dst", { reads: "src", writes: "dst", op: "move" }),
  ...rows("urlopen urlretrieve", "url", { url: "url" }),
]);
