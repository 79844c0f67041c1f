import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const INSTALLS: ProgramUsage = { loose: true, action: "package.change", executes: "package" };
const WRAPS: ProgramUsage = { style: "posix", loose: true, wraps: 0 };

/** Programs that run a command in an environment that they make: of a version, of a project, of a terminal. */
export const RUNNER_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["mise", "rtx"],
    loose: true,
    commands: {
      "list,ls,ls-remote,current,where,which,latest,doctor,plugins,version,env,outdated,tasks,help": LOOKS,
      "install,i,upgrade,up,use,u,plugin,settings,set,reshim,sync,trust": INSTALLS,
      "uninstall,unuse,prune,implode": { loose: true, action: "package.destroy" },
      // `mise exec TOOL@VERSION -- command`
      "exec,x": {
        style: "posix",
        loose: true,
        options: ["-c,--command=code", "-C,--cd=cwd"],
        wraps: 0,
        when: [{ operand: ["*@*"], wraps: 1 }],
      },
      "run,r,watch,generate": { loose: true, executes: "package", lang: "sh" },
    },
    tests: [{ run: "mise exec -- rm a", deletes: ["./a"] }],
  },
  {
    name: ["asdf"],
    loose: true,
    commands: {
      "list,current,where,which,latest,info,help,version": LOOKS,
      "install,plugin,plugin-add,reshim,global,local,set,update": INSTALLS,
      "uninstall,plugin-remove": { loose: true, action: "package.destroy" },
      exec: WRAPS,
      env: { style: "posix", loose: true, wraps: 1 },
    },
    tests: [{ run: "asdf exec rm a", deletes: ["./a"] }],
  },
  {
    name: ["rbenv", "nodenv", "goenv", "jenv", "phpenv", "plenv", "luaenv"],
    loose: true,
    commands: {
      "versions,version,version-name,version-origin,which,whence,root,prefix,help,commands,shims,completions":
        LOOKS,
      "install,global,local,shell,rehash,init,virtualenv,activate,deactivate,update": INSTALLS,
      "uninstall,virtualenv-delete": { loose: true, action: "package.destroy" },
      exec: WRAPS,
    },
    tests: [{ run: "rbenv exec rm a", deletes: ["./a"] }],
  },
  {
    name: ["pipenv"],
    loose: true,
    commands: {
      "graph,check,verify,scripts,requirements,open": LOOKS,
      "install,update,upgrade,sync,lock,shell": INSTALLS,
      "uninstall,clean": { loose: true, action: "package.destroy" },
      run: WRAPS,
    },
    tests: [{ run: "pipenv run rm a", deletes: ["./a"] }],
  },
  {
    name: ["direnv"],
    loose: true,
    commands: {
      "status,version,help,export,show_dump,stdlib": LOOKS,
      exec: { style: "posix", wraps: 1 },
      "allow,permit,grant,deny,block,revoke,edit,reload,prune": { loose: true, action: "config.change" },
    },
    tests: [{ run: "direnv exec . rm a", deletes: ["./a"] }],
  },
  {
    name: ["watchexec"],
    style: "posix",
    loose: true,
    options: optionList(
      "-w,--watch= -W= -F= -e,--exts= -f,--filter= -i,--ignore= -d,--debounce= -s,--signal= --shell= --workdir=cwd -E,--env=env -o,--on-busy-update= -j= --delay-run= --poll= --project-origin= --completions=",
    ),
    wraps: 0,
    tests: [{ run: "watchexec -e js -- rm a", deletes: ["./a"] }],
  },
  {
    name: ["nix-shell"],
    loose: true,
    options: optionList("--run,--command=code -p,--packages -I= -A,--attr= -E,--expr= --arg= --argstr= -i="),
    executes: "package",
    lang: "nix",
    tests: [
      {
        run: "nix-shell --run 'rm a'",
        executes: ["package nix"],
        deletes: ["./a"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["nix"],
    loose: true,
    lang: "nix",
    global: optionList(
      "--extra-experimental-features= --option= -I= -f,--file= --impure -L -v --quiet --offline",
    ),
    commands: {
      "search,eval,show-config,log,path-info,why-depends,hash,doctor,help,derivation": LOOKS,
      flake: {
        loose: true,
        commands: {
          "show,metadata,info": LOOKS,
          "update,lock,init,new,clone,archive,check,prefetch": { loose: true, executes: "package" },
        },
      },
      develop: {
        style: "posix",
        loose: true,
        options: ["-c,--command"],
        executes: "package",
        when: [{ has: ["-c"], wraps: 0 }],
      },
      // `nix shell PACKAGE -c command`
      "shell,env": {
        loose: true,
        options: ["-c,--command"],
        executes: "package",
        when: [{ has: ["-c"], wraps: 1 }],
      },
      run: { loose: true, executes: "package", wraps: 1 },
      "build,bundle,copy,profile,registry,store,upgrade-nix,fmt": {
        loose: true,
        executes: "package",
        action: "package.change",
      },
    },
    tests: [
      {
        run: "nix shell nixpkgs#x -c rm a",
        executes: ["package unknown"],
        deletes: ["./a"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    // What is typed into another terminal runs there.
    name: ["screen"],
    style: "posix",
    options: optionList(
      "-a -A -c=read -d -D -e= -f -fn -fa -h= -i -l -ln -ls,-list -L -m -O -p= -q -Q -r -R -RR -s= -S= -t= -T= -U -v -wipe -x -X -dm -dmS= -dms= -Logfile=",
    ),
    wraps: 0,
    when: [
      { has: ["-ls", "-v"], wraps: -1 },
      { has: ["-r", "-x", "-R", "-X", "-wipe", "-RR"], wraps: -1, unknown: "opaque-code" },
    ],
    tests: [{ run: "screen -dmS x rm a", deletes: ["./a"] }],
  },
];
