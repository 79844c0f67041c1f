import { optionList } from "./option-list.js";
import type { ProgramRow } from "./program-row.js";

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
      { run: "sudo -l" },
    ],
  },
  {
    name: ["doas", "run0", "pkexec", "gosu", "sudoedit"],
    style: "posix",
    options: optionList("-u,--user= -C=read -n -s -L -a= --disable-internal-agent --keep-cwd"),
    action: "privilege.raise",
    wraps: 0,
    tests: [{ run: "doas -u root rm x", actions: ["privilege.raise"], deletes: ["./x"] }],
  },
  {
    name: ["su", "runuser"],
    options: optionList(
      "-c,--command,--session-command=code -,-l,--login -s,--shell= -m,-p,--preserve-environment -w,--whitelist-environment= -g,--group= -G,--supp-group= -P,--pty -f,--fast -u,--user= -h",
    ),
    operands: "plain*",
    action: "privilege.raise",
    tests: [
      { run: 'su -c "rm -rf /srv" root', actions: ["privilege.raise"], deletes: ["/srv/**"] },
      { run: "su root -c 'rm x'", actions: ["privilege.raise"], deletes: ["./x"] },
    ],
  },
  {
    name: ["env", "genv"],
    style: "posix",
    options: optionList(
      "-i,--ignore-environment -0,--null -u,--unset= -C,--chdir=cwd -S,--split-string=code -v,--debug --block-signal=? --default-signal=? --ignore-signal=? --list-signal-handling -P=",
    ),
    wraps: 0,
    environment: true,
    when: [{ most: 0, not: ["-S"], prints: "environment" }],
    tests: [{ run: "env -u X A=b rm x", deletes: ["./x"] }, { run: "env" }],
  },
  {
    name: [
      "nohup",
      "setsid",
      "stdbuf",
      "unbuffer",

      "ionice",
      "nice",
      "caffeinate",
      "eatmydata",
      "fakeroot",
      "faketime",
      "dbus-run-session",
      "xvfb-run",
      "proxychains",
      "proxychains4",
      "torsocks",
      "tsocks",
      "firejail",
      "prlimit",
      "numactl",
      "cpulimit",
      "choom",
      "setarch",
      "linux32",
      "linux64",
      "uncoloredcmd",
      "catchsegv",
    ],
    style: "posix",
    options: optionList(
      "-c,--ctty,--class= -f,--fork,--format= -w,--wait -i,--input=? -o,--output= -e,--error= -n,--adjustment,--classdata= -p,--pid -a,--append -v,--verbose -q,--quiet -t,--ignore -P= -u= -b -d -l -s -r -m -R,--addr-no-randomize -NUM --timestamp= -g",
    ),
    wraps: 0,
    tests: [
      { run: "nohup rm x", deletes: ["./x"] },
      { run: "nice -n 9 rm x", deletes: ["./x"] },
      { run: "nice -19 rm x", deletes: ["./x"] },
      { run: "stdbuf -oL rm x", deletes: ["./x"] },
    ],
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
    when: [{ has: ["-p", "-m"], wraps: -1 }],
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
    name: ["taskset", "chroot", "arch-chroot", "unshare", "nsenter", "setpriv", "capsh", "bwrap"],
    style: "posix",
    options: optionList(
      "-c,--cpu-list -p,--pid -a,--all-tasks --userspec= --groups= --skip-chdir -m,--mount=? -u,--uts=? -i,--ipc=? -n,--net=? -U,--user=? -C,--cgroup=? -T,--time=? -f,--fork -r,--map-root-user,--root=? -t,--target= -S,--setuid= -G,--setgid= --mount-proc=? --propagation= -w,--wd=? --reuid= --regid= --clear-groups --no-new-privs -F -Z -e -W",
    ),
    wraps: 0,
    when: [{ least: 2, wraps: 1 }],
    tests: [
      { run: "chroot /mnt rm -rf /x", deletes: ["/x/**"] },
      { run: "taskset 1 rm x", deletes: ["./x"] },
    ],
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
    tests: [
      { run: "flock f rm x", writes: ["./f"], deletes: ["./x"] },
      { run: "flock f -c 'rm x'", writes: ["./f"], deletes: ["./x"] },
    ],
  },
  {
    name: ["strace", "ltrace", "gdb", "valgrind", "perf", "rr", "hyperfine"],
    style: "posix",
    loose: true,
    options: optionList("-o=write -e= -p= -s= -u= -E= -a= -I= -O= -S= -P= -b= -ex=program -x=script"),
    wraps: 0,
    when: [{ has: ["-p"], wraps: -1 }],
    tests: [{ run: "strace -f -o log rm x", writes: ["./log"], deletes: ["./x"] }],
  },
  {
    name: ["systemd-run", "systemd-inhibit", "systemd-cat", "systemd-nspawn"],
    style: "posix",
    options: optionList(
      "--user --system --scope --unit,-u= -p,--property= --description= --slice= -r,--remain-after-exit --uid= --gid= --nice= --working-directory=cwd -E,--setenv=env -t,--pty -P,--pipe -q,--quiet --on-active= --on-boot= --on-calendar= --timer-property= --wait -G,--collect -S,--shell --what= --who= --why= --mode= -d,--same-dir --no-block --send-sighup --service-type= -D,--directory= -H= -M=",
    ),
    wraps: 0,
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
    tests: [
      { run: "watch -n 5 rm x", deletes: ["./x"] },
      { run: "watch 'rm x'", deletes: ["./x"] },
    ],
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
