import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };

const ANSIBLE =
  optionList(`-i,--inventory=remote-read -l,--limit= -m,--module-name= -a,--args= -b,--become -K,--ask-become-pass --become-method= --become-user= -k,--ask-pass -u,--user= -c,--connection= -T,--timeout= -t,--tags= --skip-tags= -e,--extra-vars=plain -f,--forks= -C,--check -D,--diff
  -M,--module-path= -P,--poll= -B,--background= -o,--one-line --playbook-dir=cwd -v,--verbose -vv -vvv -vvvv --list-hosts --list-tags --list-tasks --syntax-check --start-at-task= --step --flush-cache --force-handlers --private-key,--key-file=read -J,--ask-vault-password,--ask-vault-pass --vault-password-file,--vault-pass-file=script --vault-id=
  --scp-extra-args= --sftp-extra-args= --ssh-common-args= --ssh-extra-args= --task-timeout= -h -U,--url=remote -d,--directory=write --checkout= --accept-host-key --full --only-if-changed --purge -s,--sleep= --clean --track-subs --verify-commit`);

const ANSIBLE_LOOKS = {
  has: ["--list-hosts", "--list-tags", "--list-tasks", "--syntax-check"],
  action: [],
} as const;

/** A word that ends in a semicolon begins another command. */
const TMUX_LOOKS: ProgramUsage = { loose: true, also: [{ operand: ["*;"], unknown: "opaque-code" }] };

/** Tools that run many machines, and this repository. */
export const OPERATIONS_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["ansible", "ansible-console"],
    options: ANSIBLE.map((one) => (one === "-a,--args=" ? `${one}code` : one)),
    action: "cloud.change",
    when: [ANSIBLE_LOOKS, { place: "remote", unknown: "opaque-code" }],
    // An inventory that is executable is run.
    also: [{ has: ["-i", "--ssh-common-args", "--ssh-extra-args", "-M"], unknown: "opaque-code" }],
    variables: ["ANSIBLE_CONFIG", "ANSIBLE_LIBRARY"],
    tests: [{ run: "ansible all --list-hosts" }],
  },
  {
    name: ["ansible-playbook", "ansible-pull"],
    options: ANSIBLE,
    operands: "read*",
    action: "cloud.change",
    when: [ANSIBLE_LOOKS, { executes: "file", lang: "ansible" }],
    variables: ["ANSIBLE_CONFIG", "ANSIBLE_LIBRARY"],
    tests: [{ run: "ansible-playbook --syntax-check x.yml", reads: ["./x.yml"] }],
  },
  {
    name: ["ansible-doc", "ansible-inventory", "ansible-community"],
    loose: true,
    options: ["-i,--inventory=read", "--output=write", "-t,--type=", "--fix=?", "--write=?"],
    when: [{ has: ["-i"], unknown: "opaque-file" }],
    tests: [{ run: "ansible-doc -l" }],
  },
  {
    name: "ansible-config",
    loose: true,
    commands: { "list,dump,view,validate": LOOKS, init: LOOKS },
    tests: [{ run: "ansible-config dump" }],
  },
  {
    name: "ansible-vault",
    commands: {
      view: { options: ANSIBLE, operands: "read*", action: "secret.read" },
      "create,edit,rekey,encrypt,decrypt,encrypt_string": {
        options: [
          ...ANSIBLE,
          "--new-vault-password-file=read",
          "--new-vault-id=",
          "--output=write",
          "--encrypt-vault-id=",
          "-n,--name=",
          "-p,--prompt",
          "--show-input",
          "--stdin-name=",
        ],
        operands: "edit*",
      },
    },
    tests: [{ run: "ansible-vault view x", reads: ["./x"], actions: ["secret.read"] }],
  },
  {
    name: "ansible-galaxy",
    commands: {
      "collection,role": {
        loose: true,
        commands: {
          "list,search,info,verify,help": LOOKS,
          install: {
            loose: true,
            options: ["-r,--requirements-file,--role-file=read", "-p,--collections-path,--roles-path=write"],
            action: "package.change",
            executes: "package",
            lang: "ansible",
          },
          "init,build,download,setup,import": { loose: true, unknown: "opaque-file" },
          publish: { loose: true, action: "package.publish", operands: "upload" },
          "delete,remove": { loose: true, action: "package.destroy" },
        },
      },
      install: {
        loose: true,
        options: ["-r,--role-file=read"],
        action: "package.change",
        executes: "package",
        lang: "ansible",
      },
      "list,search,info": LOOKS,
      "remove,delete": { loose: true, action: "package.destroy" },
    },
    tests: [{ run: "ansible-galaxy role search nginx" }],
  },
  {
    name: "ansible-test",
    loose: true,
    commands: {
      "env,coverage": {
        loose: true,
        when: [{ operand: ["erase", "combine", "xml", "html"], unknown: "opaque-file" }],
      },
      "sanity,units,integration,network-integration,windows-integration,shell": {
        loose: true,
        executes: "file",
        lang: "ansible",
      },
    },
    tests: [{ run: "ansible-test env" }],
  },
  {
    name: [
      "puppet",
      "salt",
      "salt-call",
      "salt-ssh",
      "virsh",
      "vboxmanage",
      "VBoxManage",
      "prlctl",
      "qm",
      "vmrun",
    ],
    loose: true,
    options: ["-c,--connect="],
    also: [{ has: ["-c"], unknown: "opaque-code" }],
    verbs: {
      look: "list ls status show info help version list-all dominfo domstate nodeinfo showvminfo snapshot-list config-get port global-status history describe",
      change:
        "create start up run launch apply provision reload resume restart reboot define edit attach-disk clone import config set add modifyvm startvm pull bootstrap upload unpause snapshot-create exec ssh shell enter copy rsync",
      destroy:
        "destroy delete remove rm stop halt undefine purge shutdown poweroff suspend reset wipe unregistervm snapshot-delete detach-disk prune terminate kill",
      kind: "container",
      depth: 2,
    },
    tests: [{ run: "virsh destroy x", actions: ["container.destroy"] }],
  },
  {
    name: ["lxc", "lxd", "incus", "multipass", "limactl", "colima", "orb", "pct", "crictl", "ctr"],
    loose: true,
    commands: {
      "exec,shell,ssh,enter,run,x": {
        style: "posix",
        loose: true,
        options: optionList(
          "-n,--name= --env=env -e= -c,--container= --cwd= -u,--user= --user-id= -w,--workdir,--working-directory= -m,--machine= --mode= --additional-flags= --timeout= --mount=",
        ),
        action: "container.exec",
        place: "remote",
        wraps: 1,
        when: [{ has: ["-c", "-n"], wraps: 0 }],
      },
    },
    verbs: {
      look: "list ls status show info help version list-all config-get port history describe images ps pods inspect stats logs image-list find networks aliases",
      change:
        "create start up launch apply provision reload resume restart reboot define edit clone import config set add pull bootstrap upload unpause snapshot snapshot-create copy mv push file transfer mount umount image images-pull network storage profile publish template",
      destroy:
        "destroy delete remove rm stop halt undefine purge shutdown poweroff suspend reset wipe snapshot-delete prune terminate kill rmi rmp stopp umount recover",
      kind: "container",
      depth: 2,
    },
    tests: [{ run: "lxc exec c -- rm /x", actions: ["container.exec"], deletes: ["/x"] }],
  },
  {
    // Boxes that share the home directory: what happens in them happens here.
    name: ["distrobox", "toolbox"],
    loose: true,
    commands: {
      enter: {
        style: "posix",
        options: optionList(
          "-n,--name= -c,--container= -T,--no-tty -nw,--no-workdir --root -a,--additional-flags= -r,--release= -d,--distro=",
        ),
        wraps: 1,
        when: [{ has: ["-n"], wraps: 0 }],
      },
      run: {
        style: "posix",
        options: optionList("-c,--container= -d,--distro= -r,--release= --preserve-fds="),
        wraps: 0,
      },
      "list,ls,version,help": { loose: true },
      "create,init-container,upgrade,assemble,export,generate-entry": {
        loose: true,
        action: "container.change",
      },
      "rm,rmi,stop": { loose: true, action: "container.destroy" },
    },
    tests: [{ run: "toolbox run -c box rm x", deletes: ["./x"] }],
  },
  {
    // Their files are Ruby, which runs whatever is asked.
    name: ["vagrant", "chef", "chef-client", "knife", "kitchen", "berks"],
    loose: true,
    executes: "file",
    lang: "ruby",
    operands: "plain*",
    when: [{ operand: ["destroy", "delete", "halt"], action: "container.destroy" }],
    commands: {
      ssh: {
        loose: true,
        options: ["-c,--command=code"],
        place: "remote",
        action: "container.exec",
        executes: "file",
        lang: "ruby",
      },
    },
    tests: [
      {
        run: "vagrant ssh -c 'rm /x'",
        actions: ["container.exec"],
        deletes: ["/x"],
        executes: ["file ruby"],
        unknown: ["opaque-file"],
      },
    ],
  },
  {
    name: "svn",
    variables: ["SVN_EDITOR=code", "SVN_SSH=code"],
    loose: true,
    global: optionList(
      "-r,--revision= -m,--message= -F,--file=read --config-dir= --config-option= --diff-cmd=command --diff3-cmd=command --editor-cmd=code --depth= --username= --password= -N --force -q",
    ),
    commands: {
      "status,st,stat,log,diff,di,cat,annotate,blame,praise,ann,info,list,ls,help,h": {
        loose: true,
        also: [{ has: ["--config-dir", "--config-option"], unknown: "opaque-code" }],
      },
      "checkout,co,export": {
        loose: true,
        operands: "remote unpack",
        when: [{ most: 1, operands: "remote", unpacks: true }],
      },
      "revert,cleanup": { loose: true, action: "git.discard" },
      "switch,sw": {
        loose: true,
        operands: "remote unpack",
        unknown: "opaque-file",
        when: [{ most: 1, unpacks: true }],
      },
      "update,up": {
        loose: true,
        operands: "unpack*",
        unknown: "opaque-file",
        when: [{ most: 0, unpacks: true }],
      },
      "add,changelist,cl,commit,ci,copy,cp,delete,del,remove,rm,import,lock,merge,mergeinfo,mkdir,move,mv,rename,ren,patch,propdel,pdel,propedit,pedit,propget,pget,proplist,plist,propset,pset,relocate,resolve,resolved,unlock,upgrade":
        { loose: true, unknown: "opaque-file" },
    },
    tests: [{ run: "svn revert -R .", actions: ["git.discard"] }],
  },
  {
    name: ["hg", "jj", "fossil", "bzr", "p4", "cvs", "darcs", "pijul", "sl"],
    variables: ["HGEDITOR=code", "JJ_EDITOR=code", "CVS_RSH=command", "CVSEDITOR=code"],
    loose: true,
    global: optionList(
      "-R,--repository= --cwd=cwd --config= --config-option= --config-file= --config-toml= --config-dir= --tool= --diff-cmd=command --diff3-cmd=command --editor-cmd=code -r,--revision,--rev= -m,--message=",
    ),
    commands: {
      "status,st,stat,log,l,diff,di,show,cat,annotate,blame,praise,info,list,ls,branches,tags,heads,parents,id,identify,root,paths,help,version,summary,files,manifest,grep,locate,incoming,outgoing,timeline,changes,filelog,describe,evolog,op-log,glog":
        {
          loose: true,
          also: [
            {
              has: [
                "--config",
                "--config-option",
                "--config-file",
                "--config-toml",
                "--config-dir",
                "--tool",
              ],
              unknown: "opaque-code",
            },
          ],
        },
      "revert,clean,purge,strip,rollback,abandon,undo,restore,obliterate,histedit,uncommit,prune": {
        loose: true,
        action: "git.discard",
      },
      "commit,ci,add,remove,rm,delete,move,mv,rename,copy,cp,mkdir,update,up,checkout,co,switch,merge,pull,init,branch,bookmark,tag,rebase,graft,amend,shelve,unshelve,import,export,resolve,backout,new,edit,squash,split,git,workspace,sync,submit,integrate,propset,propdel,lock,unlock,cleanup,relocate,externals,bundle,unbundle,phase,evolve,fetch,absorb,next,prev":
        { loose: true, unknown: "opaque-file" },
      clone: { loose: true, operands: "plain unpack-new", unknown: "opaque-file" },
      push: {
        loose: true,
        operands: "pushed",
        action: "git.push",
        options: ["-f,--force"],
        when: [{ has: ["-f"], action: "git.force-push" }],
      },
      config: CONFIGURES,
    },
    tests: [{ run: "hg status" }],
  },
  {
    name: "prometheus",
    loose: true,
    style: "single",
    options: ["--help-long", "--help-man", "-h"],
    when: [
      { has: ["--help-long", "--help-man", "-h"] },
      { action: "service.change", unknown: "opaque-file" },
    ],
    tests: [{ run: "prometheus --help-long" }],
  },
  {
    name: [
      "nginx",
      "apachectl",
      "httpd",
      "caddy",
      "haproxy",
      "traefik",
      "redis-server",
      "mysqld",
      "postgres",
      "mongod",
      "sshd",
      "dockerd",
      "containerd",
      "grafana-server",
      "node_exporter",
      "uvicorn",
      "gunicorn",
      "flask",
      "django-admin",
      "manage.py",
      "streamlit",
      "jupyter",
      "jupyter-lab",
      "jupyter-notebook",
      "celery",
      "airflow",
      "ollama",
      "php-fpm",
      "puma",
      "unicorn",
      "http-server",
      "serve",
      "live-server",
      "json-server",
      "mitmproxy",
      "mitmdump",
      "tcpdump",
      "tshark",
      "wireshark",
      "ettercap",
      "bettercap",
    ],
    loose: true,
    options: ["-v", "-V", "-t", "-T", "-s=", "-c=read", "-w=write"],
    when: [
      { has: ["-v", "-V"], most: 0 },
      { has: ["-s=stop", "-s=quit"], action: "service.stop" },
      { action: "service.change", unknown: "opaque-file" },
    ],
    tests: [{ run: "nginx -s stop", actions: ["service.stop"] }],
  },
  {
    name: ["tmux"],
    style: "posix",
    options: [
      "-2",
      "-C",
      "-CC",
      "-c=code",
      "-D",
      "-f=read",
      "-L=",
      "-l",
      "-N",
      "-S=",
      "-T=",
      "-u",
      "-U",
      "-v",
      "-V",
    ],
    unknown: "opaque-code",
    commands: {
      "ls,list-sessions,lsw,list-windows,lsp,list-panes,lsc,list-clients,lsk,list-keys,has,has-session,lscm,list-commands,show,show-options,show-environment,showenv,lsb,list-buffers,show-messages,info":
        TMUX_LOOKS,
      "capture-pane,capturep,show-buffer,showb": TMUX_LOOKS,
      "kill-server,kill-session,kill-window,killw,kill-pane,killp": { loose: true, action: "process.kill" },
      "new,new-session,neww,new-window,splitw,split-window,respawn-pane,respawnp,respawn-window,respawnw,popup,display-popup":
        {
          style: "posix",
          options: optionList(
            "-A -a -b -d -D -E -P -X -h -v -f -k -S -c= -e=env -F= -n= -s= -t= -x= -y= -l= -p= -w= -T= -Z -I",
          ),
          operands: "code*",
          when: [{ least: 2, operands: "", wraps: 0 }],
        },
      "send-keys,send,run-shell,run,if-shell,if,pipe-pane,pipep": {
        style: "posix",
        options: optionList("-t= -N= -c= -d= -l -H -M -R -X -K -F -b -C -I -O -o"),
        operands: "code*",
        unknown: "opaque-code",
      },
      "attach,attach-session,a,detach,detach-client,rename-session,rename,rename-window,renamew,select-window,selectw,select-pane,selectp,next-window,next,previous-window,prev,resize-pane,resizep,swap-pane,swap-window,move-window":
        TMUX_LOOKS,
    },
    tests: [{ run: "tmux ls" }],
  },
];
