import { optionList } from "./option-list.js";
import type { ProgramRow, ProgramUsage } from "./program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CHANGES: ProgramUsage = { loose: true, action: "container.change" };
const DESTROYS: ProgramUsage = { loose: true, action: "container.destroy" };

/** Containers of a file: what they are given, and which of this machine's directories, only the file says. */
const STARTS: ProgramUsage = {
  loose: true,
  action: "container.run",
  executes: "file",
  lang: "compose",
};

const OPTIONS =
  optionList(`--all-resources --ansi= --compatibility --dry-run --env-file=config -f,--file=read --parallel= --profile= --progress=
  --project-directory= -p,--project-name= --verbose --no-ansi -H,--host= --tls --tlscacert=read --tlscert=read --tlskey=read --tlsverify
  -c,--context= -v,--version --log-level=`);

/** `docker compose` and `docker-compose`. */
export const COMPOSE: ProgramUsage = {
  options: OPTIONS,
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
    "pull,push,publish,commit,pause,attach,bridge,alpha": CHANGES,
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

/** Containers by a file. */
export const COMPOSE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["docker-compose", "podman-compose"],
    ...COMPOSE,
    variables: ["COMPOSE_FILE", "DOCKER_HOST"],
    tests: [
      { run: "docker-compose logs -f web" },
      { run: "docker-compose -p x down -v", actions: ["container.destroy", "container.data-destroy"] },
      {
        run: "docker-compose up -d",
        actions: ["container.run"],
        executes: ["file compose"],
        unknown: ["opaque-file"],
      },
      {
        run: "docker-compose run --entrypoint sh -v /etc:/e web -c 'rm /x'",
        actions: ["container.run"],
        reads: ["/etc/**"],
        writes: ["/etc/**"],
        deletes: ["/x"],
        executes: ["file compose"],
        unknown: ["opaque-file"],
      },
      {
        run: "docker-compose exec -T web rm /x",
        actions: ["container.exec"],
        deletes: ["/x"],
        commands: ["docker-compose", "rm"],
      },
    ],
  },
];
