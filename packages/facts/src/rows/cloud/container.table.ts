import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const CONTAINER_OPTIONS =
  optionList(`-a,--attach= --add-host= --annotation= --blkio-weight= --blkio-weight-device= --cap-add= --cap-drop=
  --cgroup-parent= --cgroupns= --cidfile=write --cpu-count= --cpu-percent= --cpu-period= --cpu-quota= --cpu-rt-period=
  --cpu-rt-runtime= -c,--cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= --detach-keys= --device= --device-cgroup-rule=
  --device-read-bps= --device-read-iops= --device-write-bps= --device-write-iops= --disable-content-trust --dns= --dns-option=
  --dns-opt= --dns-search= --domainname= --entrypoint= -e,--env= --env-file=config --expose= --gpus= --group-add= --health-cmd=
  --health-interval= --health-retries= --health-start-interval= --health-start-period= --health-timeout= -h,--hostname= --init
  -i,--interactive --io-maxbandwidth= --io-maxiops= --ip= --ip6= --ipc= --isolation= --kernel-memory= -l,--label=
  --label-file=read --link= --link-local-ip= --log-driver= --log-opt= --mac-address= -m,--memory= --memory-reservation=
  --memory-swap= --memory-swappiness= --mount= --name= --network,--net= --network-alias,--net-alias= --no-healthcheck
  --oom-kill-disable --oom-score-adj= --pid= --pids-limit= --platform= --privileged=? -p,--publish= -P,--publish-all --pull=
  -q,--quiet --read-only --restart= --rm --runtime= --security-opt= --shm-size= --stop-signal= --stop-timeout=
  --storage-opt= --sysctl= --tmpfs= -t,--tty --ulimit= -u,--user= --userns= --uts= -v,--volume= --volume-driver= --volumes-from=
  -w,--workdir=`);

const RUN: ProgramUsage = {
  style: "posix",
  handler: "docker-run",
  options: [...CONTAINER_OPTIONS, "-d,--detach", "--sig-proxy"],
};

const CREATE: ProgramUsage = { ...RUN, options: CONTAINER_OPTIONS };

const EXEC: ProgramUsage = {
  handler: "docker-run",
  style: "posix",
  options: optionList(
    "-d,--detach --detach-keys= -e,--env= --env-file=config -i,--interactive --privileged -t,--tty -u,--user= -w,--workdir= -l,--latest",
  ),
};

const BUILD: ProgramUsage = {
  options:
    optionList(`--add-host= --allow= --annotation= --attest= --build-arg= --build-context= --builder= --cache-from= --cache-to=
    --call= --cgroup-parent= --check --compress -c,--cpu-shares= --cpu-period= --cpu-quota= --cpuset-cpus= --cpuset-mems= -D,--debug
    --disable-content-trust -f,--file=read --force-rm --iidfile=write --isolation= --label= --load -m,--memory= --memory-swap=
    --metadata-file=write --network= --no-cache --no-cache-filter= -o,--output= --platform= --progress= --provenance= --pull --push
    -q,--quiet --rm --sbom= --secret= --security-opt= --shm-size= --squash --ssh= -t,--tag= --target= --ulimit=`),
  operands: "read",
  tree: true,
  action: "container.change",
  executes: "file",
  lang: "dockerfile",
  also: [{ has: ["--output", "--cache-to", "--secret"], unknown: "opaque-code" }],
};

const LOOKS: ProgramUsage = { loose: true };
const LISTS: ProgramUsage = {
  options:
    optionList(`-a,--all -f,--filter= --format= -n,--last= -l,--latest --no-trunc -q,--quiet -s,--size --digests --tree --noheading
    --sort= --ns --pod -p --sync -w,--watch= --external --no-heading`),
};
const CHANGES: ProgramUsage = { loose: true, action: "container.change" };
/** An image is sent to where others can get it, which a registry on this machine is not. */
const PUSHES: ProgramUsage = {
  loose: true,
  action: ["container.change", "package.publish"],
  when: [{ operand: ["localhost*", "127.0.0.1*", "docker-daemon:*"], action: "container.change" }],
};
const DESTROYS: ProgramUsage = { loose: true, action: "container.destroy" };
const STOPS: ProgramUsage = { loose: true, action: "container.change" };
const RUNS: ProgramUsage = { loose: true, action: "container.run" };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };

/** Containers of a file: what they are given, and which of this machine's directories, only the file says. */
const STARTS: ProgramUsage = {
  loose: true,
  action: "container.run",
  executes: "file",
  lang: "compose",
};

const COMPOSE_OPTIONS =
  optionList(`--all-resources --ansi= --compatibility --dry-run --env-file=config -f,--file=read --parallel= --profile= --progress=
  --project-directory= -p,--project-name= --verbose --no-ansi -H,--host= --tls --tlscacert=read --tlscert=read --tlskey=read --tlsverify
  -c,--context= -v,--version --log-level=`);

/** `docker compose` and `docker-compose`. */
const COMPOSE: ProgramUsage = {
  options: COMPOSE_OPTIONS,
  commands: {
    "events,help,images,logs,ls,port,ps,stats,top,version,volumes,wait": LOOKS,
    config: {
      options:
        optionList(`--environment --format= --hash= --images --lock-image-digests --models --networks --no-consistency --no-env-resolution
        --no-interpolate --no-normalize --no-path-resolution -o,--output=write --profiles -q,--quiet --resolve-image-digests --services
        --variables --volumes`),
    },
    convert: {
      options: [
        "--format=",
        "-o,--output=write",
        "-q,--quiet",
        "--hash=",
        "--services",
        "--volumes",
        "--images",
        "--profiles",
      ],
    },
    "build,up,create,start,restart,watch,scale,unpause": STARTS,
    push: PUSHES,
    "pull,publish,commit,pause,attach,bridge,alpha": CHANGES,
    "down,rm": {
      options: optionList("-v,--volumes --rmi= --remove-orphans -t,--timeout= -f,--force -s,--stop"),
      action: "container.destroy",
      when: [{ has: ["-v"], action: ["container.destroy", "container.data-destroy"] }],
    },
    "kill,stop": DESTROYS,
    export: { options: ["-o,--output=write", "--index="] },
    cp: {
      options: ["-a,--archive", "-L,--follow-link", "--index=", "--all"],
      operands: "remote-read remote-write",
      tree: true,
      action: "container.change",
    },
    exec: {
      style: "posix",
      options: optionList(
        "-d,--detach -e,--env= --index= -T,--no-tty --privileged -u,--user= -w,--workdir= -i,--interactive -t,--tty",
      ),
      handler: "docker-run",
    },
    run: {
      style: "posix",
      options:
        optionList(`--build --cap-add= --cap-drop= -d,--detach --entrypoint= -e,--env= --env-from-file=read -i,--interactive -l,--label= --name=
        -T,--no-TTY --no-deps -p,--publish= --pull= -q,--quiet --quiet-build --quiet-pull --remove-orphans --rm -P,--service-ports
        --use-aliases -u,--user= -v,--volume= -w,--workdir= -t,--tty`),
      handler: "docker-run",
      executes: "file",
      lang: "compose",
    },
  },
};

const COPY: ProgramUsage = {
  options: optionList("-a,--archive -L,--follow-link -q,--quiet --overwrite --pause"),
  operands: "remote-read remote-write",
  tree: true,
  action: "container.change",
};

const SAVE: ProgramUsage = {
  options: [
    "-o,--output=write",
    "--platform=",
    "--format=",
    "-m,--multi-image-archive",
    "-q,--quiet",
    "--compress",
  ],
};

const LOAD: ProgramUsage = {
  options: ["-i,--input=read", "--platform=", "-q,--quiet"],
  action: "container.change",
};

const LOGS: ProgramUsage = {
  options: optionList(
    "--details -f,--follow --since= -n,--tail= -t,--timestamps --until= --color --names -l,--latest --no-task-ids --no-resolve --no-trunc --raw",
  ),
};

const IMPORT: ProgramUsage = {
  options: ["-c,--change=", "-m,--message=", "--platform="],
  operands: "url plain",
  action: "container.change",
};

const CONTAINER: ProgramUsage = {
  commands: {
    attach: { loose: true, action: "container.exec", place: "remote" },
    "commit,pause,unpause,rename,restart,update,start,init,checkpoint,restore,clone": CHANGES,
    "stop,kill": STOPS,
    "rm,remove,prune,cleanup": DESTROYS,
    create: CREATE,
    run: RUN,
    exec: EXEC,
    cp: COPY,
    export: { options: ["-o,--output=write"] },
    "ls,list,ps": LISTS,
    "diff,inspect,port,stats,top,wait,exists": LOOKS,
    logs: LOGS,
    runlabel: { loose: true, unknown: "opaque-code" },
    "mount,unmount,umount": CHANGES,
  },
};

const IMAGE: ProgramUsage = {
  commands: {
    build: BUILD,
    "history,inspect,ls,list,tree,search,exists,diff": { ...LISTS, loose: true },
    import: IMPORT,
    load: LOAD,
    save: SAVE,
    "pull,tag,untag,sign,trust,scp,mount,unmount,encrypt,decrypt,convert": CHANGES,
    push: { ...PUSHES, unknown: "opaque-file" },
    "rm,remove,prune": DESTROYS,
  },
};

/** Subcommands of the engine's objects that list, change and destroy by the same words. */
const object = (extra: Readonly<Record<string, ProgramUsage>> = {}): ProgramUsage => ({
  commands: {
    "ls,list,ps": { ...LISTS, loose: true },
    "inspect,exists,logs,stats,top,show,usage": LOOKS,
    "create,connect,disconnect,update,rename,scale,rollback,promote,demote,set,enable,disable,upgrade,install,push,import,mount,unmount,reload,start,stop,restart,pause,unpause,clone,kill,default,add,login,logout,mv,edit":
      CHANGES,
    "rm,remove,prune,delete": DESTROYS,
    ...extra,
  },
});

const DESTROYS_DATA: ProgramUsage = {
  loose: true,
  action: ["container.destroy", "container.data-destroy"],
};

const BUILDER: ProgramUsage = {
  commands: {
    build: BUILD,
    bake: {
      options:
        optionList(`--allow= --builder= --call= --check -D,--debug -f,--file=read --list= --load --metadata-file=write --no-cache --print
        --progress= --provenance= --pull --push --sbom= --set= --var=`),
      action: "container.change",
      executes: "file",
      lang: "dockerfile",
      when: [{ has: ["--print"], action: [] }],
    },
    "du,ls,inspect,version,history": LOOKS,
    "prune,rm": DESTROYS,
    "create,use,stop,imagetools,install,uninstall,dial-stdio,debug": CHANGES,
  },
};

/** Container engines with Docker's command line. */
export const CONTAINER_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["docker", "podman", "nerdctl", "finch"],
    options:
      optionList(`--config= -c,--context= -D,--debug -H,--host=host -l,--log-level= --tls --tlscacert=read --tlscert=read --tlskey=read
      --tlsverify -v --version -n,--namespace= --address= -a= --cgroup-manager= --connection= --identity=read -r,--remote --root=
      --runroot= --storage-driver= --url= --noout --insecure-registry`),
    variables: ["DOCKER_HOST", "DOCKER_CONFIG", "CONTAINER_HOST", "DOCKER_CONTEXT"],
    commands: {
      attach: { loose: true, action: "container.exec", place: "remote" },
      build: BUILD,
      "commit,pause,unpause,rename,restart,update,start,pull,tag,untag,init,mount,unmount,umount": CHANGES,
      "stop,kill": STOPS,
      push: PUSHES,
      "rm,rmi": DESTROYS,
      create: CREATE,
      run: RUN,
      exec: EXEC,
      cp: COPY,
      export: { options: ["-o,--output=write"] },
      import: IMPORT,
      load: LOAD,
      save: SAVE,
      logs: LOGS,
      "ps,images": { ...LISTS },
      "diff,events,history,info,inspect,port,search,stats,top,version,wait,help,healthcheck": LOOKS,
      login: { ...CONFIGURES, options: ["-p,--password=", "--password-stdin", "-u,--username="] },
      logout: CONFIGURES,
      container: CONTAINER,
      image: IMAGE,
      "builder,buildx": BUILDER,
      compose: COMPOSE,
      volume: object({ "rm,remove,prune,delete": DESTROYS_DATA }),
      "config,secret": object({
        create: {
          loose: true,
          options: optionList("-d,--driver= -l,--label= --template-driver="),
          operands: "plain upload",
          action: "container.change",
        },
      }),
      "network,plugin,node,pod,machine,manifest,artifact,farm,namespace,quadlet": object(),
      service: object(),
      stack: object({
        "deploy,up": { ...RUNS, unknown: "opaque-file" },
        "services,config": LOOKS,
        down: DESTROYS,
      }),
      swarm: {
        commands: {
          "init,join,update,unlock,join-token,ca,unlock-key": CHANGES,
          leave: DESTROYS,
        },
      },
      context: {
        commands: {
          "ls,list,inspect,show": LOOKS,
          "create,update,use,import": CONFIGURES,
          "rm,remove": CONFIGURES,
          export: { operands: "plain write" },
        },
      },
      system: {
        commands: {
          "df,events,info,check,connection": LOOKS,
          prune: {
            options: ["-a,--all", "--filter=", "-f,--force", "--volumes", "--build", "--external"],
            action: "container.destroy",
            when: [{ has: ["--volumes"], action: ["container.destroy", "container.data-destroy"] }],
          },
          "reset,dial-stdio,migrate,renumber,service": DESTROYS,
        },
      },
      trust: { commands: { inspect: LOOKS, "sign,revoke,key,signer,show,set": CHANGES } },
      "generate,kube,play": { loose: true, action: "container.change", unknown: "opaque-file" },
      unshare: { style: "posix", options: ["--rootless-netns"], wraps: 0 },
    },
    tests: [
      {
        run: "docker run --rm -it -v x:/y ubuntu rm -rf /",
        actions: ["container.run"],
        commands: ["docker", "rm"],
        deletes: ["/**"],
      },
      {
        run: "docker system prune -af --volumes",
        actions: ["container.destroy", "container.data-destroy"],
      },
    ],
  },
];

/** Containers by a file. */
export const COMPOSE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["docker-compose", "podman-compose"],
    ...COMPOSE,
    variables: ["COMPOSE_FILE", "DOCKER_HOST"],
    tests: [
      {
        run: "docker-compose up -d",
        actions: ["container.run"],
        executes: ["file compose"],
        unknown: ["opaque-file"],
      },
    ],
  },
];
