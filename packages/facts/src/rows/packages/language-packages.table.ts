import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const REMOVES: ProgramUsage = { loose: true, action: "package.destroy" };
const PUBLISHES: ProgramUsage = {
  loose: true,
  options: ["-n,--dry-run"],
  action: "package.publish",
  when: [{ has: ["-n"], action: [] }],
};

const CARGO =
  optionList(`-p,--package= --workspace --exclude= --all --lib --bin= --bins --example= --examples --test= --tests --bench= --benches
  --all-targets --doc -F,--features= --all-features --no-default-features --target= -r,--release --profile= --timings=? --target-dir=write
  --artifact-dir=write --manifest-path=read --lockfile-path= --ignore-rust-version --message-format= -j,--jobs= --keep-going
  --no-run --no-fail-fast --future-incompat-report --depth= -e,--edges= -i,--invert=? --prefix= -d,--duplicates --charset= -f,--format=
  --no-dedupe --prune= --filter-platform= --no-deps --format-version= --limit= --registry= --index=registry --path= --git= --branch= --tag= --rev=
  --root=write --version= --vers= --force --debug --list --open --document-private-items --precise= --recursive --aggressive -w
  --breaking --dry-run --no-track --unit-graph --build-plan -n`);

/** Build scripts and macros run what they like. */
const BUILDS: ProgramUsage = { options: CARGO, style: "posix", executes: "file", lang: "rust" };

const GO =
  optionList(`-C=cwd -a -n -p= -race -msan -asan -cover -covermode= -coverpkg= -v -work -x -asmflags= -buildmode= -buildvcs= -compiler= -gccgoflags=
  -gcflags= -installsuffix= -json -ldflags= -linkshared -mod= -modcacherw -modfile=read -overlay=read -pgo= -pkgdir= -tags= -trimpath
  -toolexec=code -exec=code -o=write -bench= -benchmem -benchtime= -blockprofile=write -count= -coverprofile=write -cpu= -cpuprofile=write
  -failfast -fullpath -fuzz= -fuzztime= -list= -memprofile=write -mutexprofile=write -parallel= -run= -short -shuffle= -skip= -timeout=
  -trace=write -vet= -outputdir=write -c -i -vettool=command -f= -m -u -t -deps -e -find -test -export -reuse= -versions -retracted
  -all -cmd -src -compiled -fix -fmt=`);

const GO_BUILDS: ProgramUsage = { style: "single", options: GO, executes: "file", lang: "go" };

const CARGO_COMMANDS: Readonly<Record<string, ProgramUsage>> = {
  "help,version,info,locate-project,metadata,pkgid,read-manifest,search,tree,verify-project,report": {
    options: CARGO,
  },
  "build,b,check,c,test,t,bench,doc,d,clippy,rustc,rustdoc,nextest,miri,llvm-cov,expand,udeps": BUILDS,
  "run,r": { ...BUILDS },
  fix: { ...BUILDS, unknown: "opaque-file" },
  fmt: {
    options: optionList("-p,--package= --all --manifest-path=read --message-format= --check"),
    style: "posix",
    when: [{ not: ["--check"], unknown: "opaque-file" }],
  },
  "audit,deny,outdated": { loose: true },
  "update,generate-lockfile,fetch,vendor,add,package,upgrade": {
    options: CARGO,
    loose: true,
    action: "package.change",
  },
  install: {
    options: CARGO,
    action: "package.change",
    executes: "package",
    lang: "rust",
    when: [{ has: ["--list"], action: [] }],
  },
  binstall: { loose: true, action: "package.change", executes: "package", lang: "rust" },
  "uninstall,remove,rm": { options: CARGO, loose: true, action: "package.destroy" },
  "publish,yank": PUBLISHES,
  owner: {
    options: ["-a,--add=", "-r,--remove=", "-l,--list", "--index=", "--token=", "--registry="],
    action: "package.publish",
    when: [{ has: ["-l"], not: ["-a", "-r"], action: [] }],
  },
  "login,logout": CONFIGURES,
  clean: { options: CARGO, action: "package.change", when: [{ has: ["--dry-run"], action: [] }] },
  "new,init": { loose: true, operands: "create", unknown: "opaque-file" },
};

/** Package managers and builders of languages. */
export const LANGUAGE_PACKAGE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "cargo",
    global: optionList("-q,--quiet -v,--verbose -vv --color= --locked --offline --frozen -C=cwd --explain="),
    variables: [
      "RUSTC=command",
      "RUSTC_WRAPPER=command",
      "RUSTFLAGS",
      "CARGO_HOME",
      "CARGO_BUILD_RUSTC_WRAPPER=command",
      "CARGO_TARGET_DIR",
    ],
    options: ["--list", "-V", "-h"],
    commands: { ...CARGO_COMMANDS, "+nightly,+stable,+beta": { commands: CARGO_COMMANDS } },
    tests: [{ run: "cargo test -p x", executes: ["file rust"], unknown: ["opaque-file"] }],
  },
  {
    name: "rustup",
    loose: true,
    commands: {
      "show,check,doc,help,which,completions": LOOKS,
      "update,install,component,target,self,set": {
        loose: true,
        action: "package.change",
        executes: "package",
        lang: "binary",
      },
      toolchain: {
        loose: true,
        commands: {
          list: LOOKS,
          "install,link,add,update": {
            loose: true,
            action: "package.change",
            executes: "package",
            lang: "binary",
          },
          "uninstall,remove": REMOVES,
        },
      },
      uninstall: REMOVES,
      override: { loose: true, action: "config.change" },
      default: CONFIGURES,
      run: { style: "posix", options: ["--install"], wraps: 1 },
    },
    tests: [{ run: "rustup toolchain list" }],
  },
  {
    name: ["rustc", "rustdoc", "rustfmt", "gofmt", "goimports"],
    options: [
      "-l",
      "-d",
      "--check",
      "-w",
      "-s",
      "-e",
      "--edition=",
      "-v,--verbose",
      "-q,--quiet",
      "--emit=",
      "--print=",
      "--explain=",
      "-V",
      "--config-path=",
      "--config=",
    ],
    operands: "read*",
    tree: true,
    when: [{ has: ["-l", "-d", "--check"], not: ["-w"] }, { unknown: "opaque-file" }],
    tests: [{ run: "gofmt -l a.go", reads: ["./a.go/**"] }],
  },
  {
    name: "go",
    style: "single",
    options: ["-C=cwd"],
    variables: ["GOFLAGS", "GOPROXY=registry", "GOTOOLCHAIN", "CC=command", "CXX=command"],
    commands: {
      "help,version,doc": { style: "single", loose: true },
      list: { style: "single", options: GO },
      env: {
        style: "single",
        options: ["-json", "-changed", "-w", "-u"],
        when: [{ has: ["-w", "-u"], operands: "registry*", action: "config.change" }],
      },
      "build,test,vet,install,generate,tool": GO_BUILDS,
      run: { ...GO_BUILDS, package: "versioned" },
      "fmt,fix": {
        style: "single",
        options: GO,
        when: [{ not: ["-n"], unknown: "opaque-file" }],
      },
      get: { style: "single", options: GO, action: "package.change" },
      clean: {
        style: "single",
        options: [...GO, "-cache", "-testcache", "-modcache", "-fuzzcache", "-r"],
        action: "package.change",
      },
      mod: {
        style: "single",
        commands: {
          "graph,verify,why": { style: "single", options: GO },
          "download,tidy,vendor,init,edit": { style: "single", loose: true, action: "package.change" },
        },
      },
      work: { style: "single", loose: true, action: "package.change" },
      telemetry: { style: "single", loose: true, action: "config.change" },
    },
    tests: [{ run: "go test -run X ./...", executes: ["file go"], unknown: ["opaque-file"] }],
  },
  {
    name: ["gem"],
    loose: true,
    commands: {
      "list,search,environment,info,help,dependency,outdated,contents,which,specification,check,stale,query,mirror":
        LOOKS,
      "install,i,update,pristine,fetch,unpack,rebuild,setup": {
        options: ["-s,--source=registry"],
        loose: true,
        action: "package.change",
        executes: "package",
        lang: "ruby",
      },
      "uninstall,cleanup": REMOVES,
      "push,yank,owner": PUBLISHES,
      sources: {
        loose: true,
        options: optionList(
          "-a,--add,--append,--prepend=registry -r,--remove= -l,--list -c,--clear-all -u,--update -f,--force",
        ),
        action: "config.change",
        when: [{ has: ["-l"], action: [] }],
      },
      "cert,signin,signout,generate_index,lock": CONFIGURES,
      "exec,build,open,server": { loose: true, executes: "package", lang: "ruby" },
    },
    tests: [{ run: "gem list" }],
  },
  {
    name: ["bundle", "bundler"],
    loose: true,
    executes: "file",
    lang: "ruby",
    action: "package.change",
    commands: {
      "help,version": LOOKS,
      // Even to list, the Gemfile is run.
      "list,show,info,outdated,check,licenses,platform,doctor,viz,env": {
        loose: true,
        executes: "file",
        lang: "ruby",
      },
      "install,update,add,cache,package,lock,pristine,binstubs,init,gem,inject,plugin": {
        loose: true,
        action: "package.change",
        executes: "package",
        lang: "ruby",
      },
      "remove,clean": { loose: true, action: "package.destroy", executes: "file", lang: "ruby" },
      config: { ...CONFIGURES, also: [{ operand: ["mirror.*"], operands: "registry*" }] },
      exec: {
        style: "posix",
        options: ["--keep-file-descriptors", "--gemfile=read"],
        wraps: 0,
        executes: "file",
        lang: "ruby",
      },
      "open,console": { loose: true, unknown: "opaque-code" },
    },
    tests: [
      {
        run: "bundle exec rm x",
        deletes: ["./x"],
        commands: ["bundle", "rm"],
        executes: ["file ruby"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "composer",
    loose: true,
    global: [
      "-d,--working-dir=cwd",
      "-n,--no-interaction",
      "-q,--quiet",
      "--no-plugins",
      "--no-scripts",
      "--ansi",
      "--no-ansi",
      "--profile",
      "--no-cache",
    ],
    commands: {
      "show,info,list,help,about,outdated,audit,check-platform-reqs,depends,why,prohibits,why-not,diagnose,licenses,search,status,suggests,validate,fund,browse,home":
        LOOKS,
      "install,i,update,u,upgrade,require,r,create-project,reinstall,bump,self-update,selfupdate,dump-autoload,dumpautoload,init,archive":
        { loose: true, action: "package.change", executes: "package", lang: "php" },
      "remove,rm,uninstall,clear-cache,clearcache,cc": REMOVES,
      config: CONFIGURES,
      global: { loose: true, unknown: "opaque-code" },
      "run-script,run": { loose: true, executes: "file", lang: "php" },
      exec: { style: "posix", loose: false, options: ["-l,--list"], executes: "package", lang: "php" },
    },
    tests: [{ run: "composer show" }],
  },
  {
    name: ["dotnet", "nuget"],
    loose: true,
    commands: {
      "help,list": LOOKS,
      "build,run,test,publish,restore,msbuild,watch,pack,exec,fsi,ef,clean,script": {
        loose: true,
        executes: "file",
        lang: "dotnet",
      },
      "add,install,workload,update": {
        loose: true,
        action: "package.change",
        executes: "package",
        lang: "dotnet",
      },
      "remove,delete": REMOVES,
      push: PUBLISHES,
      nuget: { loose: true, commands: { push: PUBLISHES, delete: PUBLISHES } },
      "new,sln,format": { loose: true, unknown: "opaque-file" },
      tool: {
        loose: true,
        commands: {
          "list,search": LOOKS,
          "install,update,restore": {
            loose: true,
            action: "package.change",
            executes: "package",
            lang: "dotnet",
          },
          uninstall: REMOVES,
          run: { loose: true, executes: "package", lang: "dotnet" },
        },
      },
    },
    tests: [{ run: "dotnet list package" }],
  },
];
