import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true, style: "single" };
const CHANGES: ProgramUsage = { loose: true, style: "single", action: "cloud.change" };
const DESTROYS_DATA = ["cloud.destroy", "cloud.data-destroy"];
const CONFIGURES: ProgramUsage = { loose: true, style: "single", action: "config.change" };

const STATE =
  optionList(`-lock= -lock-timeout= -input= -no-color -compact-warnings -parallelism= -refresh= -refresh-only -replace= -target= -exclude=
  -var= -var-file=read -state=read -state-out=write -backup=write -detailed-exitcode -json -destroy -auto-approve -allow-deferral
  -concise -ignore-remote-version -allow-missing -config= -invoke=`);

/**
 * Data sources and provisioners run programs, also while planning.
 *
 * @see https://registry.terraform.io/providers/hashicorp/external/latest/docs/data-sources/external
 */
const RUNS_MODULE = { style: "single", executes: "file", lang: "terraform" } as const;

/** Tools that make infrastructure from files. */
export const INFRASTRUCTURE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["terraform", "tofu"],
    style: "single",
    options: ["-chdir=cwd", "-help", "-version"],
    variables: [
      "TF_CLI_ARGS",
      "TF_CLI_CONFIG_FILE",
      "TF_PLUGIN_CACHE_DIR",
      "TF_CLI_ARGS_plan",
      "TF_CLI_ARGS_apply",
    ],
    commands: {
      "version,help,show,output,graph,validate,metadata,modules": LOOKS,
      console: { ...RUNS_MODULE, options: STATE },
      plan: { ...RUNS_MODULE, options: [...STATE, "-out=write", "-generate-config-out=write"] },
      "apply,refresh,import": {
        ...RUNS_MODULE,
        options: STATE,
        action: "cloud.change",
        when: [{ has: ["-destroy"], action: DESTROYS_DATA }],
      },
      destroy: { ...RUNS_MODULE, options: STATE, action: DESTROYS_DATA },
      test: { ...RUNS_MODULE, loose: true, action: "cloud.change" },
      fmt: {
        style: "single",
        options: optionList("-list= -write= -diff -check -no-color -recursive"),
        operands: "edit*",
        default: ".",
        tree: ["-recursive"],
        when: [
          { has: ["-check"], operands: "read*" },
          { only: ["-write=false"], operands: "read*" },
        ],
      },
      get: { ...LOOKS, options: ["-update", "-no-color"] },
      init: {
        style: "single",
        loose: true,
        action: "package.change",
        executes: "package",
        lang: "binary",
      },
      providers: {
        style: "single",
        loose: true,
        commands: {
          schema: LOOKS,
          mirror: { style: "single", options: ["-platform="], operands: "write", tree: true },
          lock: CONFIGURES,
        },
      },
      state: {
        style: "single",
        commands: {
          "list,show,pull": LOOKS,
          "push,mv,replace-provider": CHANGES,
          rm: { ...CHANGES, action: "cloud.destroy" },
        },
      },
      workspace: {
        style: "single",
        commands: {
          "list,show": LOOKS,
          select: CONFIGURES,
          new: CHANGES,
          delete: { ...CHANGES, action: "cloud.destroy" },
        },
      },
      "taint,untaint": CHANGES,
      "force-unlock": { ...CHANGES, action: "cloud.destroy" },
      "login,logout": CONFIGURES,
    },
    tests: [
      {
        run: "terraform -chdir=infra destroy -auto-approve",
        actions: DESTROYS_DATA,
        executes: ["file terraform"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    // Hooks and `run_cmd` of its files run whatever is asked.
    name: ["terragrunt", "terramate", "atmos", "cdktf"],
    style: "single",
    loose: true,
    executes: "file",
    lang: "terraform",
    action: "cloud.change",
    when: [
      { operand: ["destroy", "destroy-all"], action: DESTROYS_DATA },
      { operand: ["plan", "output", "show", "validate", "list", "state"], most: 1, action: [] },
    ],
    tests: [
      {
        run: "terragrunt destroy",
        actions: DESTROYS_DATA,
        executes: ["file terraform"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "cdk",
    options:
      optionList(`-a,--app=code --build=code -c,--context= -p,--plugin= --trace --strict --lookups --ignore-errors -j,--json -v,--verbose --debug
      --profile= --proxy= --ca-bundle-path=read -i,--ec2creds -r,--role-arn= --version-reporting --path-metadata --asset-metadata
      --staging -o,--output=write --notices --no-color --ci --unstable=`),
    loose: true,
    commands: {
      "doctor,help,docs,version,notices": { loose: true },
      "acknowledge,ack": { loose: true, action: "config.change" },
      context: {
        loose: true,
        when: [{ has: ["--clear", "--reset", "-e"], action: "config.change" }],
        options: ["--clear", "--reset=", "-e", "-f,--force"],
      },
      "list,ls,diff,synth,synthesize,metadata,drift,flags": {
        loose: true,
        options: ["-a,--app=code", "-o,--output=write"],
        executes: "file",
        lang: "node",
      },
      "deploy,watch,bootstrap,import,migrate,refactor,rollback,publish-assets": {
        loose: true,
        options: ["-a,--app=code", "-o,--output=write"],
        action: "cloud.change",
        executes: "file",
        lang: "node",
      },
      "gc,orphan": {
        loose: true,
        options: ["-a,--app=code"],
        action: "cloud.destroy",
        executes: "file",
        lang: "node",
      },
      destroy: {
        loose: true,
        options: ["-a,--app=code"],
        action: DESTROYS_DATA,
        executes: "file",
        lang: "node",
      },
      init: { loose: true, unknown: "opaque-file" },
    },
    tests: [
      {
        run: "cdk destroy --force",
        actions: DESTROYS_DATA,
        executes: ["file node"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "packer",
    style: "single",
    options: ["-help", "-version", "-machine-readable", "-autocomplete-install", "-autocomplete-uninstall"],
    commands: {
      "inspect,version,help": LOOKS,
      validate: {
        style: "single",
        options: optionList(
          "-syntax-only -except= -only= -machine-readable -var= -var-file=read -no-warn-undeclared-var -evaluate-datasources -use-sequential-evaluation -ignore-prerelease-plugins",
        ),
        operands: "read",
        also: [{ has: ["-evaluate-datasources"], unknown: "opaque-file" }],
      },
      console: { style: "single", loose: true },
      fmt: {
        style: "single",
        options: ["-check", "-diff", "-write=", "-recursive"],
        operands: "edit*",
        default: ".",
        tree: true,
        when: [
          { has: ["-check"], operands: "read*" },
          { only: ["-write=false"], operands: "read*" },
        ],
      },
      build: { style: "single", loose: true, action: "cloud.change", executes: "file", lang: "packer" },
      "fix,hcl2_upgrade": {
        style: "single",
        options: optionList("-validate= -output-file=write -with-annotations"),
        operands: "read",
      },
      init: { style: "single", loose: true, action: "package.change", executes: "package", lang: "binary" },
      plugins: {
        style: "single",
        commands: {
          "installed,required": LOOKS,
          install: {
            style: "single",
            loose: true,
            action: "package.change",
            executes: "package",
            lang: "binary",
          },
          remove: { style: "single", loose: true, action: "package.destroy" },
        },
      },
    },
    tests: [
      {
        run: "packer build t.json",
        actions: ["cloud.change"],
        executes: ["file packer"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "pulumi",
    loose: true,
    global: optionList(
      "-C,--cwd=cwd --color= -e,--emoji --fully-qualify-stack-names -Q --logflow --logtostderr --non-interactive --profiling= --tracing= -v,--verbose= -s,--stack= --memprofilerate=",
    ),
    commands: {
      "about,help,version,whoami,schema,console,logs": { loose: true },
      "preview,pre": {
        loose: true,
        executes: "file",
        lang: "pulumi",
        options: ["--save-plan=write", "--import-file=write"],
      },
      "up,update,refresh,import,watch,deployment": {
        loose: true,
        action: "cloud.change",
        executes: "file",
        lang: "pulumi",
      },
      "destroy,down": { loose: true, action: DESTROYS_DATA, executes: "file", lang: "pulumi" },
      cancel: { loose: true, action: "cloud.destroy" },
      "login,logout,new,install,plugin,package,policy,env,org,convert,gen-completion": {
        loose: true,
        action: "config.change",
        unknown: "opaque-file",
      },
      config: {
        loose: true,
        commands: {
          get: { loose: true, action: "secret.read" },
          ls: { loose: true },
          "set,set-all": {
            loose: true,
            options: ["--secret", "--plaintext="],
            action: "config.change",
            when: [{ has: ["--secret"], action: ["config.change", "secret.write"] }],
          },
          "rm,cp,rm-all,refresh,env": { loose: true, action: "config.change" },
        },
        options: ["--show-secrets", "--path"],
        also: [{ has: ["--show-secrets"], action: "secret.read" }],
      },
      stack: {
        loose: true,
        commands: {
          "ls,list,output,graph,history,tag": {
            loose: true,
            options: ["--show-secrets"],
            also: [{ has: ["--show-secrets"], action: "secret.read" }],
          },
          rm: { loose: true, action: "cloud.destroy" },
          "init,select,rename,unselect,change-secrets-provider": { loose: true, action: "config.change" },
          export: { loose: true, options: ["--file=write"] },
          import: { loose: true, options: ["--file=read"], action: "cloud.change" },
        },
      },
      state: {
        loose: true,
        commands: {
          delete: { loose: true, action: "cloud.destroy" },
          "edit,move,rename,repair,unprotect,upgrade,protect,taint,untaint": {
            loose: true,
            action: "cloud.change",
          },
        },
      },
    },
    tests: [
      {
        run: "pulumi destroy -y",
        actions: DESTROYS_DATA,
        executes: ["file pulumi"],
        unknown: ["opaque-file"],
      },
    ],
  },
];
