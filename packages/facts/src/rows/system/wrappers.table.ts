import { optionList } from "../../programs/option-list.js";
import type { ProgramRow } from "../../programs/program-row.js";

/** Programs whose operands are a command. */
export const WRAPPER_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "sudo",
    style: "posix",
    options: optionList(
      "-A,--askpass -b,--background -B,--bell -C,--close-from= -D,--chdir=cwd -E --preserve-env=? -e,--edit -g,--group= -H,--set-home -h,--host= -i,--login -K,--remove-timestamp -k,--reset-timestamp -l,--list -N,--no-update -n,--non-interactive -P,--preserve-groups -p,--prompt= -R,--chroot= -r,--role= -S,--stdin -s,--shell -T,--command-timeout= -t,--type= -U,--other-user= -u,--user= -V -v,--validate",
    ),
    action: "privilege.raise",
    variables: ["SUDO_ASKPASS=command"],
    wraps: 0,
    environment: true,
    when: [
      { has: ["-e"], operands: "edit*", wraps: -1 },
      { has: ["-l", "-k", "-K", "-v", "-V"], most: 0, action: [] },
    ],
    tests: [
      {
        run: "sudo -u root A=b rm x",
        actions: ["privilege.raise"],
        deletes: ["./x"],
        commands: ["sudo", "rm"],
      },
    ],
  },
  {
    name: ["doas", "run0", "pkexec"],
    style: "posix",
    options: optionList("-u,--user= -C=read -n -s -L -a= --disable-internal-agent --keep-cwd"),
    action: "privilege.raise",
    wraps: 0,
    tests: [{ run: "doas -u root rm x", actions: ["privilege.raise"], deletes: ["./x"] }],
  },
  // Its machine shares the home directory.
  {
    name: ["lima"],
    style: "posix",
    options: optionList("-h,--help -v,--version"),
    wraps: 0,
    tests: [{ run: "lima rm x", deletes: ["./x"] }],
  },
  {
    name: ["su"],
    options: optionList(
      "-c,--command,--session-command=code -,-l,--login -s,--shell= -m,-p,--preserve-environment -w,--whitelist-environment= -g,--group= -G,--supp-group= -P,--pty -f,--fast -u,--user= -h",
    ),
    operands: "plain*",
    action: "privilege.raise",
    tests: [{ run: 'su -c "rm -rf /srv" root', actions: ["privilege.raise"], deletes: ["/srv/**"] }],
  },
  // As programs, which some systems have: what a shell's builtins of these names would run.
  {
    name: ["command", "builtin", "exec"],
    style: "posix",
    options: optionList("-p -v -V -c -l -a="),
    wraps: 0,
    when: [{ has: ["-v", "-V"], wraps: -1 }],
    tests: [{ run: "nohup command rm x", deletes: ["./x"], commands: ["nohup", "command", "rm"] }],
  },
  {
    name: ["env", "genv"],
    style: "posix",
    options: optionList(
      "-i,--ignore-environment -0,--null -u,--unset= -C,--chdir=cwd -S,--split-string=code -v,--debug --block-signal=? --default-signal=? --ignore-signal=? --list-signal-handling -P=",
    ),
    wraps: 0,
    environment: true,
    when: [
      { most: 0, not: ["-S"], prints: "environment" },
      { first: ["-"], wraps: 1 },
    ],
    tests: [{ run: "env -u X A=b rm x", deletes: ["./x"] }],
  },
  {
    name: [
      ..."nohup noglob nocorrect eatmydata fakeroot dbus-run-session unbuffer proxychains proxychains4 torsocks tsocks firejail".split(
        " ",
      ),
      ..."setarch linux32 linux64 uncoloredcmd catchsegv".split(" "),
    ],
    style: "posix",
    options: optionList(
      "-p,--pid -a,--append -v,--verbose -q,--quiet -b -d -l -s -r -m -f= -R,--addr-no-randomize --timestamp= -g",
    ),
    wraps: 0,
    tests: [{ run: "nohup rm x", deletes: ["./x"] }],
  },
  {
    name: "setsid",
    style: "posix",
    options: optionList("-c,--ctty -f,--fork -w,--wait"),
    wraps: 0,
    tests: [{ run: "setsid -fcw rm x", deletes: ["./x"] }],
  },
  {
    name: ["stdbuf", "gstdbuf"],
    style: "posix",
    options: optionList("-i,--input= -o,--output= -e,--error="),
    wraps: 0,
    tests: [{ run: "stdbuf -oL -i 0 rm x", deletes: ["./x"] }],
  },
  {
    name: ["nice", "gnice"],
    style: "posix",
    options: optionList("-n,--adjustment= -NUM"),
    wraps: 0,
    tests: [{ run: "nice -n 9 rm x", deletes: ["./x"] }],
  },
  {
    name: ["ionice", "choom"],
    style: "posix",
    options: optionList("-c,--class= -n,--classdata,--adjust= -p,--pid= -P,--pgid= -u,--uid= -t,--ignore"),
    wraps: 0,
    when: [{ has: ["-p", "-P", "-u"], wraps: -1, action: "process.kill" }],
    tests: [{ run: "ionice -c 2 -n7 -t rm x", deletes: ["./x"] }],
  },
  {
    name: "prlimit",
    style: "posix",
    options: optionList(
      "-p,--pid= -o,--output= --noheadings --raw --verbose -c,--core=? -d,--data=? -e,--nice=? -f,--fsize=? -i,--sigpending=? -l,--memlock=? -m,--rss=? -n,--nofile=? -q,--msgqueue=? -r,--rtprio=? -s,--stack=? -t,--cpu=? -u,--nproc=? -v,--as=? -x,--locks=? -y,--rttime=?",
    ),
    wraps: 0,
    when: [{ has: ["-p"], wraps: -1, action: "process.kill" }],
    tests: [{ run: "prlimit --nofile=9 -n8 rm x", deletes: ["./x"] }],
  },
  {
    name: "numactl",
    style: "posix",
    options: optionList(
      "-i,--interleave= -w,--weighted-interleave= -N,--cpunodebind= -C,--physcpubind= -m,--membind= -P,--preferred-many= -p,--preferred= -l,--localalloc -a,--all -b,--balancing -s,--show -H,--hardware",
    ),
    wraps: 0,
    tests: [{ run: "numactl -m 0 -C 1-2 rm x", deletes: ["./x"] }],
  },
  {
    name: "xvfb-run",
    style: "posix",
    options: optionList(
      "-a,--auto-servernum -e,--error-file=write -f,--auth-file=read -n,--server-num= -l,--listen-tcp -p,--xauth-protocol= -s,--server-args= -w,--wait=",
    ),
    wraps: 0,
    tests: [{ run: "xvfb-run -a -s '-screen 0' -e log rm x", writes: ["./log"], deletes: ["./x"] }],
  },
  {
    name: "caffeinate",
    style: "posix",
    options: optionList("-d -i -m -s -u -t= -w="),
    wraps: 0,
    tests: [{ run: "caffeinate -dis -t 9 rm x", deletes: ["./x"] }],
  },
  {
    name: ["time", "gtime"],
    style: "posix",
    options: optionList(
      "-p,--portability -f,--format= -o,--output=write -a,--append -v,--verbose -q,--quiet -l -h",
    ),
    wraps: 0,
    tests: [{ run: "command time -o log rm x", writes: ["./log"], deletes: ["./x"] }],
  },
  {
    name: "chrt",
    style: "posix",
    options: optionList(
      "-a,--all-tasks -b,--batch -d,--deadline -f,--fifo -i,--idle -m,--max -o,--other -p,--pid -r,--rr -R,--reset-on-fork -T,--sched-runtime= -P,--sched-period= -D,--sched-deadline= -v,--verbose",
    ),
    wraps: 1,
    when: [
      { has: ["-m"], wraps: -1 },
      { has: ["-p"], wraps: -1, action: "process.kill" },
    ],
    tests: [{ run: "chrt -f 1 rm x", deletes: ["./x"] }],
  },
  {
    name: ["timeout", "gtimeout"],
    style: "posix",
    options: optionList("-f,--foreground -k,--kill-after= -p,--preserve-status -s,--signal= -v,--verbose"),
    wraps: 1,
    tests: [{ run: "timeout -k 5 10 rm x", deletes: ["./x"] }],
  },
  {
    name: ["runuser"],
    options: optionList(
      "-c,--command,--session-command=code -,-l,--login -s,--shell= -m,-p,--preserve-environment -w,--whitelist-environment= -g,--group= -G,--supp-group= -P,--pty -T,--no-pty -f,--fast -u,--user= -h",
    ),
    operands: "plain*",
    action: "privilege.raise",
    when: [{ has: ["-u"], wraps: 0 }],
    tests: [{ run: "runuser -u x -- rm -rf a", actions: ["privilege.raise"], deletes: ["./a/**"] }],
  },
  {
    name: ["gosu", "su-exec", "setuidgid", "s6-setuidgid"],
    style: "posix",
    options: ["-s", "--version"],
    action: "privilege.raise",
    wraps: 1,
    tests: [{ run: "gosu x rm a", actions: ["privilege.raise"], deletes: ["./a"] }],
  },
  {
    name: ["sudoedit"],
    options: optionList("-u,--user= -g,--group= -n -S -k -A -p,--prompt="),
    action: "privilege.raise",
    operands: "edit*",
    variables: ["SUDO_EDITOR=code", "VISUAL=code", "EDITOR=code"],
    tests: [
      {
        run: "SUDO_EDITOR='rm a' sudoedit x",
        actions: ["privilege.raise"],
        reads: ["./x"],
        writes: ["./x"],
        deletes: ["./a"],
      },
    ],
  },
  {
    name: ["taskset"],
    style: "posix",
    options: optionList("-c,--cpu-list -p,--pid -a,--all-tasks"),
    wraps: 1,
    when: [{ has: ["-p"], wraps: -1, action: "process.kill" }],
    tests: [{ run: "taskset 1 rm x", deletes: ["./x"] }],
  },
  {
    name: ["chroot", "arch-chroot"],
    style: "posix",
    options: optionList("--userspec= --groups= --skip-chdir -u= -r -N"),
    wraps: 1,
    tests: [{ run: "chroot /mnt rm -rf /x", deletes: ["/x/**"] }],
  },
  {
    name: ["unshare"],
    style: "posix",
    options: optionList(
      "-m --mount=? -u --uts=? -i --ipc=? -n --net=? -p --pid=? -U --user=? -C --cgroup=? -T --time=? -f,--fork --forward-signals -r,--map-root-user -c,--map-current-user --map-user= --map-group= --map-users= --map-groups= --map-auto --map-subids --owner= --kill-child=? --mount-proc=? --mount-binfmt=? --propagation= --setgroups= -R,--root= -w,--wd=cwd -S,--setuid= -G,--setgid= --keep-caps --monotonic= --boottime= -l,--load-interp=",
    ),
    wraps: 0,
    tests: [{ run: "unshare --mount-proc=/proc rm -rf a", deletes: ["./a/**"] }],
  },
  {
    name: ["nsenter"],
    style: "posix",
    options: optionList(
      "-a,--all -t,--target= -m,--mount=? -u,--uts=? -i,--ipc=? -n,--net=? -N,--net-socket= -p,--pid=? -U,--user=? --user-parent -C,--cgroup=? -c,--join-cgroup -T,--time=? -S,--setuid= -G,--setgid= --keep-caps --preserve-credentials -r,--root=? -w,--wd=? -W,--wdns=? -e,--env -F,--no-fork -Z,--follow-context",
    ),
    action: "privilege.raise",
    wraps: 0,
    also: [{ has: ["-t=1"], action: "container.host" }],
    tests: [
      { run: "nsenter -t 1 -m rm a", actions: ["privilege.raise", "container.host"], deletes: ["./a"] },
    ],
  },
  {
    name: ["setpriv"],
    style: "posix",
    options: optionList(
      "-d,--dump --groups= --clear-groups --keep-groups --init-groups --inh-caps= --ambient-caps= --bounding-set= --no-new-privs,--nnp --rgid= --egid= --regid= --ruid= --euid= --reuid= --securebits= --selinux-label= --apparmor-profile= --landlock-access= --landlock-rule= --seccomp-filter= --pdeathsig= --ptracer= --reset-env --list-caps",
    ),
    wraps: 0,
    tests: [{ run: "setpriv --reuid=0 --clear-groups rm a", deletes: ["./a"] }],
  },
  {
    name: "faketime",
    style: "posix",
    options: optionList("-f -m -p= --exclude-monotonic --date-prog="),
    wraps: 1,
    tests: [{ run: "faketime '2 days ago' rm a", deletes: ["./a"] }],
  },
  {
    // The rest is for a shell, or for options with two values.
    name: ["capsh", "bwrap"],
    loose: true,
    unknown: "opaque-code",
    tests: [{ run: "capsh -- -c 'rm a'", deletes: ["./a"], unknown: ["opaque-code"] }],
  },
  {
    name: ["proot"],
    style: "posix",
    options: optionList(
      "-r,--rootfs= -b,--bind,-m,--mount= -w,--pwd,--cwd=cwd -q,--qemu= -k,--kernel-release= -0,--root-id -i,--change-id= -v,--verbose= -R= -S= -h -V",
    ),
    wraps: 0,
    tests: [{ run: "proot -b /x -w /y rm a", deletes: ["/y/a"] }],
  },
  {
    name: ["cpulimit"],
    style: "posix",
    options: optionList(
      "-l,--limit= -p,--pid= -e,--exe= -P,--path= -c,--cpu= -z,--lazy -i,--include-children -b,--background -f,--foreground -v,--verbose -q -k -r -s= -m",
    ),
    wraps: 0,
    when: [{ has: ["-p"], wraps: -1, action: "process.kill" }],
    tests: [{ run: "cpulimit -l 5 -- rm a", deletes: ["./a"] }],
  },
  {
    name: ["sg"],
    options: ["-c=code"],
    operands: "plain code",
    tests: [{ run: "sg x -c 'rm a'", deletes: ["./a"] }],
  },
  {
    name: ["flock"],
    style: "posix",
    options: optionList(
      "-s,--shared -x,-e,--exclusive -u,--unlock -n,--nonblock,--nb -w,--wait,--timeout= -o,--close -E,--conflict-exit-code= -F,--no-fork -c,--command=code --verbose",
    ),
    operands: "create",
    wraps: 1,
    when: [{ operand: ["-c", "--command"], operands: "create plain code", wraps: -1 }],
    tests: [{ run: "flock f rm x", writes: ["./f"], deletes: ["./x"] }],
  },
  {
    name: ["strace", "ltrace", "valgrind", "rr"],
    style: "posix",
    loose: true,
    options: optionList(
      "-o=piped -e= -p= -s= -u= -E= -a= -I= -O= -S= -P= -b= --log-file=write --xml-file=write --massif-out-file=write --callgrind-out-file=write --cachegrind-out-file=write",
    ),
    wraps: 0,
    when: [{ has: ["-p"], wraps: -1, action: "process.kill" }],
    tests: [{ run: "strace -f -o log rm x", writes: ["./log"], deletes: ["./x"] }],
  },
  {
    name: ["perf"],
    style: "posix",
    commands: {
      "stat,record,trace,mem,lock,sched,c2c,kmem,ftrace,kvm": {
        style: "posix",
        loose: true,
        options: optionList(
          "-e,--event= -o,--output=write -p,--pid= -t,--tid= -u,--uid= -C,--cpu= -F,--freq= -r,--repeat= -I,--interval-print= -c,--count= -j,--branch-filter= -G,--cgroup= -D,--delay= -m,--mmap-pages= --call-graph= --filter= --pre=code --post=code -x,--field-separator= -M,--metrics=",
        ),
        wraps: 0,
        when: [{ has: ["-p", "-t"], wraps: -1 }],
      },
      "list,report,annotate,diff,top,version,bench,evlist,buildid-list,data,config,probe": { loose: true },
      "script,inject,archive,test": { loose: true, unknown: "opaque-code" },
    },
    tests: [{ run: "perf stat -e cycles rm a", deletes: ["./a"] }],
  },
  {
    name: ["hyperfine"],
    loose: true,
    options: optionList(
      "-w,--warmup= -m,--min-runs= -M,--max-runs= -r,--runs= -s,--setup=code -p,--prepare=code -C,--conclude=code -c,--cleanup=code -P,--parameter-scan= -D,--parameter-step-size= -S,--shell= -n,--command-name= -u,--time-unit= --style= --sort= --output= --input=read --export-json=write --export-csv=write --export-markdown=write --export-asciidoc=write --export-orgmode=write --reference=code",
    ),
    operands: "code*",
    tests: [{ run: "hyperfine -w 3 'rm a' 'ls b'", deletes: ["./a"], reads: ["./b"] }],
  },
  {
    name: "lldb",
    style: "single",
    loose: true,
    lang: "lldb",
    options: optionList(
      "-o,-one-line=program -O,-one-line-before-file=program -k,-one-line-on-crash=program -K,-source-on-crash=script -s,-source=script -S,-source-before-file=script -p,-attach-pid= -n,-attach-name= -c,-core=list -f,-file=list -a,-arch= -b,-batch -w,-wait-for -x,-no-lldbinit -X,-no-use-colors -Q,-source-quietly -l,-script-language= -r,-repl=?",
    ),
    operands: "list*",
    unknown: "opaque-code",
    tests: [
      {
        run: "lldb -b -o 'platform shell rm a' --one-line 'shell rm b'",
        deletes: ["./a", "./b"],
        executes: ["inline lldb"],
        unknown: ["opaque-code"],
      },
    ],
  },
  {
    name: ["gdb"],
    style: "single",
    loose: true,
    lang: "gdb",
    options: optionList(
      "-ex=program -iex=program -eval-command=program -init-eval-command=program -x=script -ix=script -command=script -p= -pid= -c=list -core=list -d= -directory= -cd=cwd -args -batch -q -n -nx -nh",
    ),
    operands: "list*",
    unknown: "opaque-code",
    when: [{ has: ["-args"], wraps: 0 }],
    also: [{ has: ["-p", "-pid"], action: "process.kill" }],
    tests: [
      {
        run: "gdb -batch -ex 'shell rm a'",
        deletes: ["./a"],
        executes: ["inline gdb"],
        unknown: ["opaque-code", "opaque-code"],
      },
    ],
  },
  {
    name: ["systemd-run", "systemd-inhibit", "systemd-cat", "systemd-nspawn"],
    style: "posix",
    options: optionList(
      "--user --system --scope --unit,-u= -p,--property= --description= --slice= -r,--remain-after-exit --uid= --gid= --nice= --working-directory=cwd -E,--setenv=env -t,--pty -P,--pipe -q,--quiet --on-active= --on-boot= --on-startup= --on-unit-active= --on-unit-inactive= --on-calendar= --timer-property= --wait -G,--collect -S,--shell --what= --who= --why= --mode= -d,--same-dir --no-block --send-sighup --service-type= -D,--directory= -H= -M=",
    ),
    wraps: 0,
    also: [
      {
        has: "--on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive".split(
          " ",
        ),
        action: "schedule.change",
      },
    ],
    tests: [{ run: "systemd-run --user rm x", deletes: ["./x"] }],
  },
  {
    name: ["busybox", "toybox"],
    style: "posix",
    options: optionList("--list --list-full --install"),
    wraps: 0,
    tests: [{ run: "busybox rm -rf /usr", deletes: ["/usr/**"] }],
  },
  {
    name: ["watch", "entr"],
    style: "posix",
    options: optionList(
      "-b,--beep -c,--color -d,--differences=? -e,--errexit -g,--chgexit -n,--interval= -p,--precise -q,--equexit= -r,--no-rerun -t,--no-title -w,--no-wrap -x,--exec -a -z -s -h",
    ),
    wraps: 0,
    handler: "watch",
    tests: [{ run: "watch -n 5 rm x", deletes: ["./x"] }],
  },
  {
    name: ["script", "scriptreplay"],
    options: optionList(
      "-a,--append -c,--command=code -e,--return -f,--flush -q,--quiet -t,--timing=? -I= -O= -B= -E= -m= -o= -T=",
    ),
    operands: "write",
    when: [{ most: 0, operands: "write" }],
    tests: [{ run: "script -qc 'rm x' /dev/null", deletes: ["./x"] }],
  },
  {
    name: ["ld.so", "ld-linux*", "ld-musl*"],
    style: "posix",
    options: optionList("--list --verify --library-path= --preload= --argv0= --inhibit-cache"),
    wraps: 0,
    tests: [{ run: "ld.so /bin/rm x", deletes: ["./x"] }],
  },
];
