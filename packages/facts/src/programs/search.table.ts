import { optionList } from "./option-list.js";
import type { ProgramRow } from "./program-row.js";

/** Programs that search, list and show. */
export const SEARCH_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["ack-grep", "pt", "ugrep", "ug", "sift"],
    loose: true,
    options: optionList(
      "-A,--after-context= -B,--before-context= -C,--context= -g,--glob,--include=named --iglob=named -G,--file-search-regex=matched -m,--max-count= -p,--path-to-ignore=read -W,--width= --ignore= --ignore-dir= --depth= --type= --pager=code --color= --output= --ackrc=read --match= -f -l -i -w -v -c -e= --filter=code --save-config=write --config=read -n= -o -r -u -z",
    ),
    operands: "pattern read*",
    default: ".",
    tree: true,
    filter: true,
    tests: [
      { run: "ack-grep -l x src", reads: ["./src/**"] },
      { run: "ack-grep x", reads: ["./**"] },
    ],
  },
  {
    name: "fzf",
    options:
      optionList(`-x,--extended -e,--exact -i,--ignore-case +i,--no-ignore-case --smart-case --scheme= --algo= --literal -n,--nth= --with-nth= --accept-nth= -d,--delimiter= +s,--no-sort --track --tac --disabled,--phony --tiebreak= --read0 --sync --tail= -m,--multi=? +m,--no-multi --no-mouse --bind= --cycle --wrap --wrap-sign= --keep-right --scroll-off= --no-hscroll
      --hscroll-off= --filepath-word --jump-labels= --height= --min-height= --layout= --reverse --border=? --border-label= --border-label-pos= --margin= --padding= --info= --separator= --no-separator --scrollbar=? --no-scrollbar --prompt= --pointer= --marker= --marker-multi-line= --ellipsis= --header= --header-lines= --header-first --ansi --tabstop= --color= --highlight-line --no-bold --black --bold
      --history=edit --history-size= --preview=code --preview-window= --preview-label= --preview-label-pos= -q,--query= -1,--select-1 -0,--exit-0 -f,--filter= --print-query --expect= --print0 --no-info --style= --gap=? --gap-line= --input-border=? --list-border=? --header-border=? --header-lines-border=? --footer= --footer-border=? --ghost= --input-label= --list-label= --header-label=
      --with-shell=command --listen=? --listen-unsafe=? --version --man --bash --zsh --fish --walker= --walker-root=list --walker-skip= --tmux=? --no-tmux --unicode --no-unicode --ambidouble +x,--no-extended +c,--no-color --no-clear --no-height --no-input --no-multi-line --multi-line --raw --no-tty-default --id-nth= --no-hidden`),
    filter: true,
    variables: ["FZF_DEFAULT_COMMAND=code", "FZF_DEFAULT_OPTS", "FZF_DEFAULT_OPTS_FILE"],
    also: [
      {
        has: [
          "--listen-unsafe",
          "--listen",
          "--tmux",
          "--bind=*execute*",
          "--bind=*become*",
          "--bind=*reload*",
          "--bind=*transform*",
          "--bind=*preview(*",
          "--bind=*preview:*",
          "--bind=*change-preview*",
          "--bind=*every*",
          "--bind=*print*",
        ],
        unknown: "opaque-code",
      },
    ],
    tests: [
      { run: "ls | fzf -m --height 40%", reads: ["."], commands: ["ls", "fzf"] },
      { run: "fzf --bind 'enter:execute(vim {})'", unknown: ["opaque-code"] },
    ],
  },
  {
    name: ["eza", "exa", "lsd", "tree", "colorls", "duf", "gdu", "dua", "pydf", "dysk"],
    loose: true,
    options: optionList(
      "-L,--level= -I,--ignore-glob= -P= -s,--sort= -t,--time= -o=write -w,--width= -H= -T= --filelimit= --gitfile=read --infofile= --charset= --fromfile --color=? --icons=? --timefmt= --time-style= -d -D -n= -X= -f= -i= --depth= --conf= --cmd=code -c=",
    ),
    operands: "list*",
    default: ".",
    tree: true,
    when: [{ has: ["--conf"], unknown: "opaque-file" }],
    tests: [
      { run: "tree -L 2 src", reads: ["./src/**"] },
      { run: "tree -o out src", reads: ["./src/**"], writes: ["./out"] },
    ],
  },
  {
    name: ["pg", "zmore", "bzless", "xzless"],
    loose: true,
    operands: "read*",
    copies: true,
    variables: ["LESSOPEN=pipe", "EDITOR=code", "VISUAL=code", "PAGER=code"],
    tests: [{ run: "pg x", reads: ["./x"] }],
  },
  {
    name: ["man", "apropos", "whatis", "info", "cheat", "help2man", "manpath"],
    options: optionList(
      "-a,--all -B=code -C,--config-file= -c,--catman -d,--debug -D,--default -e,--extension= -E,--encoding= -f,--whatis -H,--html=? -i,--ignore-case -I,--match-case -k,--apropos -K,--global-apropos -l,--local-file -L,--locale= -m,--systems= -M,--manpath= -P,--pager=code -p,--preprocessor= -r,--prompt= -R,--recode= -s,-S,--sections= -t,--troff -T,--troff-device=? -u,--update -w,--path,--where,--location -W,--where-cat -X,--gxditview=? -Z,--ditroff -h -V -7,--ascii -b,--binary -n,--node= -o,--output=write -q --regex --wildcard --names-only --no-subpages --nh --nj -v -x",
    ),
    variables: ["MANPAGER=code", "PAGER=code", "MANOPT", "BROWSER=code", "MANPATH"],
    also: [{ has: ["-C", "-H", "-p", "-X", "-l", "-M"], unknown: "opaque-file" }],
    tests: [{ run: "man 5 crontab" }, { run: "man -P 'rm x' ls", deletes: ["./x"], commands: ["man", "rm"] }],
  },
  {
    name: ["vim", "vi", "nvim", "view", "ex", "gvim", "mvim", "rvim"],
    style: "gnu",
    loose: true,
    lang: "vim",
    options: optionList(
      "+=program -c=program --cmd=program -S= -s=script -u= -U= -i= -w=write -W=write -T= -t= -q=read -r= -d -e -E -R -n -N -p -o -O -b -l= --remote= --remote-send= --remote-expr= --server= --listen= --startuptime=write --headless -es -V=? -Z -m -M -y -v -x -X",
    ),
    operands: "edit*",
    variables: ["VIMINIT", "EXINIT", "MYVIMRC", "VIM", "VIMRUNTIME"],
    also: [
      {
        has: [
          "-c",
          "--cmd",
          "-S",
          "-s",
          "-u",
          "-U",
          "-i",
          "-l",
          "--remote-send",
          "--remote-expr",
          "--server",
          "--listen",
          "-e",
          "-E",
          "-es",
        ],
        unknown: "opaque-code",
      },
      { operand: ["+*"], unknown: "opaque-code" },
    ],
    tests: [
      { run: "vim x", reads: ["./x"], writes: ["./x"] },
      {
        run: "vim -c ':!rm y' x",
        reads: ["./x"],
        writes: ["./x"],
        deletes: ["./y"],
        executes: ["inline vim"],
        unknown: ["opaque-code"],
      },
      {
        run: "nvim -es --cmd 'silent !rm y' -c q",
        deletes: ["./y"],
        executes: ["inline vim", "inline vim"],
        unknown: ["opaque-code", "opaque-code"],
      },
    ],
  },
  {
    name: [
      "nano",
      "pico",
      "micro",
      "joe",
      "mg",
      "ne",
      "helix",
      "hx",
      "kak",
      "mcedit",
      "subl",
      "atom",
      "gedit",
      "kate",
      "mate",
      "zed",
      "idea",
      "pycharm",
      "webstorm",
      "notepad",
      "TextEdit",
    ],
    loose: true,
    operands: "edit*",
    options: [
      "-e=",
      "-s,--speller=code",
      "-f,--rcfile=read",
      "-C,--backupdir=write",
      "-o,--operatingdir=",
      "-c,--config=read",
      "-w,--wait",
      "-n",
    ],
    also: [{ has: ["-e", "-f", "-c"], unknown: "opaque-code" }],
    tests: [{ run: "nano x", reads: ["./x"], writes: ["./x"] }],
  },
  {
    name: ["ed", "red"],
    options: optionList(
      "-p,--prompt= -s,--quiet,--silent -E,--regexp-extended -G,--traditional -l,--loose-exit-status -r,--restricted -v,--verbose",
    ),
    operands: "edit",
    executes: "stdin",
    lang: "ed",
    tests: [
      {
        run: "printf '!rm y\\nq\\n' | ed x",
        reads: ["./x"],
        writes: ["./x"],
        deletes: ["./y"],
        executes: ["stdin ed", "inline ed"],
        unknown: ["opaque-code"],
      },
    ],
  },
  {
    name: ["emacs", "emacsclient"],
    loose: true,
    lang: "elisp",
    options: optionList(
      "--eval,--execute=program -e= -l,--load=script -L,--directory= --script=script -f,--funcall= -batch --batch -q,--no-init-file -Q,--quick -nw -t -c -n -a,--alternate-editor=code -s,--socket-name= -u,--user= --insert=read --visit=edit --file=edit",
    ),
    operands: "edit*",
    also: [{ has: ["-f", "-e"], unknown: "opaque-code" }],
    tests: [
      {
        run: "emacs --batch --eval '(shell-command \"rm y\")'",
        deletes: ["./y"],
        executes: ["inline elisp"],
        unknown: ["opaque-code"],
      },
      { run: "emacs --batch -l x.el", reads: ["./x.el"], executes: ["file elisp"], unknown: ["opaque-file"] },
    ],
  },
  {
    name: ["code", "cursor", "codium", "windsurf", "code-insiders"],
    loose: true,
    options: optionList(
      "-d,--diff -m,--merge -a,--add=list --remove=list -g,--goto -n,--new-window -r,--reuse-window -w,--wait --locale= --user-data-dir=write --profile= --extensions-dir=write --list-extensions --show-versions --category= --install-extension=target --uninstall-extension= --update-extensions --enable-proposed-api= --add-mcp= --log= -s,--status --disable-extensions --disable-extension= --sync= --inspect-extensions= -v -h",
    ),
    operands: "edit*",
    when: [
      { has: ["--list-extensions", "-s", "-v", "-h"], operands: "" },
      {
        has: ["--install-extension", "--update-extensions"],
        operands: "",
        action: "package.change",
        executes: "package",
        lang: "node",
      },
      { has: ["--uninstall-extension"], operands: "", action: "package.destroy" },
      { has: ["--add-mcp"], operands: "", action: "config.change" },
    ],
    tests: [{ run: "code --list-extensions" }, { run: "code -n x", reads: ["./x"], writes: ["./x"] }],
  },
];
