import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage, When } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const INSTALLS: ProgramUsage = { loose: true, action: "package.change", executes: "package" };
const REMOVES: ProgramUsage = { loose: true, action: "package.destroy" };
const OWN_CODE: ProgramUsage = { loose: true, executes: "file", lang: "build" };
const WRAPS: ProgramUsage = { style: "posix", loose: true, wraps: 0 };
/** Runs words, after something of its own. */
const RUNS_WORDS: ProgramUsage = { style: "posix", loose: true, unknown: "opaque-code" };

/** What a project makes leaves it. */
const PUBLISHES: readonly When[] = [
  { first: ["deploy*", "publish", "release", "push"], action: "cloud.publish" },
];

/** Tools of a framework or a language: their configuration, and what they build, is code of the project. */
export const PROJECT_TOOL_PROGRAMS: readonly ProgramRow[] = [
  {
    name: optionList(`babel build-storybook start-storybook blitz cap capacitor cordova eleventy expressots gatsby hexo ignite-cli ionic
      meteor nativescript ns tns nest nuxi quasar react-native redwood rw remix remotion rome rushx swc tailwindcss truffle vue vtex
      elm elm-format elm-json elm-review nextflow phpunit-watcher rojo scarb sidekiq sqlmesh stencil swagger-typescript-api
      tangram trunk twiggy wasm-pack wasm-bindgen goctl mask spring magento drush tmuxinator jmeter hardhat forge forc encore
      xcodeproj kool cdk8s molecule mikro-orm symfony premake premake5 cargo-tauri snakemake luigi browser-sync fin projj`),
    ...OWN_CODE,
    options: ["-C=cwd"],
    also: [
      ...PUBLISHES,
      {
        first: ["sql-drop", "sql:drop", "schema:drop", "migration:down", "site:install"],
        action: "db.destroy",
      },
    ],
    tests: [{ run: "gatsby build", executes: ["file build"], unknown: ["opaque-file"] }],
  },
  {
    name: optionList(`create-completion-spec create-next-app create-nx-workspace create-react-app create-react-native-app
      create-redwood-app create-remix create-t3-app create-video create-vite create-web3-frontend create-astro create-vue
      create-expo-app degit yo laravel shadcn-ui shadcn gibo cookiecutter copier giget`),
    loose: true,
    unpacks: true,
    executes: "package",
    lang: "template",
    options: ["-o,--output-dir=unpack"],
    when: [{ first: ["list", "ls", "search", "root", "version"], unpacks: false, executes: "file" }],
    tests: [
      {
        run: "create-next-app x --typescript",
        writes: ["./**"],
        executes: ["package template"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["np", "goreleaser", "vsce", "ovsx", "yalc", "bit", "release-it", "semantic-release", "git-cliff"],
    ...OWN_CODE,
    options: ["-o,--output,--out=write", "--snapshot", "--dry-run", "--skip="],
    also: [
      {
        first: ["release", "publish", "unpublish", "tag", "export", "push"],
        not: ["--snapshot", "--dry-run", "--skip=*publish*"],
        action: "package.publish",
      },
    ],
    tests: [
      {
        run: "vsce publish",
        executes: ["file build"],
        actions: ["package.publish"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    // Installs, runs and removes with whichever package manager the project has.
    name: ["ni", "nci", "nup"],
    ...INSTALLS,
    tests: [
      { run: "ni x", actions: ["package.change"], executes: ["package unknown"], unknown: ["opaque-file"] },
    ],
  },
  {
    name: ["nr", "nun", "nlx", "na"],
    ...OWN_CODE,
    tests: [{ run: "nr dev", executes: ["file build"], unknown: ["opaque-file"] }],
  },
  {
    name: ["ncu", "npm-check-updates", "npm-check"],
    loose: true,
    options: ["-u,--upgrade", "--packageFile=read", "--configFilePath=read", "-g,--global"],
    when: [{ has: ["-u"], executes: "file", lang: "config" }],
    tests: [{ run: "ncu" }],
  },
  {
    name: ["nrm", "git-profile"],
    loose: true,
    commands: { "ls,list,current,test,version": LOOKS, "use,add,del,edit,set,home,delete,rm": CONFIGURES },
    tests: [{ run: "nrm ls" }],
  },
  {
    name: ["git-flow", "mob", "gt", "graphite"],
    loose: true,
    action: "git.change",
    when: [{ first: ["log", "ls", "ll", "status", "config", "info", "version", "moo", "fetch"], action: [] }],
    also: [
      { first: ["next", "done", "publish", "submit", "s", "ss", "start", "merge"], action: "git.push" },
      { operand: ["publish", "finish"], action: "git.push" },
      { first: ["delete", "dl", "reset", "undo"], action: "git.branch-delete" },
    ],
    tests: [{ run: "git-flow feature finish x", actions: ["git.change", "git.push"] }],
  },
  {
    name: ["aftman", "fvm", "tfenv", "xcodes", "rvm", "fisher", "rokit", "foreman"],
    loose: true,
    commands: {
      "list,ls,releases,current,info,help,version,list-remote,installed,which,where,doctor": LOOKS,
      "install,use,add,update,upgrade,self-install,trust,select,pin,download,reload,get": INSTALLS,
      "uninstall,remove,rm,implode,destroy,prune,cleanup": REMOVES,
      "exec,spawn,flutter,dart,run,do": WRAPS,
      "global,config,default,alias,gemset": CONFIGURES,
    },
    tests: [{ run: "tfenv list" }],
  },
  {
    name: "flutter",
    loose: true,
    commands: {
      "doctor,devices,emulators,analyze,logs,help,channel,symbolize": LOOKS,
      "config,precache": CONFIGURES,
      "upgrade,downgrade,pub,packages": INSTALLS,
      clean: { loose: true, unknown: "opaque-file" },
      install: { loose: true, unknown: "opaque-file" },
      "build,run,test,drive,create,gen-l10n,attach,assemble,screenshot,bash-completion,custom-devices,debug-adapter":
        OWN_CODE,
    },
    tests: [{ run: "flutter doctor -v" }],
  },
  {
    name: "arduino-cli",
    loose: true,
    commands: {
      "board,version,help,completion,monitor": LOOKS,
      "config,cache": CONFIGURES,
      "core,lib,update,upgrade,outdated": {
        ...INSTALLS,
        commands: { "list,search,examples,deps": LOOKS, uninstall: REMOVES },
      },
      "compile,sketch,debug,daemon": OWN_CODE,
      "upload,burn-bootloader": { ...OWN_CODE, action: "system.change" },
    },
    tests: [{ run: "arduino-cli core list" }],
  },
  {
    name: ["dotslash", "newman", "pry"],
    style: "posix",
    loose: true,
    options: ["-e,--exec=program", "--environment=read"],
    operands: "script",
    lang: "other",
    when: [{ first: ["run"], operands: "plain script" }],
    tests: [
      { run: "newman run x.json", reads: ["./x.json"], executes: ["file other"], unknown: ["opaque-file"] },
    ],
  },
  {
    name: ["asar"],
    loose: true,
    commands: {
      "list,l": { loose: true, operands: "read" },
      "pack,p": { loose: true, operands: "read write", tree: true },
      "extract,e": { loose: true, operands: "read unpack" },
      "extract-file,ef": { loose: true, operands: "read", unpacks: true },
    },
    tests: [{ run: "asar extract a.asar d", reads: ["./a.asar"], writes: ["./d/**"] }],
  },
  {
    name: ["hub"],
    ...RUNS_WORDS,
    tests: [{ run: "hub pull-request", unknown: ["opaque-code"] }],
  },
];

/** Linters and formatters whose options say whether they write. */
export const LINT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "ruff",
    global: optionList("-q,--quiet -v,--verbose -s,--silent --config=read --isolated --color="),
    options: ["-V"],
    commands: {
      "rule,version,help,linter,config,analyze,server": { loose: true },
      clean: { loose: true, unknown: "opaque-file" },
      "check,lint": {
        options:
          optionList(`--fix --unsafe-fixes --show-fixes --diff -w,--watch --fix-only --ignore-noqa --output-format= -o,--output-file=write --target-version= --preview --extension= --statistics --add-noqa=? --show-files --show-settings -e,--exit-zero
          --exit-non-zero-on-fix --select= --ignore= --extend-select= --extend-ignore= --per-file-ignores= --extend-per-file-ignores= --fixable= --unfixable= --extend-fixable= --exclude= --extend-exclude= --respect-gitignore --force-exclude -n,--no-cache --cache-dir= --stdin-filename= --line-length= --dummy-variable-rgx=`),
        operands: "read*",
        default: ".",
        tree: true,
        when: [{ has: ["--fix", "--fix-only", "--add-noqa"], not: ["--diff"], operands: "edit*" }],
      },
      format: {
        options: optionList(
          "--check --diff -n,--no-cache --cache-dir= --respect-gitignore --exclude= --extend-exclude= --force-exclude --line-length= --stdin-filename= --extension= --target-version= --preview --range= --exit-non-zero-on-format --output-format=",
        ),
        operands: "edit*",
        default: ".",
        tree: true,
        when: [{ has: ["--check", "--diff"], operands: "read*" }],
      },
    },
    tests: [{ run: "ruff check a.py", reads: ["./a.py/**"] }],
  },
  {
    name: ["black", "isort", "docformatter", "ssort", "gofumpt", "shfmt", "dprint", "taplo"],
    options:
      optionList(`-c= -l= -t= -q,--quiet -v,--verbose --check,--check-only --diff -C -S -x --preview --unstable --enable-unstable-feature= --fast --safe --pyi --ipynb --python-cell-magics= -W,--workers= --stdin-filename= --required-version= --exclude= --extend-exclude= --force-exclude= --include= --config=read --color --no-color
      --line-ranges= --line-length= --target-version= --skip-string-normalization --skip-magic-trailing-comma --code= --profile= -m= --multi-line= -w -d -i= -s -ln= -bn -ci -sr -kp -fn -mn --settings-path=read --sp= -p= --project= -a= --add-import= --rm= --remove-import= --sl --force-single-line-imports --tc --trailing-comma -e --jobs= -j= --skip= --sg= --skip-glob= --filter-files --stdout --gitignore
      --dont-skip= --only-modified --interactive --show-settings --show-files --show-config --ac --atomic --write --in-place --version-number --src= --wl= -n= -y --virtual-env= --conda-env= --ds --fss --ot`),
    operands: "edit*",
    tree: true,
    when: [
      {
        has: ["--check", "--diff", "--stdout", "--show-files", "--show-settings", "--show-config", "--code"],
        not: ["-w", "--write"],
        operands: "read*",
      },
    ],
    tests: [{ run: "black --check x.py", reads: ["./x.py/**"] }],
  },
  {
    name: ["shellcheck", "hadolint", "yamllint", "kubeval", "kubeconform", "codespell", "typos"],
    loose: true,
    options: optionList(
      "-o,--output= -f,--format= -s,--shell= -e,--exclude= -x,--external-sources -c,--config=read -d= -r,--rewrite= -p,--pattern= -l,--lang= -U,--update-all --rule=read --fix -i,--interactive -w,--write-changes --template= --report-path=write -t= --inline-rules= --autofix --write --no-git --source=",
    ),
    operands: "read*",
    tree: true,
    when: [{ has: ["-o", "-U", "--fix", "-w", "--autofix", "--write", "--rewrite"], unknown: "opaque-file" }],
    tests: [{ run: "shellcheck -s bash x.sh", reads: ["./x.sh/**"] }],
  },
  {
    name: "pre-commit",
    loose: true,
    global: ["--color=", "-c,--config=read"],
    commands: {
      "validate-config,validate-manifest": { loose: true, operands: "read*" },
      "sample-config,help": { loose: true },
      "install,init-templatedir,install-hooks,uninstall,migrate-config,autoupdate": {
        loose: true,
        action: "git.config",
      },
      "clean,gc": { loose: true, action: "package.change" },
      "run,try-repo,hook-impl": { loose: true, executes: "package", lang: "hook" },
    },
    tests: [{ run: "pre-commit validate-config x.yaml", reads: ["./x.yaml"] }],
  },
];
