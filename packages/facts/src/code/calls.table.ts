/** What a call in another language does with its first string. */
export interface CodeCall {
  /** The end of the called name: `rmtree` is found in `shutil.rmtree(`. */
  readonly name: string;
  readonly does:
    | "shell"
    | "code"
    | "read"
    | "write"
    | "delete"
    | "delete-tree"
    | "mode"
    | "url"
    | "open"
    | "move"
    | "argv";
}

const rows = (does: CodeCall["does"], names: string): readonly CodeCall[] =>
  names.split(" ").map((name) => ({ name, does }));

/** Calls of the languages whose code is scanned. Found names give `maybe` facts; code stays `opaque-code`. */
export const CODE_CALLS: Readonly<Record<string, readonly CodeCall[]>> = {
  python: [
    ...rows("shell", "asyncio.create_subprocess_shell subprocess.getstatusoutput"),
    ...rows(
      "argv",
      "asyncio.create_subprocess_exec os.posix_spawn os.execve os.execlpe os.spawnlp os.spawnvp",
    ),
    ...rows("code", "exec eval compile runsource"),
    ...rows("shell", "os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput"),
    ...rows(
      "argv",
      "subprocess.run subprocess.call subprocess.Popen subprocess.check_call subprocess.check_output os.execv os.execvp os.execl os.execlp os.spawnl pty.spawn",
    ),
    ...rows("delete-tree", "rmtree"),
    ...rows("delete", "os.remove os.unlink os.rmdir os.removedirs remove unlink"),
    ...rows("open", "open Path"),
    ...rows("write", "write_text write_bytes os.mkdir os.makedirs makedirs os.truncate"),
    ...rows(
      "move",
      "os.rename os.replace shutil.move shutil.copy shutil.copyfile shutil.copy2 shutil.copytree copyfile",
    ),
    ...rows("mode", "os.chmod os.chown chmod chown"),
    ...rows("read", "read_text read_bytes os.listdir listdir os.walk glob.glob"),
    ...rows(
      "url",
      "urlopen urlretrieve requests.get requests.post requests.put requests.delete requests.request requests.patch requests.head httpx.get httpx.post httpx.put HTTPConnection Request",
    ),
  ],
  node: [
    ...rows("code", "eval Function runInThisContext runInNewContext runInContext importScripts"),
    ...rows("shell", "$"),
    ...rows("shell", "exec execSync"),
    ...rows("argv", "spawn spawnSync execFile execFileSync"),
    ...rows("delete-tree", "rmSync rmdirSync rm rimraf removeSync remove emptyDirSync"),
    ...rows("delete", "unlinkSync unlink rmdir Deno.remove"),
    ...rows(
      "write",
      "writeFileSync writeFile appendFileSync appendFile createWriteStream mkdirSync truncateSync openSync writeTextFile",
    ),
    ...rows("read", "readFileSync readFile createReadStream readdirSync readdir require readTextFile"),
    ...rows("move", "renameSync rename copyFileSync copyFile cpSync"),
    ...rows("mode", "chmodSync chmod chownSync chown"),
    ...rows("url", "fetch http.get https.get axios.get axios.post axios.put axios.patch axios request"),
  ],
  perl: [
    ...rows("code", "eval"),
    ...rows("shell", "system exec qx"),
    ...rows("delete-tree", "rmtree remove_tree"),
    ...rows("delete", "unlink rmdir"),
    ...rows("open", "open"),
    ...rows("write", "mkdir truncate"),
    ...rows("move", "rename copy move"),
    ...rows("mode", "chmod chown"),
    ...rows("url", "get getstore post"),
  ],
  ruby: [
    ...rows("code", "eval instance_eval class_eval module_eval"),
    ...rows("shell", "system exec spawn IO.popen popen Open3.capture2 Open3.capture3 `"),
    ...rows("delete-tree", "rm_rf rm_r remove_dir remove_entry remove_entry_secure rmtree"),
    ...rows("delete", "File.delete File.unlink delete unlink rm rm_f rmdir Dir.delete"),
    ...rows("open", "File.open open File.new"),
    ...rows("write", "File.write IO.write write mkdir mkdir_p touch binwrite"),
    ...rows("read", "File.read IO.read read readlines File.readlines binread"),
    ...rows("move", "rename mv cp cp_r copy"),
    ...rows("mode", "chmod chmod_R chown chown_R"),
    ...rows("url", "URI.open URI Net::HTTP.get Net::HTTP.post post_form"),
  ],
  php: [
    ...rows("code", "eval assert create_function"),
    ...rows("shell", "system exec shell_exec passthru popen proc_open"),
    ...rows("delete", "unlink rmdir"),
    ...rows("write", "file_put_contents mkdir touch"),
    ...rows("read", "file_get_contents readfile file fopen scandir"),
    ...rows("move", "rename copy"),
    ...rows("mode", "chmod chown"),
  ],
  lua: [
    ...rows("code", "load loadstring dostring"),
    ...rows("shell", "os.execute io.popen"),
    ...rows("delete", "os.remove"),
    ...rows("open", "io.open"),
    ...rows("move", "os.rename"),
  ],
  osascript: [...rows("shell", "doShellScript")],
  r: [
    ...rows("shell", "system system2 shell"),
    ...rows("code", "eval source"),
    ...rows("delete-tree", "unlink"),
    ...rows("delete", "file.remove"),
    ...rows("write", "writeLines write.csv sink dir.create"),
    ...rows("read", "readLines read.csv readRDS"),
    ...rows("url", "download.file url"),
  ],
  groovy: [...rows("shell", "execute"), ...rows("delete-tree", "deleteDir"), ...rows("code", "evaluate")],
  julia: [
    ...rows("delete-tree", "rm"),
    ...rows("write", "write"),
    ...rows("url", "download"),
    ...rows("code", "eval"),
  ],
  elixir: [
    ...rows("argv", "System.cmd"),
    ...rows("shell", "System.shell :os.cmd"),
    ...rows("delete-tree", "File.rm_rf rm_rf!"),
    ...rows("delete", "File.rm"),
    ...rows("write", "File.write"),
    ...rows("code", "eval_string"),
  ],
  erlang: [...rows("shell", "os:cmd"), ...rows("delete-tree", "del_dir_r"), ...rows("delete", "file:delete")],
};
