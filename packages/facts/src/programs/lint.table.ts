import { optionList } from "./option-list.js";
import type { ProgramRow } from "./program-row.js";

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
    tests: [
      { run: "ruff check a.py", reads: ["./a.py/**"] },
      { run: "ruff check --fix a.py", reads: ["./a.py/**"], writes: ["./a.py/**"] },
      { run: "ruff format --check .", reads: ["./**"] },
    ],
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
    tests: [
      { run: "black --check x.py", reads: ["./x.py/**"] },
      { run: "black x.py", reads: ["./x.py/**"], writes: ["./x.py/**"] },
    ],
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
    tests: [
      { run: "shellcheck -s bash x.sh", reads: ["./x.sh/**"] },
      { run: "typos --write-changes", unknown: ["opaque-file"] },
    ],
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
    tests: [
      { run: "pre-commit validate-config x.yaml", reads: ["./x.yaml"] },
      { run: "pre-commit uninstall", actions: ["git.config"] },
    ],
  },
];
