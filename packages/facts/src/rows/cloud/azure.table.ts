import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage, Verbs } from "../../programs/program-row.js";

/** Verbs of Azure's command line: groups, then the verb: `az network vnet subnet list`. */
const VERBS: Verbs = {
  look: verbList(`list list-* show show-* get-* exists check-* version help search query wait logs log-tail tail
    summarize validate what-if find url download download-* is-authorized can-*`),
  change:
    verbList(`create create-* update update-* set set-* add add-* start restart enable enable-* import import-* export export-*
    upload upload-* upload-batch move copy copy-* copy-start run invoke invoke-* assign approve attach attach-* apply build
    connect deploy deploy-* configure login logout install upgrade upgrade-* resize scale restore restore-* recover register
    renew regenerate regenerate-* reapply redeploy reimage reject reset-* rotate rotate-* send simulate-eviction swap sync
    undelete unlock upsert up publish push reopen refresh promote prepare perform-maintenance open-port
    map migrate merge lock link grant-* generate generate-* generalize failover-* exec execute convert capture cordon
    config-zip complete browse begin-getaccess grant-access backup activate accept transfer trigger test verify
    sign encrypt decrypt link-* rename replicate request-* resume wait-* init new fork checkin close`),
  destroy:
    verbList(`delete delete-* delete-batch purge purge-* remove remove-* stop stop-* deallocate unregister disable disable-*
    revoke revoke-* cancel cancel-* detach clear clear-* flush failover force-* reset uninstall disconnect unassign abandon
    destroy suspend terminate evict expire unlink revert`),
  publish: "up publish",
  kind: "cloud",
  depth: 0,
};

/** A group's own subcommands before the verbs that all share. */
const group = (commands: Readonly<Record<string, ProgramUsage>>): ProgramUsage => ({
  loose: true,
  commands,
  verbs: { ...VERBS, depth: 4 },
});

const READS_SECRET: ProgramUsage = { loose: true, action: "secret.read" };

const DESTROYS_DATA: ProgramUsage = { loose: true, action: ["cloud.destroy", "cloud.data-destroy"] };

const GRANTS: ProgramUsage = { loose: true, action: ["cloud.change", "access.grant"] };

/** Tools of Microsoft's cloud. */
export const AZURE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "az",
    loose: true,
    files: ["@"],
    global:
      optionList(`--debug --only-show-errors -o,--output= --query= --subscription= --verbose -g,--resource-group= -n,--name=
      -h,--help --acquire-policy-token --change-reference=`),
    variables: ["AZURE_CONFIG_DIR", "AZURE_EXTENSION_DIR"],
    commands: {
      "version,help,find": { loose: true },
      "login,logout,init": { loose: true, action: "config.change" },
      configure: {
        options: ["-d,--defaults=", "-l,--list-defaults=?", "--scope="],
        action: "config.change",
        when: [{ has: ["-l"], not: ["-d"], action: [] }],
      },
      "interactive,upgrade": { loose: true, unknown: "opaque-code" },
      rest: {
        options: optionList(
          `-m,--method= -u,--url,--uri=url -b,--body=body --headers= --output-file=write --resource= --skip-authorization-header
          --uri-parameters=`,
        ),
        action: "cloud.change",
        when: [
          { has: ["--method=delete", "--method=DELETE", "--method=Delete"], action: "cloud.destroy" },
          { not: ["-m", "-b"], action: [] },
          { only: ["--method=get", "--method=GET"], not: ["-b"], action: [] },
        ],
      },
      account: group({
        "get-access-token": READS_SECRET,
        "set,clear": { loose: true, action: "config.change" },
      }),
      devops: group({
        configure: {
          options: ["-d,--defaults=", "-l,--list", "--use-git-aliases="],
          action: "config.change",
          when: [{ has: ["-l"], not: ["-d", "--use-git-aliases"], action: [] }],
        },
        "login,logout": { loose: true, action: "config.change" },
        invoke: { loose: true, action: "cloud.change" },
      }),
      acr: group({
        login: {
          loose: true,
          action: "config.change",
          when: [{ has: ["--expose-token"], action: "secret.read" }],
          options: ["-t,--expose-token"],
        },
        credential: group({ show: READS_SECRET }),
        "build,run": { loose: true, action: "cloud.change", unknown: "opaque-file" },
      }),
      aks: group({
        "get-credentials": { loose: true, action: ["config.change", "secret.read"] },
        command: group({ invoke: { loose: true, action: "cluster.exec", unknown: "opaque-code" } }),
        "install-cli": { loose: true, action: "package.change", executes: "package" },
        browse: { loose: true, action: "cloud.change" },
      }),
      keyvault: group({
        "set-policy": GRANTS,
        secret: group({
          "show,download": { options: ["-f,--file=write"], loose: true, action: "secret.read" },
          set: { options: ["-f,--file=upload"], loose: true, action: "cloud.change" },
        }),
        certificate: group({
          download: { options: ["-f,--file=write"], loose: true, action: "secret.read" },
        }),
        key: group({ download: { options: ["-f,--file=write"], loose: true } }),
      }),
      group: group({ delete: DESTROYS_DATA }),
      sql: group({ db: group({ delete: DESTROYS_DATA }) }),
      storage: group({
        account: group({
          delete: DESTROYS_DATA,
          keys: group({ list: READS_SECRET }),
          "show-connection-string": READS_SECRET,
          "generate-sas": READS_SECRET,
        }),
        blob: group({
          "delete,delete-batch": DESTROYS_DATA,
          upload: { options: ["-f,--file=upload", "--data="], loose: true, action: "cloud.change" },
          "upload-batch": {
            options: ["-s,--source=upload"],
            loose: true,
            tree: true,
            action: "cloud.change",
          },
          download: { options: ["-f,--file=write"], loose: true },
          "download-batch": { options: ["-d,--destination=write", "-s,--source="], loose: true },
          sync: { options: ["-s,--source=upload"], loose: true, tree: true, action: "cloud.change" },
          "copy,directory": { loose: true, action: "cloud.change", unknown: "opaque-file" },
          "generate-sas": READS_SECRET,
        }),
        file: group({
          upload: { options: ["--source=upload"], loose: true, action: "cloud.change" },
          download: { options: ["--dest=write"], loose: true },
          "upload-batch": {
            options: ["-s,--source=upload"],
            loose: true,
            tree: true,
            action: "cloud.change",
          },
          "download-batch": { options: ["-s,--source=", "-d,--destination=write"], loose: true },
          "generate-sas": READS_SECRET,
        }),
        container: group({
          delete: DESTROYS_DATA,
          "set-permission,create": {
            options: ["--public-access="],
            loose: true,
            action: "cloud.change",
            also: [{ has: ["--public-access=blob", "--public-access=container"], action: "access.grant" }],
          },
        }),
        fs: group({
          file: group({
            upload: { options: ["-s,--source=upload"], loose: true, action: "cloud.change" },
            download: { options: ["-d,--destination=write"], loose: true },
          }),
        }),
      }),
      cosmosdb: group({
        keys: group({ "list,list-connection-strings": READS_SECRET }),
      }),
      redis: group({ "list-keys": READS_SECRET }),
      functionapp: group({
        keys: group({ list: READS_SECRET }),
        deployment: group({ "list-publishing-profiles,list-publishing-credentials": READS_SECRET }),
      }),
      webapp: group({
        deployment: group({ "list-publishing-profiles,list-publishing-credentials": READS_SECRET }),
        log: group({
          download: { options: ["--log-file=write"], loose: true },
          config: { loose: true, action: "cloud.change" },
        }),
        "ssh,create-remote-connection": { loose: true, action: "cloud.change", unknown: "opaque-code" },
      }),
      vm: group({
        "run-command": group({ invoke: { loose: true, action: "cloud.change", unknown: "opaque-code" } }),
      }),
      role: group({ assignment: group({ create: GRANTS }) }),
      "ssh,serial-console": { loose: true, action: "cloud.change", unknown: "opaque-code" },
      container: group({
        exec: { loose: true, action: "container.exec", unknown: "opaque-code" },
        attach: { loose: true },
      }),
      containerapp: group({ exec: { loose: true, action: "container.exec", unknown: "opaque-code" } }),
      bicep: group({
        "build,decompile,generate-params,publish": {
          loose: true,
          action: "config.change",
          unknown: "opaque-file",
        },
        "install,upgrade": { loose: true, action: "package.change", executes: "package" },
      }),
      extension: group({ "add,update": { loose: true, action: "package.change", executes: "package" } }),
      ad: group({
        app: group({ permission: group({ "admin-consent,grant": GRANTS }) }),
        sp: group({ credential: group({ reset: { loose: true, action: ["cloud.change", "secret.read"] } }) }),
      }),
    },
    verbs: { ...VERBS, from: 1, depth: 5 },
    tests: [{ run: "az vm list -g mygroup" }],
  },
  {
    name: "azcopy",
    commands: {
      "list,env,jobs": { loose: true },
      "copy,cp,sync": {
        loose: true,
        operands: "remote-read remote-write",
        tree: true,
        action: "cloud.change",
      },
      "remove,rm": { loose: true, action: "cloud.destroy" },
      "login,logout": { loose: true, action: "config.change" },
    },
    tests: [{ run: "azcopy remove https://h.example/c", actions: ["cloud.destroy"] }],
  },
];
