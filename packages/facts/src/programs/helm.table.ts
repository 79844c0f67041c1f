import { optionList } from "./option-list.js";
import type { ProgramRow, ProgramUsage } from "./program-row.js";

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };

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

const FETCH =
  optionList(`--ca-file=read --cert-file=read --key-file=read -d,--destination=write --devel --insecure-skip-tls-verify --keyring=read
  --pass-credentials --password= --plain-http --prov --repo= --untar --untardir=write --username= --verify --version=`);

/** Written where it is run, under a name of the chart. */
const FETCHES: ProgramUsage = {
  options: FETCH,
  fetches: true,
  when: [{ not: ["-d", "--untardir"], unpacks: true }],
};

const DRY = {
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
      "install,upgrade": { options: CHART, action: "cluster.change", when: [DRY] },
      rollback: { loose: true, options: ["--dry-run=?"], action: "cluster.change", when: [DRY] },
      "uninstall,un,del,delete": {
        loose: true,
        options: ["--dry-run=?"],
        action: "cluster.destroy",
        when: [DRY],
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
      { run: "helm pull nginx/nginx", writes: ["./**"] },
      { run: "helm pull nginx/nginx -d out", writes: ["./out"] },
      { run: "helm -n prod uninstall web", actions: ["cluster.destroy"] },
      { run: "helm uninstall web --dry-run" },
      { run: "helm upgrade --install web c -f v.yaml", reads: ["./v.yaml"], actions: ["cluster.change"] },
      { run: "helm template web c --output-dir out", writes: ["./out"] },
      { run: "helm frobnicate", unknown: ["unknown-subcommand"] },
    ],
  },
];
