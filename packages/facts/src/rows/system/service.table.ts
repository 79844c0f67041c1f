import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CHANGES: ProgramUsage = { loose: true, action: "service.change" };
const STOPS: ProgramUsage = { loose: true, action: "service.stop" };
const POWER: ProgramUsage = { loose: true, action: "system.power" };
const SYSTEM: ProgramUsage = { loose: true, action: "system.change" };

const SYSTEMCTL =
  optionList(`-t,--type= --state= -p,--property= -P= -a,--all -r,--recursive --reverse --with-dependencies --job-mode= -i
  --check-inhibitors= -q,--quiet --no-block --wait --user --system --no-wall --no-reload --global --no-ask-password --kill-whom= --kill-who= -s,--signal=
  --kill-value= -f,--force --preset-mode= --root= --image= --image-policy= --runtime -n,--lines= -o,--output= --firmware-setup
  --boot-loader-menu= --boot-loader-entry= --reboot-argument= --plain --timestamp= --mkdir --read-only -l,--full --show-types -T,--show-transaction
  --value --now --no-pager --no-legend --legend= --dry-run --what= --when= --message= --after --before --fail --failed -h,--help --version
  -H,--host=host -M,--machine= --capsule= -C= --drop-in= --stdin --marked`);

/** Services, jobs and the power of the machine. */
export const SERVICE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "systemctl",
    global: SYSTEMCTL,
    variables: ["SYSTEMD_EDITOR=code", "EDITOR=code", "SYSTEMD_PAGER=code", "PAGER=code"],
    commands: {
      "list-units,list-automounts,list-sockets,list-paths,list-timers,list-dependencies,list-unit-files,list-machines,list-jobs,is-active,is-failed,is-enabled,is-system-running,status,show,cat,help,get-default,show-environment,whoami":
        {},
      "start,restart,try-restart,reload-or-restart,try-reload-or-restart,reload,force-reload,condrestart,unmask,daemon-reload,daemon-reexec,reset-failed,set-property,thaw,import-environment,log-level,log-target,service-log-level,service-log-target,service-watchdogs,bind,mount-image":
        {
          operands: "plain*",
          action: "service.change",
          when: [{ operand: ["*.timer"], action: ["service.change", "schedule.change"] }],
        },
      // It starts with the machine, or with whoever logs in.
      "enable,reenable,link,preset,preset-all,add-wants,add-requires": {
        operands: "plain*",
        action: ["service.change", "system.change"],
      },
      "edit,revert": { action: "service.change", unknown: "opaque-file" },
      "set-environment,unset-environment,set-default": { action: "system.change" },
      "stop,kill,disable,mask,freeze,clean,cancel": { action: "service.stop" },
      isolate: { action: ["service.stop", "service.change"] },
      "reboot,poweroff,halt,kexec,soft-reboot,suspend,hibernate,hybrid-sleep,suspend-then-hibernate,sleep,rescue,emergency,default,exit,switch-root":
        { action: "system.power" },
    },
    tests: [{ run: "systemctl status x" }],
  },
  {
    name: "service",
    style: "posix",
    options: ["--status-all", "--full-restart"],
    action: "service.change",
    when: [
      { has: ["--status-all"], action: [] },
      { operand: ["status"], least: 2, most: 2, action: [] },
      { operand: ["stop"], action: "service.stop" },
    ],
    tests: [{ run: "service nginx stop", actions: ["service.stop"] }],
  },
  {
    name: [
      "rc-service",
      "rc-update",
      "chkconfig",
      "update-rc.d",
      "initctl",
      "invoke-rc.d",
      "sv",
      "supervisorctl",
      "pm2",
      "monit",
    ],
    loose: true,
    action: "service.change",
    when: [
      {
        operand: [
          "stop",
          "delete",
          "del",
          "remove",
          "kill",
          "disable",
          "off",
          "down",
          "force-stop",
          "shutdown",
        ],
        action: "service.stop",
      },
      { operand: ["status", "list", "ls", "show", "logs", "describe", "summary"], most: 2, action: [] },
      {
        operand: ["on", "defaults", "enable", "add", "startup"],
        action: ["service.change", "system.change"],
      },
    ],
    tests: [{ run: "pm2 delete all", actions: ["service.stop"] }],
  },
  {
    name: "journalctl",
    options:
      optionList(`--system --user -M,--machine= -m,--merge -D,--directory=list --file=list --root= --image= --image-policy= --namespace= -S,--since= -U,--until=
      -c,--cursor= --after-cursor= --show-cursor --cursor-file=write -b,--boot=? -u,--unit= --user-unit= -t,--identifier= -T,--exclude-identifier= -p,--priority=
      --facility= -g,--grep= --case-sensitive=? -k,--dmesg --invocation= -I -o,--output= --output-fields= -n,--lines=? -r,--reverse --utc -x,--catalog --no-full -l,--full
      -a,--all -f,--follow --no-tail --truncate-newline -q,--quiet --no-hostname --no-pager -e,--pager-end --interval= --verify-key= --force
      -N,--fields -F,--field= --list-boots --list-invocations --list-namespaces --disk-usage --verify --list-catalog --dump-catalog --header --synchronize-on-exit=
      --vacuum-size= --vacuum-files= --vacuum-time= --sync --relinquish-var --smart-relinquish-var --flush --rotate --update-catalog
      --setup-keys --new-id128 -h,--help --version`),
    variables: ["SYSTEMD_PAGER=code", "PAGER=code", "SYSTEMD_LESS"],
    when: [
      { has: ["--vacuum-size", "--vacuum-files", "--vacuum-time"], action: "history.clear" },
      {
        has: [
          "--sync",
          "--relinquish-var",
          "--smart-relinquish-var",
          "--flush",
          "--rotate",
          "--update-catalog",
          "--setup-keys",
        ],
        action: "system.change",
      },
    ],
    tests: [{ run: "journalctl -u ssh -n 50 --no-pager" }],
  },
  {
    name: "crontab",
    options: ["-u=", "-l", "-r", "-i", "-e", "-s", "-n=", "-c=", "-x=", "-T", "-V"],
    operands: "script",
    lang: "crontab",
    action: "schedule.change",
    when: [
      { has: ["-l", "-V"], not: ["-r", "-e"], action: [] },
      { has: ["-T"], operands: "read", action: [] },
      { has: ["-r", "-e"] },
      // Without a file some read standard input.
      { most: 0, executes: "stdin" },
    ],
    variables: ["EDITOR=code", "VISUAL=code"],
    tests: [
      {
        run: "crontab x.cron",
        reads: ["./x.cron"],
        executes: ["file crontab"],
        actions: ["schedule.change"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: ["at", "batch"],
    options: ["-q=", "-f=script", "-m", "-M", "-v", "-l", "-d", "-r", "-b", "-c", "-t=", "-u=", "-V"],
    action: "schedule.change",
    executes: "stdin",
    lang: "sh",
    when: [{ has: ["-l", "-c", "-V"], action: [], lang: "sh" }],
    tests: [
      {
        run: "at -f x.sh now",
        reads: ["./x.sh"],
        actions: ["schedule.change"],
        executes: ["file sh", "stdin sh"],
        unknown: ["opaque-file", "opaque-code"],
      },
    ],
  },
  { name: "atq", options: ["-q=", "-V", "-o="], tests: [{ run: "atq" }] },
  {
    name: "atrm",
    options: ["-V"],
    action: "schedule.change",
    tests: [{ run: "atrm 1", actions: ["schedule.change"] }],
  },
  {
    name: [
      "shutdown",
      "reboot",
      "halt",
      "poweroff",
      "telinit",
      "init",
      "kexec",
      "pm-suspend",
      "pm-hibernate",
    ],
    loose: true,
    action: "system.power",
    tests: [{ run: "shutdown -h now", actions: ["system.power"] }],
  },
  {
    name: "loginctl",
    loose: true,
    commands: {
      "list-sessions,session-status,show-session,list-users,user-status,show-user,list-seats,seat-status,show-seat":
        LOOKS,
      "activate,lock-session,unlock-session,lock-sessions,unlock-sessions,enable-linger,disable-linger,attach,flush-devices":
        SYSTEM,
      "terminate-session,kill-session,terminate-user,kill-user,terminate-seat": {
        loose: true,
        action: "process.kill",
      },
    },
    tests: [{ run: "loginctl terminate-user x", actions: ["process.kill"] }],
  },
  {
    name: ["hostnamectl", "timedatectl", "resolvectl", "bootctl", "machinectl", "coredumpctl", "networkctl"],
    loose: true,
    when: [
      { most: 0 },
      {
        operand: [
          "status",
          "list",
          "list-*",
          "show",
          "show-*",
          "timesync-status",
          "statistics",
          "query",
          "info",
          "dump",
        ],
      },
      { action: "system.change" },
    ],
    tests: [{ run: "timedatectl status" }],
  },
  {
    name: "systemd-analyze",
    loose: true,
    commands: {
      "time,blame,critical-chain,dump,plot,dot,unit-paths,exit-status,capability,condition,cat-config,calendar,timestamp,timespan,security,syscall-filter,filesystems,verify,inspect-elf,architectures,compare-versions":
        LOOKS,
      "log-level,log-target,service-watchdogs,set-log-level,set-log-target": SYSTEM,
    },
    tests: [{ run: "systemd-analyze blame" }],
  },
  {
    name: "launchctl",
    commands: {
      "list,print,print-cache,print-disabled,plist,procinfo,hostinfo,resolveport,examine,dumpstate,dumpjpcategory,blame,error,version,variant,help,managerpid,manageruid,managername,getenv,limit":
        LOOKS,
      "kickstart,start,attach,debug,config,runstats,uncache": CHANGES,
      // It starts at a time, or with whoever logs in.
      "load,bootstrap,enable,submit": { ...CHANGES, action: ["service.change", "schedule.change"] },
      "unload,bootout,disable,stop,kill,remove": STOPS,
      "setenv,unsetenv": SYSTEM,
      reboot: POWER,
      asuser: { style: "posix", wraps: 1, action: "privilege.raise" },
      bsexec: { style: "posix", wraps: 1, action: "privilege.raise" },
    },
    tests: [{ run: "launchctl list" }],
  },
];
