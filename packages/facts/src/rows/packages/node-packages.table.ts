import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
/** Of the settings some say what runs. */
/** Sets where packages come from. */
const REGISTERS = { operand: ["*egistry*"], operands: "registry*" } as const;

const SETS: ProgramUsage = {
  ...CONFIGURES,
  also: [
    REGISTERS,
    {
      operand: ["*shell*", "*node-options*", "git=*", "git", "*editor*", "*ignore-scripts*"],
      action: "schedule.change",
    },
  ],
};
const PUBLISHES: ProgramUsage = {
  loose: true,
  options: ["--dry-run"],
  action: "package.publish",
  when: [{ has: ["--dry-run"], action: [] }],
};
const INSTALLS: ProgramUsage = {
  options: ["--registry=registry"],
  loose: true,
  action: "package.change",
  executes: "package",
  lang: "node",
};
const REMOVES: ProgramUsage = { loose: true, action: "package.destroy" };

/** Scripts of `package.json`. */
const SCRIPTS: ProgramUsage = { loose: true, style: "posix", executes: "file", lang: "sh" };

/** A package's program, fetched when it is missing. */
const RUNS_PACKAGE: ProgramUsage = {
  style: "posix",
  options:
    optionList(`-c,--call=code -p,--package=target -y,--yes -q,--quiet --no-install --no --ignore-existing -w,--workspace= --workspaces
    --include-workspace-root --prefer-offline --offline --prefix= --registry=registry --userconfig= --cache= -s,--silent --shell= -n,--node-arg=
    --no-yes --prefer-online`),
  executes: "package",
  lang: "node",
  wraps: 0,
};
const RUNS_MISSING: ProgramUsage = { ...RUNS_PACKAGE, package: "missing" };
const RUNS_DOWNLOADED: ProgramUsage = { ...RUNS_PACKAGE, package: "always" };

/** `npm create vite` runs the package `create-vite`. */
const CREATES: ProgramUsage = { ...INSTALLS, action: [], package: "create" };

const GLOBAL =
  optionList(`-C=cwd --prefix=cwd -g,--global --loglevel= --registry=registry --userconfig= --globalconfig= --cache= --json -s,--silent
  -d -dd -ddd --verbose -w,--workspace= --workspaces -ws --include-workspace-root --color=? -q,--quiet --long -l -p,--parseable
  --depth= -a,--all --tag= --otp= --scope= --omit= --include= --offline --prefer-offline -y,--yes -f,--force`);

/** Package managers of Node. */
export const NODE_PACKAGE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "npm",
    loose: true,
    global: optionList(
      "--browser=code --viewer= --editor=code --script-shell=command --shell=command --git=command --init-module=script --node-options=",
    ),
    options: GLOBAL,
    variables: [
      "NPM_CONFIG_USERCONFIG",
      "NPM_CONFIG_SCRIPT_SHELL=command",
      "npm_config_script_shell=command",
      "NODE_OPTIONS",
      "npm_config_registry=registry",
      "NPM_CONFIG_REGISTRY=registry",
      "EDITOR=code",
    ],
    commands: {
      "bin,root,prefix,ls,list,la,ll,view,v,info,show,search,s,se,find,outdated,fund,help,help-search,hlep,ping,whoami,docs,bugs,issues,home,repo,explain,why,query,sbom,stars,completion,doctor,diff,get":
        LOOKS,
      audit: { loose: true, commands: { fix: INSTALLS, signatures: LOOKS } },
      config: { loose: true, commands: { "list,ls,get": LOOKS, "set,delete,rm,edit,fix": SETS } },
      "c,set": SETS,
      pkg: {
        loose: true,
        commands: {
          get: LOOKS,
          set: { loose: true, operands: "keyed-code*", unknown: "opaque-file" },
          "delete,fix": { loose: true, unknown: "opaque-file" },
        },
      },
      cache: {
        loose: true,
        commands: {
          "ls,list,verify": LOOKS,
          "add,clean,clear,rm,npx": { loose: true, action: "package.change" },
        },
      },
      "install,i,in,ins,inst,add,isntall,ci,clean-install,ic,install-ci-test,cit,install-test,it,update,up,upgrade,udpate,rebuild,rb,link,ln,dedupe,ddp,prune,shrinkwrap,install-clean,find-dupes":
        INSTALLS,
      "uninstall,un,unlink,remove,rm,r": REMOVES,
      "publish,unpublish,deprecate,undeprecate,star,unstar": PUBLISHES,
      "access,owner,author,team,org,dist-tag,dist-tags,hook,trust": {
        loose: true,
        commands: {
          "get,ls,list,ls-packages,ls-collaborators": LOOKS,
          "set,add,rm,remove,create,destroy,revoke,grant,public,restricted,2fa-required,2fa-not-required,edit,update":
            PUBLISHES,
        },
      },
      token: {
        loose: true,
        commands: {
          "list,ls": LOOKS,
          create: { loose: true, action: ["secret.read", "package.publish"] },
          "revoke,rm,delete": PUBLISHES,
        },
      },
      profile: {
        loose: true,
        commands: { get: LOOKS, "set,enable-2fa,disable-2fa,enable-tfa,disable-tfa": CONFIGURES },
      },
      "login,adduser,add-user,logout": CONFIGURES,
      version: {
        loose: true,
        executes: "file",
        lang: "sh",
        action: "config.change",
        when: [{ most: 0, action: [] }],
      },
      "init,create,innit": CREATES,
      pack: {
        options: ["--dry-run", "--pack-destination=write", "--ignore-scripts"],
        loose: true,
        executes: "file",
        lang: "sh",
      },
      "run,run-script,rum,urn,test,t,tst,start,stop,restart": SCRIPTS,
      "exec,x": RUNS_MISSING,
      "explore,edit": { loose: true, unknown: "opaque-code" },
    },
    tests: [
      { run: "npm ls --depth 0" },
      { run: "npm config set registry https://h.example", actions: ["config.change", "package.source"] },
    ],
  },
  {
    name: ["npx", "bunx"],
    ...RUNS_MISSING,
    variables: ["NODE_OPTIONS", "npm_config_registry=registry"],
    tests: [
      {
        run: "npx --yes -p x frobnicate -c hi",
        executes: ["package node"],
        actions: ["package.run"],
        unknown: ["opaque-file", "unknown-program"],
      },
    ],
  },
  {
    name: "pnpx",
    ...RUNS_DOWNLOADED,
    variables: ["NODE_OPTIONS", "npm_config_registry=registry"],
    tests: [
      {
        run: "pnpx frobnicate",
        executes: ["package node"],
        actions: ["package.run"],
        unknown: ["opaque-file", "unknown-program"],
      },
    ],
  },
  {
    name: "pnpm",
    loose: true,
    options: [
      ...GLOBAL,
      "--dir=cwd",
      "-r,--recursive",
      "-F,--filter=",
      "--workspace-root",
      "--aggregate-output",
      "--stream",
    ],
    variables: ["NODE_OPTIONS", "npm_config_script_shell=command"],
    commands: {
      "audit,bin,root,list,ls,la,ll,outdated,why,help,doctor,licenses,prefix,search,view,info,cat-file,cat-index,find-hash,ping,whoami":
        LOOKS,
      store: {
        loose: true,
        commands: { "status,path": LOOKS, "prune,add": { loose: true, action: "package.change" } },
      },
      config: { loose: true, commands: { "list,get": LOOKS, "set,delete": SETS } },
      "install,i,add,update,up,upgrade,import,rebuild,rb,link,ln,fetch,install-test,it,dedupe,prune,deploy,patch-commit,self-update,approve-builds,ci":
        INSTALLS,
      "remove,rm,uninstall,un,unlink,dislink": REMOVES,
      publish: PUBLISHES,
      "setup,login,logout,env": CONFIGURES,
      "run,run-script,test,t,tst,start,restart,stop": SCRIPTS,
      exec: RUNS_PACKAGE,
      "dlx,x": RUNS_DOWNLOADED,
      create: CREATES,
      pack: { loose: true, executes: "file", lang: "sh" },
      "init,patch,server": { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "pnpm ls -r --depth 1" }],
  },
  {
    name: ["yarn", "yarnpkg"],
    loose: true,
    options: [
      "--cwd=cwd",
      "-s,--silent",
      "--verbose",
      "--json",
      "-h",
      "--use-yarnrc=",
      "--registry=registry",
    ],
    executes: "package",
    lang: "node",
    action: "package.change",
    variables: ["NODE_OPTIONS", "YARN_RC_FILENAME", "YARN_YARN_PATH"],
    when: [{ has: ["-h"], action: [] }],
    commands: {
      "audit,bin,info,list,licenses,outdated,versions,help,why,check": LOOKS,
      "install,add,upgrade,up,upgrade-interactive,link,rebuild,import,dedupe,autoclean,set,plugin,generate-lock-entry,patch,patch-commit":
        INSTALLS,
      "remove,unlink": REMOVES,
      global: {
        loose: true,
        commands: { "list,bin,dir": LOOKS, "add,upgrade,upgrade-interactive": INSTALLS, remove: REMOVES },
      },
      "publish,owner,tag,team,unpublish": PUBLISHES,
      npm: {
        ...PUBLISHES,
        commands: {
          "info,whoami,audit": LOOKS,
          "publish,tag": PUBLISHES,
          "login,logout": CONFIGURES,
        },
      },
      cache: {
        loose: true,
        commands: { "list,dir": LOOKS, clean: { loose: true, action: "package.change" } },
      },
      config: {
        loose: true,
        commands: {
          "list,get": LOOKS,
          set: { ...CONFIGURES, also: [REGISTERS] },
          "delete,unset": CONFIGURES,
        },
      },
      "login,logout,policies": CONFIGURES,
      "run,test,start,workspace,workspaces,node": SCRIPTS,
      exec: { style: "posix", loose: true, wraps: 0, unknown: "opaque-code" },
      dlx: { ...RUNS_DOWNLOADED, wraps: -1, loose: true },
      create: { ...RUNS_PACKAGE, wraps: -1, loose: true, package: "create" },
      init: { ...RUNS_PACKAGE, wraps: -1, loose: true },
      "version,pack": { loose: true, executes: "file", lang: "sh" },
    },
    tests: [{ run: "yarn info react" }],
  },
  {
    name: "bun",
    loose: true,
    options:
      optionList(`--cwd=cwd -e,--eval=program -p,--print=program -r,--preload=script --watch --hot -b,--bun --env-file=config -c,--config=? --smol --silent -i
      --inspect=? --inspect-wait=? --inspect-brk=? -F,--filter= -v --revision`),
    lang: "node",
    operands: "script",
    variables: ["NODE_OPTIONS", "BUN_OPTIONS"],
    commands: {
      "outdated,audit,why,info,help,list": LOOKS,
      "install,i,add,a,update,link,ci,patch,upgrade,init,pm": INSTALLS,
      "create,c": { ...INSTALLS, package: "create" },
      "remove,rm,unlink": REMOVES,
      publish: PUBLISHES,
      "run,test,exec,repl": SCRIPTS,
      x: RUNS_MISSING,
      build: { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "bun outdated" }],
  },
  {
    name: ["corepack", "nvm", "fnm", "volta", "n"],
    loose: true,
    action: "package.change",
    executes: "package",
    lang: "node",
    commands: {
      "ls,list,ls-remote,list-remote,current,which,version,help,lsr": LOOKS,
      "uninstall,remove,rm,prune": REMOVES,
      "use,alias,enable,disable,default,pin,set": CONFIGURES,
      // Of `nvm exec` a version may be the first word.
      "exec,run": { style: "posix", loose: true, options: ["--using=", "--node="], wraps: 0 },
    },
    tests: [{ run: "fnm exec --using=20 rm x", deletes: ["./x"] }],
  },
];
