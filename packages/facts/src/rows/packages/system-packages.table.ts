import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const INSTALLS: ProgramUsage = { loose: true, action: "package.change", executes: "package", lang: "sh" };
const CHANGES: ProgramUsage = { loose: true, action: "package.change" };
/** Packages from elsewhere are taken for those of the system from then on. */
const TRUSTS = ["package.change", "system.change"] as const;
const REMOVES: ProgramUsage = { loose: true, action: "package.destroy" };

const APT =
  optionList(`-y,--yes,--assume-yes --assume-no -q,--quiet -qq -s,--simulate,--dry-run,--just-print,--no-act,--recon -d,--download-only
  -f,--fix-broken -m,--ignore-missing,--fix-missing --no-download --no-upgrade --only-upgrade --allow-downgrades
  --allow-remove-essential --allow-change-held-packages --allow-unauthenticated --force-yes --print-uris --purge --reinstall -t,--target-release=
  --default-release= --trivial-only --no-remove --auto-remove --autoremove --only-source --diff-only --dsc-only --tar-only
  --arch-only -c,--config-file= -o,--option= --install-recommends --no-install-recommends --install-suggests -V,--verbose-versions
  -a,--all-versions -n,--names-only --full --installed --upgradable --manual-installed -i,--important -u --show-upgraded -b,--build
  --compile -P --build-profiles= --with-new-pkgs --no-show-progress --allow-releaseinfo-change --recurse --allow-insecure-repositories`);

/** Options of apt may name hooks (`-o DPkg::Pre-Invoke::=…`) and a configuration that does. */
const APT_HOOKS = [{ has: ["-o", "-c"], unknown: "opaque-code" }] as const;

const APT_DRY = { has: ["-s", "--print-uris"], action: [] };

const apt = (extra: ProgramUsage): ProgramUsage => ({
  options: APT,
  when: [APT_DRY],
  also: APT_HOOKS,
  ...extra,
});

/** Package managers of operating systems. */
export const SYSTEM_PACKAGE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["apt", "apt-get", "aptitude", "apt-fast"],
    options: APT,
    variables: ["APT_CONFIG"],
    commands: {
      "list,search,show,policy,depends,rdepends,showsrc,changelog,moo,help,why,why-not,madison,check,indextargets":
        apt({}),
      "install,upgrade,dist-upgrade,full-upgrade,safe-upgrade,build-dep,reinstall,satisfy": apt({
        action: "package.change",
        executes: "package",
        lang: "sh",
      }),
      "update,clean,autoclean,auto-clean,distclean,hold,unhold,markauto,unmarkauto": apt({
        action: "package.change",
      }),
      "download,source": apt({ unknown: "opaque-file" }),
      "remove,purge,autoremove,autopurge,auto-remove": apt({ action: "package.destroy" }),
      "edit-sources,modernize-sources": apt({ action: "config.change" }),
    },
    tests: [{ run: "apt-get remove -y x", actions: ["package.destroy"] }],
  },
  {
    name: ["apt-cache", "dpkg-query", "apt-file", "pkg-config", "pkgconf", "rpmquery", "equery", "pacgraph"],
    loose: true,
    tests: [{ run: "apt-cache policy x" }],
  },
  {
    name: ["apt-key", "add-apt-repository", "apt-add-repository", "pacman-key", "yum-config-manager"],
    loose: true,
    options: ["-L,--list", "-l,--list-keys", "-f,--finger", "--list-sigs", "-v,--verify", "--dump"],
    action: TRUSTS,
    when: [
      { has: ["-L", "-l", "-f", "--list-sigs", "-v", "--dump"], action: [] },
      { first: ["list", "finger", "export", "exportall", "verify"], action: [] },
    ],
    tests: [
      { run: "add-apt-repository ppa:a/b", actions: ["package.change", "system.change"] },
      { run: "apt-key list" },
    ],
  },
  {
    name: ["apt-mark", "dpkg-reconfigure"],
    loose: true,
    action: "package.change",
    tests: [{ run: "apt-mark hold x", actions: ["package.change"] }],
  },
  {
    // Another program gets a name.
    name: ["update-alternatives", "alternatives", "dpkg-divert"],
    loose: true,
    action: "schedule.change",
    options: ["--list", "--display", "--query"],
    when: [{ has: ["--list", "--display", "--query"], action: [] }],
    tests: [{ run: "update-alternatives --set editor /x", actions: ["schedule.change"] }],
  },
  {
    name: "dpkg",
    options:
      optionList(`-i,--install --unpack --configure -a,--pending -r,--remove -P,--purge -V,--verify --update-avail --merge-avail --clear-avail
      -A,--record-avail --forget-old-unavail -C,--audit --get-selections --set-selections --clear-selections --yet-to-unpack
      --print-architecture --print-foreign-architectures --add-architecture= --remove-architecture= --validate-pkgname
      --compare-versions -b,--build -c,--contents -e,--control -x,--extract -X,--vextract -f,--field --ctrl-tarfile --fsys-tarfile -I,--info
      -l,--list -s,--status -L,--listfiles -S,--search -p,--print-avail --force-all --force-depends --force-overwrite --refuse-downgrade
      --no-act,--dry-run,--simulate -R,--recursive --root= --admindir= --instdir= -G -E -B -O --no-triggers --triggers --force-help --help
      --no-pager -D= --pre-invoke=code --post-invoke=code --log=write --status-logger=code --assert-multi-arch --path-exclude= --path-include=`),
    when: [
      {
        has: [
          "-l",
          "-s",
          "-L",
          "-S",
          "-p",
          "-I",
          "-c",
          "-f",
          "-V",
          "-C",
          "--get-selections",
          "--print-architecture",
          "--compare-versions",
          "--no-act",
        ],
        not: ["-i", "-r", "-P"],
      },
      { has: ["-r", "-P"], action: "package.destroy" },
      { has: ["-x", "-X", "-e"], operands: "read unpack" },
      { has: ["-b"], operands: "read write", tree: true },
      {
        has: ["-i", "--unpack"],
        operands: "read*",
        action: "package.change",
        executes: "package",
        lang: "sh",
      },
      { not: [], action: "package.change", unknown: "opaque-file" },
    ],
    tests: [{ run: "dpkg -l" }],
  },
  {
    name: ["dnf", "yum", "microdnf", "zypper", "tdnf"],
    loose: true,
    options: optionList(
      "-y,--assumeyes --assumeno -q,--quiet -v,--verbose -c,--config= --enablerepo= --disablerepo= --repo= --repoid= -x,--exclude= --installroot= --releasever= --setopt= -d= -e= -R= -n,--non-interactive",
    ),
    commands: {
      "list,ls,search,se,info,if,provides,whatprovides,repolist,repoquery,check-update,check,deplist,help,list-updates,lu,lr,repos,what-provides,wp,verify,patches,packages,products,services,updateinfo":
        LOOKS,
      "install,in,upgrade,update,up,dup,dist-upgrade,reinstall,downgrade,distro-sync,groupinstall,localinstall,group,module,swap,patch,build-dep,install-new-recommends,inr,system-upgrade":
        INSTALLS,
      "makecache,clean,refresh,ref,mark,versionlock,history,modifyrepo,mr,addlock,al": CHANGES,
      copr: { ...CHANGES, when: [{ first: ["enable"], action: TRUSTS }] },
      "config-manager": {
        ...CHANGES,
        options: ["--add-repo="],
        when: [
          { has: ["--add-repo"], action: TRUSTS },
          { first: ["addrepo"], action: TRUSTS },
        ],
      },
      "addrepo,ar": { ...CHANGES, action: TRUSTS },
      "remove,rm,erase,autoremove,groupremove,removerepo,rr,removelock,rl": REMOVES,
      "shell,sh,download": { loose: true, unknown: "opaque-code" },
    },
    tests: [
      { run: "dnf remove -y x", actions: ["package.destroy"] },
      { run: "dnf config-manager --add-repo x", actions: ["package.change", "system.change"] },
      { run: "dnf config-manager --set-enabled crb", actions: ["package.change"] },
      { run: "zypper ar x y", actions: ["package.change", "system.change"] },
    ],
  },
  {
    name: "rpm",
    options:
      optionList(`-q,--query -a,--all -i,--install,--info -l,--list -f,--file -p,--package -V,--verify -U,--upgrade -F,--freshen -e,--erase -v,--verbose
      -h,--hash --nodeps --force --test --import -K,--checksig --initdb --rebuilddb --qf,--queryformat= --scripts --changelog --provides --requires
      -R --whatprovides= --whatrequires= -c,--configfiles -d,--docfiles --root= --dbpath= -E,--eval= --showrc --last --nosignature --nodigest
      --replacepkgs --noscripts --conflicts --obsoletes --state -s --dump --filesbypkg -D,--define= --pipe=code --rcfile= --load= --macros=`),
    operands: "read*",
    also: [{ has: ["-E", "-D", "--rcfile", "--load", "--macros"], unknown: "opaque-code" }],
    when: [
      { has: ["-q", "-K", "--showrc", "-V"], not: ["-e", "-U", "-F"], operands: "list*" },
      { has: ["-e"], operands: "plain*", action: "package.destroy", executes: "package", lang: "sh" },
      { has: ["--import"], operands: "url*", action: TRUSTS },
      { not: [], action: "package.change", executes: "package", lang: "sh" },
    ],
    tests: [
      { run: "rpm -e x", actions: ["package.destroy"], executes: ["package sh"], unknown: ["opaque-file"] },
      {
        run: "rpm --import https://h.example/k",
        actions: ["package.change", "system.change"],
        network: ["in https://h.example/k"],
      },
    ],
  },
  {
    name: ["pacman", "yay", "paru"],
    loose: true,
    options: [
      "-S,--sync",
      "-R,--remove",
      "-Q,--query",
      "-U,--upgrade",
      "-F,--files",
      "-D,--database",
      "-T,--deptest",
      "-s,--search",
      "-i,--info",
      "-y,--refresh",
      "-u,--sysupgrade",
      "-l,--list",
      "-q,--quiet",
      "-n,--nosave",
      "-c,--clean",
      "-d,--nodeps",
      "-w,--downloadonly",
      "-o,--owns",
      "-e,--explicit",
      "-k,--check",
      "-m,--foreign",
      "-t,--unrequired",
      "-g,--groups",
      "-p,--print",
      "--noconfirm",
      "-r,--root=",
      "-b,--dbpath=",
      "--config=",
      "--cachedir=",
      "--hookdir=",
      "--ignore=",
    ],
    when: [
      { has: ["-R"], not: ["-p"], action: "package.destroy", executes: "package", lang: "sh" },
      { has: ["-Q", "-T"] },
      { has: ["-F"], not: ["-y"] },
      { has: ["-S"], all: ["-s"], not: ["-y", "-u", "-c"] },
      { has: ["-S"], all: ["-i"], not: ["-y", "-u", "-c"] },
      { not: [], action: "package.change", executes: "package", lang: "sh" },
    ],
    tests: [{ run: "pacman -Q" }],
  },
  {
    name: "apk",
    loose: true,
    commands: {
      "info,list,search,policy,stats,version,verify,dot,audit,manifest": LOOKS,
      "add,upgrade,fix": INSTALLS,
      "update,cache,fetch,index": CHANGES,
      "del,purge": REMOVES,
    },
    tests: [{ run: "apk del x", actions: ["package.destroy"] }],
  },
  {
    name: [
      "snap",
      "flatpak",
      "port",
      "choco",
      "winget",
      "scoop",
      "nix-env",
      "guix",
      "pkg",
      "emerge",
      "xbps-install",
    ],
    loose: true,
    commands: {
      "list,find,search,info,help,version,ls,installed,outdated,contents,variants,deps,history,query,current,where,which,latest,doctor,plugins":
        LOOKS,
      "install,refresh,upgrade,update,add,selfupdate,sync,enable,disable,revert,switch,pin,hold,unhold,tap,bucket,plugin,plugin-add,reshim,use,global,local,set":
        INSTALLS,
      "remove,uninstall,delete,purge,cleanup,clean,prune,autoremove,unuse": REMOVES,
      "connect,disconnect,alias,unalias,override,permission-set,remote-add,remote-delete,config,start,stop,restart":
        CONFIGURES,
      "run,exec": { loose: true, unknown: "opaque-code" },
    },
    tests: [{ run: "snap list" }],
  },
  {
    name: "brew",
    loose: true,
    options: optionList(
      "--version --cache --caskroom --cellar --env --prefix --repository --repo --taps --installed --config",
    ),
    variables: ["HOMEBREW_EDITOR=code", "EDITOR=code", "HOMEBREW_BREWFILE"],
    commands: {
      "abv,casks,cat,command,commands,config,deps,desc,docs,doctor,dr,formulae,help,home,homepage,info,leaves,list,ls,log,missing,options,outdated,search,shellenv,tap-info,uses,which-formula,which-update":
        LOOKS,
      fetch: { loose: true, action: "package.change" },
      // Analysed by running the formula.
      "livecheck,irb,test,audit,readall,ruby,sh,bottle,style,linkage,unbottled,nodenv-sync,pyenv-sync,rbenv-sync,prof,tests,typecheck,vendor-gems":
        { loose: true, unknown: "opaque-code" },
      "install,reinstall,upgrade,post_install,postinstall,update,up,migrate,link,ln,pin,unpin,tap,developer,vendor-install,extract,update-reset,install-bundler-gems,mcp-server,gist-logs,bump,bump-formula-pr,bump-cask-pr,bump-revision,create,edit,completions,tap-new,unpack,setup-ruby":
        INSTALLS,
      "uninstall,remove,rm,autoremove,cleanup,unlink,untap": {
        loose: true,
        action: "package.destroy",
        when: [{ has: ["-n"], action: [] }],
        options: ["-n,--dry-run"],
      },
      analytics: {
        loose: true,
        action: "config.change",
        when: [
          { most: 0, action: [] },
          { operand: ["state"], action: [] },
        ],
      },
      services: {
        loose: true,
        commands: {
          "list,info": LOOKS,
          "start,restart,run": { loose: true, action: "service.change" },
          "stop,kill": { loose: true, action: "service.stop" },
          cleanup: { loose: true, action: "service.change" },
        },
      },
      bundle: {
        loose: true,
        options: ["--file=read", "-g,--global", "-f,--force", "-v,--verbose"],
        // The Brewfile is Ruby.
        executes: "file",
        lang: "ruby",
        action: "package.change",
        commands: {
          "check,list": { loose: true, options: ["--file=read"], executes: "file", lang: "ruby" },
          dump: { loose: true, options: ["--file=write"], unknown: "opaque-file" },
          "edit,add,remove,exec,env,sh,upgrade,install": {
            loose: true,
            action: "package.change",
            executes: "file",
            lang: "ruby",
          },
          cleanup: { loose: true, action: "package.destroy", executes: "file", lang: "ruby" },
        },
      },
    },
    tests: [{ run: "brew list --cask" }],
  },
];
