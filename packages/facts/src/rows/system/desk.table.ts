import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const INSTALLS: ProgramUsage = { loose: true, action: "package.change", executes: "package" };

/** Programs of somebody's desk: what shows, what keeps the home directory, what opens something. */
export const DESK_PROGRAMS: readonly ProgramRow[] = [
  {
    name: optionList(`klist oh-my-posh watson defaultbrowser-list networkQuality speedtest speedtest-cli
      doggo dog grex gource git-quick-stats xdg-user-dir dateseq ibus xrandr setxkbmap setterm`),
    loose: true,
    options: [
      "-o,--output=write",
      "--output-custom-log=write",
      "--password-file=read",
      "-f,--file=read",
      "-c,--config=read",
    ],
    tests: [{ run: "dog example.com" }],
  },
  {
    name: ["glow", "rich", "mdcat", "pdfunite", "pdftotext", "gltfjsx"],
    loose: true,
    options: ["-o,--output=write", "-s,--style="],
    operands: "read*",
    filter: true,
    tests: [{ run: "glow x.md", reads: ["./x.md"] }],
  },
  {
    name: ["copyfile", "cot", "zipcloak", "clipcopy"],
    loose: true,
    operands: "edit*",
    tests: [{ run: "zipcloak x.zip", reads: ["./x.zip"], writes: ["./x.zip"] }],
  },
  {
    name: ["copypath", "osqueryi", "fig", "goto", "kdoctor"],
    loose: true,
    unknown: "opaque-file",
    tests: [{ run: "osqueryi 'select 1'", unknown: ["opaque-file"] }],
  },
  {
    // A terminal, a menu or a watcher: it runs words of its own.
    name: [
      "kitty",
      "hyper",
      "gum",
      "broot",
      "br",
      "wezterm",
      "watchman",
      "k9s",
      "vimr",
      "leaf",
      "maigret",
      "atuin",
    ],
    style: "posix",
    loose: true,
    unknown: "opaque-code",
    tests: [{ run: "kitty rm a", deletes: ["./a"], unknown: ["opaque-code"] }],
  },
  {
    name: ["autocannon", "wrk", "wrk2", "hey", "vegeta", "ddosify", "pageres", "httpy", "googler"],
    loose: true,
    options: optionList(
      "-b,--body=body -i,--input=upload -s,--script=script -H,--headers= -d,--duration= -c,--connections= -t= -o=write",
    ),
    lang: "lua",
    operands: "url*",
    tests: [{ run: "wrk -d 5s http://h.example", network: ["in http://h.example"] }],
  },
  {
    // They put files of a repository into the home folder, all at once.
    name: ["rcup", "rcdn", "homeshick", "homesick", "dotbot", "dotdrop", "vcsh"],
    loose: true,
    executes: "file",
    lang: "config",
    action: "config.change",
    tests: [
      {
        run: "homeshick link x",
        executes: ["file config"],
        actions: ["config.change"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["stow", "mackup", "chezmoi", "yadm"],
    loose: true,
    executes: "file",
    lang: "config",
    options: [
      "-t,--target=unpack",
      "-d,--dir=cwd",
      "-S,--source=cwd",
      "-D,--delete",
      "-n,--no,--simulate,--dry-run",
    ],
    when: [
      {
        first: ["diff", "status", "cat", "data", "managed", "source-path", "list", "doctor"],
        executes: "file",
      },
    ],
    also: [
      {
        // Those of yadm are Git's, in the home folder.
        first: [
          "apply",
          "update",
          "init",
          "restore",
          "uninstall",
          "purge",
          "destroy",
          "import",
          "checkout",
          "pull",
          "reset",
          "clone",
          "merge",
          "bootstrap",
          "decrypt",
          "alt",
        ],
        action: "config.change",
      },
    ],
    tests: [
      {
        run: "yadm checkout -f",
        executes: ["file config"],
        actions: ["config.change"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "zoxide",
    loose: true,
    commands: { "query,init,help": LOOKS, "add,remove,import,edit": CONFIGURES },
    tests: [{ run: "zoxide query x" }],
  },
  {
    name: ["xdg-mime", "xdg-settings", "defaultbrowser"],
    loose: true,
    commands: { "query,get,check": LOOKS, "default,set,install,uninstall": CONFIGURES },
    tests: [{ run: "xdg-mime query default text/html" }],
  },
  {
    name: ["do-release-upgrade", "ubuntu-advantage", "ua", "pro", "mas", "omz"],
    ...INSTALLS,
    when: [
      {
        first: [
          "status",
          "list",
          "search",
          "outdated",
          "info",
          "version",
          "account",
          "help",
          "security-status",
        ],
        action: [],
        executes: "file",
      },
      { has: ["-c", "--check-dist-upgrade-only"], action: [] },
    ],
    also: [{ first: ["uninstall", "disable", "detach"], action: "package.destroy" }],
    options: ["-c,--check-dist-upgrade-only"],
    tests: [
      {
        run: "mas install 1",
        actions: ["package.change"],
        executes: ["package unknown"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["firefox", "chromium", "google-chrome", "brave", "microsoft-edge"],
    style: "single",
    loose: true,
    options: optionList(
      "-profile= -P= -screenshot=?write -print-to-pdf=?write -user-data-dir= -load-extension=",
    ),
    operands: "url*",
    when: [{ has: ["-load-extension"], unknown: "opaque-file" }],
    tests: [{ run: "firefox https://h.example", network: ["in https://h.example"] }],
  },
  {
    name: ["ghq", "exercism"],
    loose: true,
    commands: {
      "list,root,version,help,status,troubleshoot,workspace,open,test": LOOKS,
      "get,clone,download,create,migrate": { loose: true, unknown: "opaque-file" },
      "configure,upgrade": CONFIGURES,
      submit: { loose: true, operands: "upload*", action: "cloud.publish" },
      rm: { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "ghq list" }],
  },
  {
    name: ["ganache-cli", "ganache", "anvil"],
    loose: true,
    listens: true,
    options: ["--fork=url", "--db=unpack", "-p,--port=port", "-h,--host="],
    tests: [{ run: "ganache-cli", network: ["listen ?"] }],
  },
];
