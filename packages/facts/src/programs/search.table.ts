import { optionList } from "./option-list.js";
import type { ProgramRow } from "./program-row.js";

/** Programs that search, list and show. */
export const SEARCH_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "rg",
    options:
      optionList(`-A,--after-context= --auto-hybrid-regex -B,--before-context= --binary --block-buffered -b,--byte-offset -s,--case-sensitive --color= --colors= --column -C,--context= --context-separator= -c,--count --count-matches --crlf --debug --dfa-size-limit=
      -E,--encoding= --engine= --field-context-separator= --field-match-separator= -f,--file=read --files -l,--files-with-matches --files-without-match -F,--fixed-strings -L,--follow --generate= -g,--glob=pattern --glob-case-insensitive --heading -. --hidden --hostname-bin=command --hyperlink-format=
      --iglob=pattern -i,--ignore-case --ignore-file=read --ignore-file-case-insensitive --include-zero -v,--invert-match --json --line-buffered -n,--line-number -x,--line-regexp -M,--max-columns= --max-columns-preview -m,--max-count= -d,--max-depth,--maxdepth= --max-filesize= --mmap -U,--multiline
      --multiline-dotall -N,--no-line-number --no-config --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-messages --no-require-git --no-unicode --no-filename -I --no-heading --no-mmap -0,--null --null-data
      --one-file-system -o,--only-matching --passthru --passthrough --path-separator= -P,--pcre2 --pcre2-version --pre=command --pre-glob=pattern -p,--pretty -q,--quiet --regex-size-limit= -e,--regexp=pattern -r,--replace= -z,--search-zip -S,--smart-case --sort= --sortr= --stats --stop-on-nonmatch -a,--text
      -j,--threads= --trace --trim -t,--type= --type-add= --type-clear= --type-list -T,--type-not= -u,--unrestricted -uu -uuu -V --vimgrep -H,--with-filename -w,--word-regexp -h`),
    operands: "pattern read*",
    tree: true,
    filter: true,
    variables: ["RIPGREP_CONFIG_PATH"],
    when: [
      { has: ["-V", "--type-list", "--pcre2-version", "--generate"], operands: "" },
      { has: ["--files"], operands: "list*" },
      { has: ["-e", "-f"], operands: "read*" },
    ],
    tests: [
      { run: "rg -n TODO src", reads: ["./src/**"] },
      { run: "rg -e a -e b src", reads: ["./src/**"] },
      { run: "rg --files src", reads: ["./src/**"] },
      { run: "rg --type-list" },
    ],
  },
  {
    name: ["ag", "ack", "ack-grep", "pt", "ugrep", "ug", "sift"],
    loose: true,
    options: optionList(
      "-A,--after-context= -B,--before-context= -C,--context= -g= -G,--file-search-regex= -m,--max-count= -p,--path-to-ignore=read -W,--width= --ignore= --ignore-dir= --depth= --type= --pager=code --color= --output= --ackrc=read --match= -f -l -i -w -v -c -e= --filter=code --save-config=write --config=read -n= -o -r -u -z",
    ),
    operands: "pattern read*",
    tree: true,
    filter: true,
    tests: [{ run: "ag -l x src", reads: ["./src/**"] }],
  },
  {
    name: ["fd", "fdfind"],
    options:
      optionList(`-H,--hidden -I,--no-ignore -u,--unrestricted -uu --no-ignore-vcs --no-ignore-parent --no-global-ignore-file -s,--case-sensitive -i,--ignore-case -g,--glob --regex -F,--fixed-strings --and= -a,--absolute-path --relative-path -l,--list-details -L,--follow -p,--full-path -0,--print0 -d,--max-depth,--maxdepth=
      --min-depth= --exact-depth= --prune -t,--type= -e,--extension= -S,--size= --changed-within,--change-newer-than,--newer= --changed-before,--change-older-than,--older= -o,--owner= --format= -E,--exclude= --ignore-file=read -c,--color= --hyperlink=? -j,--threads= --max-buffer-time= --max-results= -1 -q,--quiet --show-errors
      -C,--base-directory=cwd --path-separator= --search-path=list --strip-cwd-prefix=? --one-file-system,--mount,--xdev --batch-size= --gen-completions=? -h -V -x,--exec -X,--exec-batch --ignore-contain= --no-require-git --no-follow --no-hidden --ignore`),
    operands: "pattern list*",
    tree: true,
    default: ".",
    // The rest of the line is a command that is run on what is found: where it begins is not known without its operands.
    also: [{ has: ["-x", "-X"], unknown: "opaque-code" }],
    tests: [
      { run: "fd -e ts x src", reads: ["./src/**"] },
      { run: "fd x -x rm", reads: ["./rm/**"], unknown: ["opaque-code"] },
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
    name: ["bat", "batcat"],
    options:
      optionList(`-A,--show-all --nonprintable-notation= -p,--plain -pp -l,--language= -H,--highlight-line= --file-name= -d,--diff --diff-context= --tabs= --wrap= -S,--chop-long-lines --terminal-width= -n,--number --color= --italic-text= --decorations= -f,--force-colorization --paging= -m,--map-syntax= --theme= --theme-light= --theme-dark= --list-themes -s,--squeeze-blank
      --squeeze-limit= --strip-ansi= --style= -r,--line-range= -L,--list-languages -u --diagnostic --acknowledgements --set-terminal-title --no-config --no-paging --no-custom-assets --config-dir --config-file --cache-dir --ignored-suffix= --lessopen --no-lessopen --binary= --completion= -V -h -P --pager=code --generate-config-file`),
    operands: "read*",
    copies: true,
    variables: ["BAT_PAGER=code", "PAGER=code", "LESSOPEN=code", "BAT_CONFIG_PATH"],
    also: [{ has: ["--lessopen", "--generate-config-file"], unknown: "opaque-code" }],
    tests: [{ run: "bat -p -r 1:10 x", reads: ["./x"] }],
  },
  {
    name: [
      "eza",
      "exa",
      "lsd",
      "tree",
      "broot",
      "colorls",
      "dust",
      "duf",
      "ncdu",
      "gdu",
      "dua",
      "pydf",
      "dysk",
    ],
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
      { run: "tree -o out src", reads: ["./src/**"], writes: ["./out/**"] },
    ],
  },
  {
    name: "less",
    loose: true,
    options: optionList(
      "-b= -h= -j= -k=read -o=write -O=write --log-file=write --LOG-FILE=write -p= --pattern= -P= -t= -T=read -x= -y= -z= -D= --lesskey-src=read --lesskey-file=read --lesskey-content= -N -R -S -F -X -i -I -E -e -M -m -n -q -r -s -u -w -g -G -f -c -B -a -A -J -K -L -Q -U -V -W -~ -# -?",
    ),
    operands: "read*",
    copies: true,
    variables: ["LESSOPEN=code", "LESSCLOSE=code", "LESS", "LESSKEY", "VISUAL=code", "EDITOR=code"],
    also: [
      { operand: ["+*"], unknown: "opaque-code" },
      { has: ["-k", "--lesskey-src", "--lesskey-file", "--lesskey-content"], unknown: "opaque-code" },
    ],
    tests: [
      { run: "less -N x", reads: ["./x"] },
      { run: "less -o y x", reads: ["./x"], writes: ["./y"] },
    ],
  },
  {
    name: ["more", "most", "pg", "zless", "zmore", "bzless", "xzless"],
    loose: true,
    operands: "read*",
    copies: true,
    variables: ["LESSOPEN=code", "EDITOR=code", "VISUAL=code", "PAGER=code"],
    tests: [{ run: "more x", reads: ["./x"] }],
  },
  {
    name: ["man", "apropos", "whatis", "info", "tldr", "cheat", "whereis", "help2man", "manpath"],
    options: optionList(
      "-a,--all -B=code -C,--config-file= -c,--catman -d,--debug -D,--default -e,--extension= -E,--encoding= -f,--whatis -H,--html=? -i,--ignore-case -I,--match-case -k,--apropos -K,--global-apropos -l,--local-file -L,--locale= -m,--systems= -M,--manpath= -P,--pager=code -p,--preprocessor= -r,--prompt= -R,--recode= -s,-S,--sections= -t,--troff -T,--troff-device=? -u,--update -w,--path,--where,--location -W,--where-cat -X,--gxditview=? -Z,--ditroff -h -V -7,--ascii -b,--binary -n,--node= -o,--output=write -q --regex --wildcard --names-only --no-subpages --nh --nj -v -x",
    ),
    variables: ["MANPAGER=code", "PAGER=code", "MANOPT", "BROWSER=code", "MANPATH"],
    also: [{ has: ["-C", "-H", "-p", "-X", "-l", "-M"], unknown: "opaque-file" }],
    tests: [{ run: "man 5 crontab" }, { run: "man -P 'rm x' ls", deletes: ["./x"], commands: ["man", "rm"] }],
  },
  {
    name: ["vim", "vi", "nvim", "view", "ex", "vimdiff", "gvim", "mvim", "rvim"],
    style: "gnu",
    loose: true,
    options: optionList(
      "-c= --cmd= -S= -s=script -u= -U= -i= -w=write -W=write -T= -t= -q=read -r= -d -e -E -R -n -N -p -o -O -b -l= --remote= --remote-send= --remote-expr= --server= --listen= --startuptime=write --headless -es -V=? -Z -m -M -y -v -x -X",
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
      { run: "vim -c ':!rm y' x", reads: ["./x"], writes: ["./x"], unknown: ["opaque-code"] },
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
    name: ["emacs", "emacsclient"],
    loose: true,
    lang: "elisp",
    options: optionList(
      "--eval,--execute=program -e= -l,--load=script -L,--directory= --script=script -f,--funcall= -batch --batch -q,--no-init-file -Q,--quick -nw -t -c -n -a,--alternate-editor=code -s,--socket-name= -u,--user= --insert=read --visit=edit --file=edit",
    ),
    operands: "edit*",
    also: [{ has: ["-f", "-e"], unknown: "opaque-code" }],
    tests: [
      { run: "emacs --batch -l x.el", reads: ["./x.el"], executes: ["file elisp"], unknown: ["opaque-file"] },
    ],
  },
  {
    name: ["code", "cursor", "codium", "windsurf", "code-insiders"],
    loose: true,
    options: optionList(
      "-d,--diff -m,--merge -a,--add=list --remove=list -g,--goto -n,--new-window -r,--reuse-window -w,--wait --locale= --user-data-dir=write --profile= --extensions-dir=write --list-extensions --show-versions --category= --install-extension= --uninstall-extension= --update-extensions --enable-proposed-api= --add-mcp= --log= -s,--status --disable-extensions --disable-extension= --sync= --inspect-extensions= -v -h",
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
