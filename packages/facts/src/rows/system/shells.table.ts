import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramTest } from "../../programs/program-row.js";

const VERSION = { has: ["-V", "-v", "--version"], most: 0, operands: "plain*" } as const;

/** Interpreters that take code with `-e`, and its language. */
const INTERPRETERS = [
  ["ruby irb", "ruby"],
  ["php", "php"],
  ["lua luajit", "lua"],
  ["osascript", "osascript"],
  ["Rscript rscript", "r"],
  ["tclsh", "tcl"],
  ["groovy", "groovy"],
  ["julia", "julia"],
  ["elixir", "elixir"],
] as const;

const opaque = (lang: string): Pick<ProgramTest, "executes" | "unknown"> => ({
  executes: [`inline ${lang}`],
  unknown: ["opaque-code"],
});

const INTERPRETED: Readonly<Record<string, readonly ProgramTest[]>> = {
  ruby: [
    { run: "ruby -e 'File.delete(\"a\")'", ...opaque("ruby"), deletes: ["./a"] },
    { run: "ruby -pe '' k", ...opaque("ruby"), reads: ["./k"] },
    { run: "ruby -e 'rm -rf a'", ...opaque("ruby"), deletes: ["./a/**"] },
  ],
  php: [{ run: "php -r 'echo base64_decode(\"cm0=\");'", ...opaque("php") }],
  lua: [{ run: "lua -e 'os.execute(\"rm a\")'", ...opaque("lua"), deletes: ["./a"] }],
  osascript: [{ run: "osascript -e 'do shell script \"rm a\"'", ...opaque("osascript"), deletes: ["./a"] }],
  r: [{ run: "Rscript -e 'unlink(\"a\", recursive=TRUE)'", ...opaque("r"), deletes: ["./a/**"] }],
  tcl: [
    {
      run: "tclsh <<< 'exec rm a'",
      executes: ["stdin tcl", "inline tcl"],
      unknown: ["opaque-code"],
      deletes: ["./a"],
    },
  ],
  groovy: [{ run: "groovy -e '\"rm a\".execute()'", ...opaque("groovy"), deletes: ["./a"] }],
  julia: [{ run: "julia -e 'run(`rm a`)'", ...opaque("julia"), deletes: ["./a"] }],
  elixir: [{ run: 'elixir -e \'System.cmd("rm", ["a"])\'', ...opaque("elixir"), deletes: ["./a"] }],
};

/** Shells, interpreters, and programs that run what they are given. */
export const SHELL_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "rbash", "ksh93", "yash"],
    handler: "shell",
    variables: ["BASH_ENV=script", "ENV=script", "PROMPT_COMMAND=code"],
    tests: [{ run: "bash -c 'rm -rf ~'", deletes: ["~/**"] }],
  },
  {
    name: ["fish", "csh", "tcsh", "nu", "xonsh", "elvish"],
    style: "gnu",
    loose: true,
    options: optionList("-c,--command,-Command,-EncodedCommand=program"),
    operands: "script plain*",
    lang: "dialect",
    unknown: "dialect",
    tests: [
      {
        run: "fish -c 'rm x'",
        deletes: ["./x"],
        executes: ["inline dialect"],
        unknown: ["opaque-code", "dialect"],
      },
    ],
  },
  {
    name: ["pwsh", "powershell", "pwsh-preview", "cmd"],
    handler: "windows-shell",
    tests: [{ run: "pwsh -NoProfile -Command 'Remove-Item -Rec -Fo C:\\x'", deletes: ["/c/x/**"] }],
  },
  {
    name: ["python", "python3", "python2", "python3.*", "pypy", "pypy3"],
    style: "posix",
    options: optionList(
      "-c=program -m= -b -B -d -e,--extract -E -h -i -I -O -OO -P -q -s -S -u -v -W= -x -X= -V --check-hash-based-pycs=",
    ),
    operands: "script plain*",
    lang: "python",
    variables: ["PYTHONSTARTUP=read"],
    when: [
      VERSION,
      { has: ["-m=json.tool"], operands: "read write", filter: true },
      { has: ["-m=venv"], operands: "create" },
      { all: ["-m=zipfile", "--extract"], operands: "read unpack" },
      { all: ["-m=tarfile", "--extract"], operands: "read unpack" },
      { has: ["-m"], operands: "plain*", executes: "package" },
      { has: ["-c"], operands: "plain*" },
      { most: 0, executes: "stdin" },
    ],
    also: [{ has: ["-m=pip"], operand: ["--*index-url*", "-i*"], operands: "registry*" }],
    tests: [{ run: "python3 -c 'print(1)'", executes: ["inline python"] }],
  },
  {
    name: ["node", "nodejs", "tsx", "ts-node"],
    style: "posix",
    loose: true,
    options: optionList(
      "-e,--eval,-p,--print=program -pe=program -r,--require,--import=read --loader,--experimental-loader=read -c,--check -i,--interactive -v,-V -h --env-file=config --env-file-if-exists=config --inspect=? --test --watch --max-old-space-size= --input-type= --conditions,-C=",
    ),
    operands: "script plain*",
    lang: "node",
    when: [
      VERSION,
      { has: ["-c"], operands: "read" },
      { has: ["-e"], operands: "plain*" },
      { most: 0, executes: "stdin" },
    ],
    tests: [
      {
        run: `node -e "require('fs').unlinkSync('a')"`,
        executes: ["inline node"],
        deletes: ["./a"],
      },
    ],
  },
  {
    name: ["perl"],
    style: "posix",
    options: optionList(
      "-e,-E=program -n -p -i=? -a -F= -l=? -0=? -w -W -X -t -T -u -U -v -V=? -s -S -c -d=? -D=? -h -I= -m= -M= -x=? -C=? -f",
    ),
    operands: "script plain*",
    lang: "perl",
    when: [
      VERSION,
      { all: ["-e", "-i"], operands: "edit*" },
      { has: ["-e"], operands: "read*", filter: true },
      { most: 0, executes: "stdin" },
    ],
    tests: [
      {
        run: "perl -e 'unlink \"a\"'",
        executes: ["inline perl"],
        deletes: ["./a"],
        unknown: ["opaque-code"],
      },
    ],
  },
  ...INTERPRETERS.map(([names, lang]): ProgramRow => ({
    name: optionList(names),
    style: "posix",
    options: optionList(
      "-e=program -r=program -n -p -i=? -l=? -a -w -W=? -v -c -C= -F= -I= -x -S -s -h -d -q -f=script -B= -R= -E= -L= -T -K= -m -t= -z= -U -y --version -k -N",
    ),
    operands: "script plain*",
    lang,
    when: [
      VERSION,
      { all: ["-e", "-p"], operands: "read*", filter: true },
      { all: ["-e", "-n"], operands: "read*", filter: true },
      { has: ["-e", "-r"], operands: "plain*" },
      { most: 0, executes: "stdin" },
    ],
    tests: INTERPRETED[lang] ?? [],
  })),
  {
    name: ["find", "gfind"],
    handler: "find",
    tests: [{ run: "find . -name '*.o' -delete", reads: ["./**"], deletes: ["./**/*.o"] }],
  },
  {
    name: ["xargs", "gxargs"],
    style: "posix",
    options: optionList(
      "-0,--null -a,--arg-file= -d,--delimiter= -E= -e,--eof=? -I= -i,--replace=? -J= -L,--max-lines= -l=? -n,--max-args= -o,--open-tty -P,--max-procs= -p,--interactive --process-slot-var= -r,--no-run-if-empty -R= -s,--max-chars= -S= -t,--verbose -x,--exit --show-limits",
    ),
    handler: "xargs",
    tests: [{ run: "echo a 'b' | xargs rm -f", deletes: ["./a", "./b"] }],
  },
  {
    name: ["parallel"],
    handler: "parallel",
    tests: [{ run: "parallel rm ::: a b", deletes: ["./a", "./b"] }],
  },
  {
    name: ["kill", "killall", "pkill", "skill"],
    handler: "kill",
    tests: [{ run: "kill -9 1", actions: ["process.kill", "system.power"] }],
  },
  {
    name: "cmake",
    loose: true,
    style: "posix",
    options: optionList(
      "-B=unpack-new -S=list -C=read -P=script -D= -U= -G= -T= -A= -E --build=cwd --install=list --open= --preset= --toolchain=read --install-prefix= --prefix=unpack --graphviz=write --trace-redirect=write --workflow --fresh",
    ),
    lang: "cmake",
    operands: "list*",
    when: [
      { has: ["-E"], first: ["remove_directory", "remove"], operands: "plain delete*", tree: true },
      { has: ["-E"], wraps: 0 },
      { executes: "file" },
    ],
    tests: [{ run: "cmake -E rm -rf a", deletes: ["./a/**"] }],
  },
  {
    name: "just",
    loose: true,
    style: "posix",
    options: optionList(
      "-c,--command -d,--working-directory=cwd -f,--justfile=read -n,--dry-run --shell= --shell-arg= --set= --dotenv-path=config --dotenv-filename= -l,--list -s,--show= --dump --evaluate --summary",
    ),
    lang: "just",
    when: [
      { has: ["-c"], wraps: 0 },
      { has: ["-n", "-l", "-s", "--dump", "--summary"] },
      { executes: "file" },
    ],
    tests: [{ run: "just test", executes: ["file just"], unknown: ["opaque-file"] }],
  },
  {
    name: ["make", "gmake", "ninja", "task", "rake", "ant", "bazel", "meson", "scons"],
    loose: true,
    style: "assign",
    options: optionList(
      "-C,--directory=cwd -f,--file,--makefile=read -n,--just-print,--dry-run,--recon -p,--print-data-base -q,--question -E,--eval=program DESTDIR=unpack --destdir=unpack",
    ),
    variables: ["DESTDIR=unpack"],
    executes: "file",
    lang: "make",
    also: [{ operand: ["db:drop*", "db:reset", "db:purge"], action: "db.destroy" }],
    tests: [{ run: "make test", executes: ["file make"], unknown: ["opaque-file"] }],
  },
];
