import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CHANGES: ProgramUsage = { loose: true, action: "cluster.change" };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };

/** `--dry-run=client` and `--dry-run=server` send a request that changes nothing. */
const DRY = {
  has: ["--dry-run", "--dry-run=client", "--dry-run=server"],
  not: ["--dry-run=none"],
  action: [],
};

const FILE =
  optionList(`-f,--filename=remote-read -k,--kustomize=remote-read -R,--recursive --dry-run=? -o,--output= --field-manager= --validate=? --save-config
  --server-side --force --force-conflicts --prune --prune-allowlist= --all -l,--selector= --overwrite --wait --timeout=
  --grace-period= --cascade=? --record --show-managed-fields --template= --allow-missing-template-keys --openapi-patch --raw=
  --subresource= --edit --windows-line-endings`);

const files = (extra: ProgramUsage): ProgramUsage => ({
  options: FILE,
  ...extra,
  when: [DRY, ...(extra.when ?? [])],
});

const GET: ProgramUsage = {
  options:
    optionList(`-A,--all-namespaces --allow-missing-template-keys --chunk-size= --field-selector= -f,--filename=read --ignore-not-found
    -k,--kustomize=read -L,--label-columns= --no-headers -o,--output= --output-watch-events --raw= -R,--recursive -l,--selector=
    --server-print --show-kind --show-labels --show-managed-fields --sort-by= --subresource= --template= -w,--watch --watch-only
    --export`),
  when: [
    {
      operand: [
        "secret",
        "secrets",
        "secret/*",
        "secrets/*",
        "*,secret",
        "*,secrets",
        "secret,*",
        "secrets,*",
        "*,secret,*",
      ],
      has: ["-o"],
      action: "secret.read",
    },
  ],
};

const GRANTS: ProgramUsage = {
  loose: true,
  options: ["--dry-run=?"],
  action: ["cluster.change", "access.grant"],
  when: [DRY],
};

/** What holds data, by itself or in it. */
const HOLDS_DATA = optionList(
  "ns ns/* namespace* project project/* pv pv/* pvc pvc/* persistentvolume* statefulset* sts sts/* crd crd/*",
);

/** A pod that is the machine's own, as its description says it. */
const HOST_POD = ["--privileged", "--overrides=*privileged*", "--overrides=*host*"];

/** What follows `--` is the command; without it, options of the command are not told apart from kubectl's own. */
const EXEC: ProgramUsage = {
  options: optionList(
    "-c,--container= -f,--filename=read --pod-running-timeout= -q,--quiet -i,--stdin -t,--tty",
  ),
  action: "cluster.exec",
  place: "remote",
  wraps: 1,
};

/** Tools of Kubernetes. */
export const CLUSTER_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["kubectl", "oc", "k", "microk8s.kubectl", "kubecolor"],
    global:
      optionList(`--as= --as-group= --as-uid= --as-user-extra= --cache-dir= --certificate-authority=read --client-certificate=read
      --client-key=read --cluster= --context= --disable-compression --insecure-skip-tls-verify --kubeconfig=script --kuberc=
      --log-flush-frequency= --match-server-version -n,--namespace= --password= --profile= --profile-output=write
      --request-timeout= -s,--server=url --tls-server-name= --token= --user= --username= -v= --v= --vmodule= --warnings-as-errors`),
    lang: "kubeconfig",
    variables: ["KUBECONFIG", "KUBE_EDITOR=code", "EDITOR=code", "KUBECTL_EXTERNAL_DIFF=code"],
    commands: {
      "api-resources,api-versions,version,options,help,completion,explain,top,events,status,projects,whoami,get-token":
        LOOKS,
      get: GET,
      describe: { loose: true },
      logs: {
        options:
          optionList(`--all-containers --all-pods -c,--container= -f,--follow --ignore-errors --insecure-skip-tls-verify-backend
          --limit-bytes= --max-log-requests= --pod-running-timeout= --prefix -p,--previous -l,--selector= --since= --since-time= --tail=
          --timestamps`),
      },
      diff: { options: FILE },
      wait: { loose: true },
      "cluster-info": {
        options: [
          "--output-directory=write",
          "--all-namespaces",
          "-A",
          "--namespaces=",
          "-o,--output=",
          "--pod-running-timeout=",
          "--dump",
        ],
      },
      auth: { commands: { "can-i,whoami": LOOKS, reconcile: CHANGES } },
      config: {
        commands: {
          "current-context,get-clusters,get-contexts,get-users": LOOKS,
          view: {
            options: optionList(
              "--flatten --merge --minify --raw -o,--output= --template= --show-managed-fields --allow-missing-template-keys",
            ),
            when: [{ has: ["--raw"], action: "secret.read" }],
          },
          "set,set-cluster,set-context,set-credentials,use-context,use,unset,rename-context,delete-cluster,delete-context,delete-user":
            CONFIGURES,
        },
      },
      rollout: { commands: { "history,status": LOOKS, "pause,restart,resume": CHANGES, undo: CHANGES } },
      apply: {
        ...files({ action: "cluster.change" }),
        also: [{ has: ["--prune", "--force"], not: ["--dry-run"], action: "cluster.destroy" }],
        commands: { "view-last-applied": LOOKS, "edit-last-applied,set-last-applied": CHANGES },
      },
      create: {
        ...files({ action: "cluster.change" }),
        loose: true,
        commands: {
          "clusterrolebinding,rolebinding": GRANTS,
          token: { loose: true, action: ["cluster.change", "secret.read"] },
          "deployment,deploy,namespace,ns,job,cronjob,cj,service,svc,role,clusterrole,serviceaccount,sa,ingress,ing,quota,resourcequota,priorityclass,pc,poddisruptionbudget,pdb,route,imagestream,user,group":
            { loose: true, options: ["--dry-run=?"], action: "cluster.change", when: [DRY] },
          "secret,configmap": {
            options: optionList(
              "--from-file=keyed --from-literal= --from-env-file=read --dry-run=? -o,--output= --type= --cert=read --key=read --append-hash",
            ),
            loose: true,
            action: "cluster.change",
            when: [DRY],
          },
        },
      },
      adm: {
        loose: true,
        options: ["--dry-run=?"],
        action: "cluster.change",
        when: [DRY],
        also: [
          {
            operand: ["add-cluster-role-to-*", "add-role-to-*", "add-scc-to-*"],
            not: ["--dry-run"],
            action: "access.grant",
          },
        ],
      },
      replace: files({ action: "cluster.change", when: [{ has: ["--force"], action: "cluster.destroy" }] }),
      "annotate,autoscale,certificate,cordon,uncordon,edit,expose,label,patch,set,taint,new-app,new-project,policy,start-build,tag,import-image,rollback,deploy,process":
        { loose: true, options: ["--dry-run=?"], action: "cluster.change", when: [DRY] },
      scale: {
        loose: true,
        options: ["--dry-run=?", "--replicas="],
        action: "cluster.change",
        when: [DRY, { has: ["--replicas=0"], action: ["cluster.change", "service.stop"] }],
      },
      delete: {
        options:
          optionList(`--all -A,--all-namespaces --cascade=? --dry-run=? --field-selector= -f,--filename=remote-read --force --grace-period=
          --ignore-not-found -i,--interactive -k,--kustomize=read --now -o,--output= --raw= -R,--recursive -l,--selector= --timeout=
          --wait`),
        action: "cluster.destroy",
        when: [DRY],
        also: [
          { first: HOLDS_DATA, not: ["--dry-run"], action: "cloud.data-destroy" },
          { has: ["--all"], not: ["--dry-run"], action: "cloud.data-destroy" },
        ],
      },
      drain: { loose: true, options: ["--dry-run=?"], action: "cluster.destroy", when: [DRY] },
      exec: EXEC,
      rsh: EXEC,
      run: {
        style: "gnu",
        options:
          optionList(`--annotations= --attach --command --env= --expose --field-manager= --image= --image-pull-policy= -l,--labels=
          --leave-stdin-open --override-type= --overrides= --pod-running-timeout= --port= --privileged -q,--quiet --restart= --rm
          -i,--stdin -t,--tty --dry-run=? -o,--output= --grace-period= --cascade= --timeout= --wait --save-config --record --force -f=read
          -k= -R --template= --show-managed-fields --allow-missing-template-keys`),
        action: "cluster.change",
        place: "container",
        wraps: 1,
        when: [DRY],
        also: [{ has: HOST_POD, not: ["--dry-run", "--privileged=false"], action: "container.host" }],
      },
      debug: {
        options: optionList(
          "--arguments-only --attach -c,--container= --copy-to= --custom=read --env= -f,--filename=read --image= --image-pull-policy= --keep-annotations --keep-init-containers --keep-labels --keep-liveness --keep-readiness --keep-startup --profile= -q,--quiet --replace --same-node --set-image= --share-processes -i,--stdin --target= -t,--tty",
        ),
        action: "cluster.exec",
        place: "remote",
        wraps: 1,
        also: [
          { first: ["node/*", "nodes/*"], action: "container.host" },
          { has: ["--profile=sysadmin"], action: "container.host" },
        ],
      },
      attach: { loose: true, action: "cluster.exec", place: "remote", unknown: "opaque-code" },
      cp: {
        options: optionList("-c,--container= --no-preserve --retries="),
        operands: "remote-read remote-write",
        tree: true,
        action: "cluster.exec",
      },
      "port-forward,proxy": { loose: true, action: "cluster.change" },
      kustomize: {
        options:
          optionList(`--as-current-user --enable-alpha-plugins --enable-helm -e,--env= --helm-command=command --load-restrictor= --mount=
          --network --network-name= -o,--output=write --helm-api-versions= --helm-kube-version= --helm-debug`),
        operands: "read",
        tree: true,
        also: [{ has: ["--enable-alpha-plugins", "--enable-helm"], unknown: "opaque-file" }],
      },
      plugin: LOOKS,
      "login,logout,project": CONFIGURES,
    },
    tests: [
      {
        run: "kubectl exec -it -n x pod -- rm -rf /data",
        actions: ["cluster.exec"],
        deletes: ["/data/**"],
        commands: ["kubectl", "rm"],
      },
      { run: "kubectl apply -k overlays", reads: ["./overlays"], actions: ["cluster.change"] },
    ],
  },
  {
    name: "kustomize",
    commands: {
      build: {
        options:
          optionList(`-o,--output=write --enable-helm --enable-alpha-plugins --enable-exec --load-restrictor= -e,--env= --as-current-user
          --helm-command=command --network --mount= --stack-trace`),
        operands: "remote-read",
        default: ".",
        tree: true,
        filter: true,
        also: [{ has: ["--enable-helm", "--enable-alpha-plugins", "--enable-exec"], unknown: "opaque-file" }],
      },
      cfg: { loose: true, unknown: "opaque-file" },
      "version,help,completion": LOOKS,
      "create,edit,localize,fn": { loose: true, action: "config.change", unknown: "opaque-file" },
    },
    tests: [{ run: "kustomize build overlays", reads: ["./overlays/**"] }],
  },
  {
    name: [
      "eksctl",
      "kind",
      "minikube",
      "k3d",
      "k3s",
      "kops",
      "kubeadm",
      "talosctl",
      "flux",
      "argocd",
      "istioctl",
      "kubectx",
      "kubens",
    ],
    loose: true,
    verbs: {
      look: "get list ls version help status describe diff logs info config-view top check validate stats history",
      change:
        verbList(`create apply add update upgrade start scale set install enable sync bootstrap reconcile resume suspend pause unpause
        load export config use join init login logout edit patch import rollout restore backup`),
      destroy: "delete destroy remove rm stop uninstall disable drain reset purge prune",
      kind: "cluster",
      depth: 2,
    },
    also: [{ operand: ["kubeconfig", "*password*", "*secret*"], action: "secret.read" }],
    tests: [{ run: "minikube delete --all", actions: ["cluster.destroy"] }],
  },
];

const DELETES_BACKUP: ProgramUsage = { loose: true, action: ["cluster.destroy", "cloud.data-destroy"] };
const BACKUP_LOOKS = "get,list,describe,logs,download,version,help,client,completion,debug";
const BACKUP_CHANGES = "create,install,set,pause,unpause,add,remove,uninstall";

/** Velero: the kind of thing may come before the verb, or behind it. */
export const BACKUP_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "velero",
    loose: true,
    global: optionList("-n,--namespace= --kubeconfig= --kubecontext= --features= --log-format= -v="),
    commands: {
      [BACKUP_LOOKS]: LOOKS,
      [BACKUP_CHANGES]: CHANGES,
      delete: DELETES_BACKUP,
      "backup,backups,restore,restores,schedule,schedules,backup-location,snapshot-location,plugin,repo": {
        loose: true,
        commands: { [BACKUP_LOOKS]: LOOKS, [BACKUP_CHANGES]: CHANGES, delete: DELETES_BACKUP },
      },
    },
    tests: [{ run: "velero backup delete b", actions: ["cluster.destroy", "cloud.data-destroy"] }],
  },
];

/** Options of the commands that take a chart and values: a post-renderer is a program. */
const CHART =
  optionList(`--atomic --rollback-on-failure --ca-file=read --cert-file=read --key-file=read --create-namespace --dependency-update
  --description= --devel --disable-openapi-validation --dry-run=? --enable-dns --force --force-replace --force-conflicts -g,--generate-name
  --hide-notes --hide-secret --insecure-skip-tls-verify --keyring=read -l,--labels= --name-template= --no-hooks -o,--output=
  --pass-credentials --password= --plain-http --post-renderer=command --post-renderer-args= --render-subchart-notes --replace --repo=
  --reset-values --reset-then-reuse-values --reuse-values --set= --set-file= --set-json= --set-literal= --set-string= --skip-crds
  --skip-schema-validation --take-ownership --timeout= --username= -f,--values=remote-read --verify --version= --wait --wait-for-jobs
  -i,--install --history-max= --cleanup-on-fail --server-side=? -a,--api-versions= --include-crds --is-upgrade --kube-version=
  -s,--show-only= --skip-tests --validate --release-name`);

const CHART_FETCH =
  optionList(`--ca-file=read --cert-file=read --key-file=read -d,--destination=write --devel --insecure-skip-tls-verify --keyring=read
  --pass-credentials --password= --plain-http --prov --repo= --untar --untardir=write --username= --verify --version=`);

/** Written where it is run, under a name of the chart. */
const FETCHES: ProgramUsage = {
  options: CHART_FETCH,
  fetches: true,
  when: [{ not: ["-d", "--untardir"], unpacks: true }],
};

const HELM_DRY = {
  has: ["--dry-run", "--dry-run=client", "--dry-run=server", "--dry-run=true"],
  not: ["--dry-run=none", "--dry-run=false"],
  action: [],
};

/** Helm. */
export const HELM_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "helm",
    global:
      optionList(`--burst-limit= --debug --kube-apiserver= --kube-as-group= --kube-as-user= --kube-ca-file=read --kube-context=
      --kube-insecure-skip-tls-verify --kube-tls-server-name= --kube-token= --kubeconfig=script -n,--namespace= --qps=
      --registry-config=read --repository-cache= --repository-config=read --color= --content-cache=`),
    variables: ["HELM_PLUGINS", "HELM_CONFIG_HOME", "HELM_DATA_HOME", "KUBECONFIG"],
    commands: {
      "completion,env,help,version,history,hist,list,ls,status,search,show,inspect,lint,verify": LOOKS,
      get: LOOKS,
      template: {
        options: [...CHART, "--output-dir=write"],
        operands: "plain plain",
      },
      "install,upgrade": {
        options: CHART,
        action: "cluster.change",
        when: [
          HELM_DRY,
          { operand: ["http://*", "https://*", "oci://*"], action: ["cluster.change", "cluster.fetch"] },
          { has: ["--repo"], action: ["cluster.change", "cluster.fetch"] },
        ],
      },
      rollback: { loose: true, options: ["--dry-run=?"], action: "cluster.change", when: [HELM_DRY] },
      "uninstall,un,del,delete": {
        loose: true,
        options: ["--dry-run=?"],
        action: "cluster.destroy",
        when: [HELM_DRY],
      },
      test: { loose: true, action: "cluster.exec", unknown: "opaque-code" },
      create: { options: ["-p,--starter="], operands: "create", tree: true },
      package: {
        options:
          optionList(`--app-version= -u,--dependency-update -d,--destination=write --key= --keyring=read --passphrase-file=read --sign
          --version= --ca-file= --cert-file= --insecure-skip-tls-verify --key-file= --password= --plain-http --username=`),
        operands: "read*",
        tree: true,
        unknown: "opaque-file",
      },
      "pull,fetch": FETCHES,
      push: {
        options: optionList(
          "--ca-file=read --cert-file=read --insecure-skip-tls-verify --key-file=read --password= --plain-http --username=",
        ),
        operands: "upload remote",
        action: "package.publish",
      },
      "dependency,dep,dependencies": {
        commands: { "list,ls": LOOKS, "build,update,up": { loose: true, unknown: "opaque-file" } },
      },
      repo: { commands: { "list,ls": LOOKS, "add,index,remove,rm,update,up": CONFIGURES } },
      registry: { commands: { "login,logout": CONFIGURES } },
      plugin: {
        commands: {
          "list,ls,verify": LOOKS,
          "install,add,update,up": { loose: true, action: "package.change", executes: "package", lang: "sh" },
          "uninstall,remove,rm": { loose: true, action: "package.destroy" },
          package: { loose: true, unknown: "opaque-file" },
        },
      },
    },
    tests: [
      { run: "helm list -A" },
      { run: "helm install x https://h.example/x.tgz", actions: ["cluster.change", "cluster.fetch"] },
    ],
  },
];
