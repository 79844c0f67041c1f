import { optionList } from "./option-list.js";
import type { ProgramRow } from "./program-row.js";

/** Programs that look at, copy, move, remove and change files. */
export const FILE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["cp", "gcp"],
    options: optionList(
      "-a,--archive --attributes-only --backup=? -b --copy-contents -d --debug -f,--force -i,--interactive -H -l,--link -L,--dereference -n,--no-clobber -P,--no-dereference -p --preserve=? --no-preserve= --parents -R,-r,--recursive --reflink=? --remove-destination --sparse= --strip-trailing-slashes -s,--symbolic-link -S,--suffix= -t,--target-directory=into -T,--no-target-directory -u,--update=? -v,--verbose -x,--one-file-system -X -c -Z,--context=?",
    ),
    operands: "read+ into",
    tree: ["-r", "-a"],
    copies: true,
    when: [
      { has: ["-t"], operands: "read*" },
      { has: ["-T"], operands: "read write" },
      { has: ["--attributes-only"], operands: "list+ into" },
    ],
    tests: [
      { run: "cp a b", reads: ["./a"], writes: ["./b", "./b/a"] },
      { run: "cp -rt /etc a b", reads: ["./a/**", "./b/**"], writes: ["/etc/a/**", "/etc/b/**"] },
      { run: "cp a b /etc", reads: ["./a", "./b"], writes: ["/etc/a", "/etc/b"] },
      { run: "cp --targ=/etc a", reads: ["./a"], writes: ["/etc/a"] },
      { run: "cp -r . /etc", reads: ["./**"], writes: ["/etc/**"] },
    ],
  },
  {
    name: ["mv", "gmv", "rename"],
    options: optionList(
      "-b --backup=? --debug -f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -S,--suffix= -t,--target-directory=into -T,--no-target-directory -u,--update=? -v,--verbose -Z,--context --exchange --no-copy -h",
    ),
    operands: "move+ into",
    when: [
      { has: ["-t"], operands: "move*" },
      { has: ["-T"], operands: "move write" },
    ],
    tests: [
      { run: "mv a /etc/b", reads: ["./a/**"], deletes: ["./a/**"], writes: ["/etc/b/**", "/etc/b/a/**"] },
      { run: "mv a b/", reads: ["./a/**"], deletes: ["./a/**"], writes: ["./b/a/**"] },
    ],
  },
  {
    name: ["rm", "grm"],
    options: optionList(
      "-f,--force -i -I --interactive=? --one-file-system --no-preserve-root --preserve-root=? -r,-R,--recursive -d,--dir -v,--verbose -P -W -x",
    ),
    operands: "delete*",
    tree: ["-r"],
    tests: [
      { run: "rm -rf ~/x /etc", deletes: ["~/x/**", "/etc/**"] },
      { run: "rm -- -f", deletes: ["./-f"] },
      { run: "rm --recu x", deletes: ["./x/**"] },
      { run: 'rm -rf "$X"', deletes: ["?/**"], unknown: ["dynamic-argument"] },
      { run: "rm --frobnicate x", deletes: ["./x"], unknown: ["unknown-option"] },
    ],
  },
  {
    name: ["rmdir", "unlink", "trash", "trash-put", "gio-trash"],
    options: optionList("--ignore-fail-on-non-empty -p,--parents -v,--verbose"),
    operands: "delete*",
    tests: [{ run: "rmdir a", deletes: ["./a"] }],
  },
  {
    name: ["ln", "gln", "link", "symlink"],
    options: optionList(
      "--backup=? -b -d,-F,--directory -f,--force -i,--interactive -L,--logical -n,-h,--no-dereference -P,--physical -r,--relative -s,--symbolic -S,--suffix= -t,--target-directory=into -T,--no-target-directory -v,--verbose",
    ),
    operands: "list link",
    when: [
      { has: ["-t"], operands: "linked*" },
      { all: ["-s"], least: 3, operands: "linked+ into" },
      { has: ["-s"], operands: "linked link" },
      { least: 3, operands: "list+ into" },
    ],
    tests: [
      { run: "ln -s /etc/passwd x", writes: ["./x"] },
      { run: "ln a b", reads: ["./a"], writes: ["./b"] },
    ],
  },
  {
    name: ["touch", "mkdir", "mkfifo", "mknod", "gmkdir", "gtouch"],
    options: optionList("-a -c,--no-create -d,--date= -f -h,--no-dereference -m,--mode= -r,--reference=list -t= --time= -p,--parents -v,--verbose -Z,--context=? -A="),
    operands: "create*",
    tests: [{ run: "mkdir -p a/b", writes: ["./a/b"] }, { run: "mkdir -m 700 ~/.ssh", writes: ["~/.ssh"] }],
  },
  {
    name: ["chmod", "chown", "chgrp", "chattr", "chcon", "setfacl", "gchmod", "gchown"],
    options: optionList(
      "-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --no-preserve-root --preserve-root --reference=list -R,--recursive -H -L -P -m,--modify= -M=read -x,--remove= -X=read -b,--remove-all -k --set= --restore=read -d -V -p= -u,--user= -r,--role= -t,--type= -l,--range=",
    ),
    operands: "plain mode*",
    tree: ["-R"],
    when: [{ has: ["--reference", "-m", "-x", "-b", "--set"], operands: "mode*" }],
    tests: [
      { run: "chmod -R 777 /", writes: ["/**"], actions: ["permission.recursive"] },
      { run: "chown root a", writes: ["./a"] },
    ],
  },
  {
    name: ["install", "ginstall"],
    options: optionList(
      "--backup=? -b -c -C,--compare -d,--directory -D -g,--group= -m,--mode= -o,--owner= -p,--preserve-timestamps -s,--strip --strip-program=command -S,--suffix= -t,--target-directory=into -T,--no-target-directory -v,--verbose -Z,--context=?",
    ),
    operands: "read+ into",
    copies: true,
    when: [
      { has: ["-d"], operands: "create*" },
      { has: ["-t"], operands: "read*" },
    ],
    tests: [{ run: "install -m 755 x /usr/bin", reads: ["./x"], writes: ["/usr/bin", "/usr/bin/x"] }],
  },
  {
    name: ["tee", "gtee", "sponge"],
    options: optionList("-a,--append -i,--ignore-interrupts -p --output-error=?"),
    operands: "write*",
    append: ["-a"],
    copies: true,
    tests: [
      { run: "echo x | tee -a ~/.bashrc y", writes: ["~/.bashrc", "./y"] },
      { run: "curl https://h.example/i | tee i.sh | sh", network: ["in https://h.example/i"], writes: ["./i.sh"], executes: ["network sh"], unknown: ["dynamic-code"] },
    ],
  },
  {
    name: ["dd", "gdd", "dcfldd"],
    style: "assign",
    options: optionList("if=read of=write bs= ibs= obs= cbs= count= skip= seek= iseek= oseek= conv= iflag= oflag= status="),
    copies: true,
    tests: [
      { run: "dd if=a of=b bs=1M", reads: ["./a"], writes: ["./b"] },
      { run: "dd if=/dev/zero of=/dev/sda", reads: ["/dev/zero"], writes: ["/dev/sda"], actions: ["disk.write"] },
    ],
  },
  {
    name: ["truncate"],
    options: optionList("-c,--no-create -o,--io-blocks -r,--reference=list -s,--size="),
    operands: "write*",
    tests: [{ run: "truncate -s 0 a", writes: ["./a"] }],
  },
  {
    name: ["ls", "gls", "dir", "vdir", "ll", "exa", "eza", "lsd"],
    options: optionList(
      "-a,--all -A,--almost-all --author -b,--escape --block-size= -B,--ignore-backups -c -C --color=? --colour=? -d,--directory -D,--dired -f -F,--classify=? --file-type --format= --full-time -g -G,--no-group --group-directories-first,--group-dirs-first -h,--human-readable --si -H --dereference-command-line -i,--inode -I,--ignore= --hide= --hyperlink=? --indicator-style= -k,--kibibytes -l,--long -L,--dereference -m -n,--numeric-uid-gid -N,--literal -o -O -e -@ -p -q,--hide-control-chars --show-control-chars -Q,--quote-name --quoting-style= -r,--reverse -R,--recursive -s,--size -S --sort= --time= --time-style= -t -T -u -U -v -w,--width= -W -x -X -Z,--context --zero -1,--oneline --tree --level= --git --icons=? --header",
    ),
    operands: "list*",
    default: ".",
    tree: ["-R"],
    tests: [
      { run: "ls -la ~/.ssh", reads: ["~/.ssh"] },
      { run: "ls", reads: ["."] },
    ],
  },
  {
    name: ["stat", "file", "readlink", "realpath", "test", "[", "namei", "getfacl", "lsattr", "pathchk", "gstat"],
    loose: true,
    options: optionList("-c,--format= --printf= -f= -F= -m,--magic-file= -t= --relative-to= --relative-base="),
    operands: "list*",
    when: [{ has: ["-c", "-f"], operands: "list*" }],
    tests: [{ run: "stat a", reads: ["./a"] }, { run: "realpath ~/x", reads: ["~/x"] }],
  },
  {
    name: ["du", "df", "tree", "ncdu", "dust"],
    loose: true,
    options: optionList("-d,--max-depth= -L= -I= -P= --exclude= -X,--exclude-from=read -t,--threshold= -B,--block-size= --time-style= --output=? -x --filelimit= -o=write -T= --charset= --sort= -F= --type="),
    operands: "list*",
    default: ".",
    tree: true,
    tests: [{ run: "du -sh a", reads: ["./a/**"] }],
  },
  {
    name: ["basename", "dirname", "seq", "date", "sleep", "yes", "true", "false", "expr", "factor", "printf", "echo", "tty", "nproc", "arch", "uname", "whoami", "id", "groups", "who", "w", "users", "logname", "hostid", "uptime", "cal", "ncal", "free", "vmstat", "iostat", "mpstat", "sar", "lscpu", "lsblk", "lsusb", "lspci", "lsmod", "lsof", "ps", "pgrep", "pidof", "pstree", "top", "htop", "btop", "last", "lastlog", "which", "whereis", "type", "locate", "man", "info", "apropos", "whatis", "help", "clear", "reset", "tput", "stty", "numfmt", "bc", "dc", "pwd", "getconf", "locale", "localectl", "tldr", "cowsay", "figlet", "fortune", "sw_vers", "arp", "cd", "let", ":", "hostname", "nm", "ldd", "objdump", "readelf", "size", "dmesg", "jobs", "wait", "times", "column", "mesg", "banner", "lsb_release", "neofetch", "fastfetch", "acpi", "sensors", "inxi", "dmidecode", "uuidgen", "mktemp", "shuf", "cloc", "tokei", "scc", "wc", "fzf", "watchman-wait"],
    loose: true,
    options: optionList("-s,--set=plain -f,--file=read -o=write --preview=code --bind="),
    when: [],
    also: [
      { has: ["--bind"], unknown: "opaque-code" },
    ],
    tests: [{ run: "date +%s" }, { run: "ps aux" }],
  },
  {
    name: ["printenv"],
    options: optionList("-0,--null"),
    prints: "environment",
    tests: [{ run: "printenv PATH" }],
  },
  {
    name: ["fd", "fdfind"],
    options: optionList(
      "-H,--hidden -I,--no-ignore -u,--unrestricted -s,--case-sensitive -i,--ignore-case -g,--glob -F,--fixed-strings -a,--absolute-path -L,--follow -p,--full-path -d,--max-depth= --min-depth= --exact-depth= -t,--type= -e,--extension= -E,--exclude= -S,--size= --changed-within= --changed-before= -c,--color= -j,--threads= -0,--print0 -l,--list-details -q,--quiet -1 --max-results= --search-path=list --base-directory=cwd --prune --no-ignore-vcs -o,--owner= --regex -x,--exec=plain -X,--exec-batch=plain -h,--and=",
    ),
    operands: "pattern list*",
    tree: true,
    also: [{ has: ["-x", "-X"], unknown: "opaque-code" }],
    tests: [{ run: "fd x src", reads: ["./src/**"] }, { run: "fd -x rm", unknown: ["opaque-code"] }],
  },
];
