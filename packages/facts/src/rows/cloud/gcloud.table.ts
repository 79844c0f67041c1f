import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage, Verbs } from "../../programs/program-row.js";

/** Verbs of Google's command line: groups, then the verb: `gcloud compute instances list`. */
const VERBS: Verbs = {
  look: verbList(`list list-* describe describe-* get get-* read search search-* lookup lookup-* help info version tail cat ls du hash
    check-* test-iam-permissions analyze-* query validate verify preview explain stat print-settings topic cheat-sheet`),
  change:
    verbList(`create create-* update update-* set set-* add add-* start start-* restart enable enable-* import import-* export
    export-* upload upload-* deploy deploy-* move copy clone run execute invoke call call-* install publish pull ack submit
    resize restore restore-* resume patch promote-* promote upgrade rollback rollback-* rollout replace migrate migrate-*
    activate activate-* attach attach-* associate apply approve assign bind bulk cancel-* change-* configure-* connect
    enroll encrypt asymmetric-sign mac-sign mac-verify failback generate-* grant insert-* invalidate-* join move-* modify
    mount mv cp rsync objects-compose compose open-* perform-* posture pause raw-* rebuild recreate-* redeploy register
    reject release rename renew repair request-* reschedule respond retry revert-* rotate rotate-*
    route send send-* sign-* simulate-* snapshot stage submit-* suggest-* switchover sync tag transfer trigger undelete
    unlock unset untag wait write write-* browse build add-tags login init quarantine`),
  destroy:
    verbList(`delete delete-* destroy remove remove-* rm stop stop-* disable disable-* purge purge-* revoke revoke-* cancel
    detach detach-* abandon abandon-* clear clear-* deactivate deprovision-* disassociate disconnect drain evict failover
    force-* leave release-* reset reset-* seek shutdown suspend terminate undeploy unbind unenroll uninstall unregister
    wipeout-* expire`),
  publish: "deploy",
  grant: "add-iam-policy-binding set-iam-policy",
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

/** Who may read what is in storage. */
const SETS_ACCESS: ProgramUsage = {
  loose: true,
  options: ["-d", "-f", "-r", "-R", "-a"],
  action: "cloud.change",
  also: [
    {
      operand: [
        "*llUsers*",
        "*llAuthenticatedUsers*",
        "public-*",
        "authenticated-*",
        "user:*",
        "group:*",
        "domain:*",
        "serviceAccount:*",
      ],
      not: ["-d"],
      action: "access.grant",
    },
  ],
};

/** Settings of storage, of which some say who may read it. */
const UPDATES_STORAGE: ProgramUsage = {
  options: optionList(
    "--add-acl-grant= --add-default-object-acl-grant= --acl-file=read --canned-acl,--predefined-acl= --no-public-access-prevention --clear-public-access-prevention",
  ),
  loose: true,
  action: "cloud.change",
  also: [
    {
      has: [
        "--add-acl-grant",
        "--add-default-object-acl-grant",
        "--canned-acl=*ublic*",
        "--no-public-access-prevention",
        "--clear-public-access-prevention",
      ],
      action: "access.grant",
    },
  ],
};

const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };

const SSH: ProgramUsage = {
  options:
    optionList(`--command=code --container= --ssh-flag= --ssh-key-file=read --strict-host-key-checking= --tunnel-through-iap
    --internal-ip --force-key-file-overwrite --ssh-key-expiration= --ssh-key-expire-after= --plain --dry-run --zone= --worker=`),
  place: "remote",
  operands: "host",
  action: "cloud.change",
  when: [{ not: ["--command"], unknown: "opaque-code" }],
};

const TRANSFER =
  optionList(`-r,-R,--recursive -n,--no-clobber -c,--continue-on-error -A,--all-versions -D,--daisy-chain -v,--print-created-message
  -P,--preserve-posix -Z -z= -J,--gzip-in-flight-all -j,--gzip-in-flight= -e -u,--skip-unsupported --cache-control= --content-type=
  --storage-class= --custom-metadata= --manifest-path=write --canned-acl,--predefined-acl=
  --delete-unmatched-destination-objects -d --dry-run -x,--exclude=pattern -i,--include= --checksums-only --no-ignore-symlinks
  --ignore-symlinks -q,--quiet -s= -a= -p -L=write -I --stdin --read-paths-from-stdin`);

const copy = (extra: ProgramUsage): ProgramUsage => ({
  options: TRANSFER,
  operands: "remote-read+ remote-write",
  tree: ["-r"],
  ...extra,
});

/** Tools of Google's cloud. */
export const GCLOUD_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "gcloud",
    loose: true,
    global:
      optionList(`--account= --billing-project= --configuration= --flags-file=read --data-file=upload --flatten= --format= -h --help
      --impersonate-service-account= --log-http --no-user-output-enabled --project= -q,--quiet --trace-token=
      --user-output-enabled --verbosity= --access-token-file=read --region= --zone= --location= --filter= --limit= --sort-by=
      --page-size= --uri --async`),
    variables: ["CLOUDSDK_CONFIG", "CLOUDSDK_PYTHON=command", "CLOUDSDK_PYTHON_SITEPACKAGES"],
    commands: {
      "help,version,info,topic,cheat-sheet": { loose: true },
      "alpha,beta,preview": { loose: true, verbs: { ...VERBS, from: 1, depth: 5 } },
      "init,feedback,survey,interactive,docker": CONFIGURES,
      config: group({
        "get,get-value,list": { loose: true },
        "set,unset": CONFIGURES,
        configurations: group({ "create,activate,delete,rename": CONFIGURES }),
      }),
      auth: group({
        "print-access-token,print-identity-token": READS_SECRET,
        "login,revoke,configure-docker,activate-service-account,enterprise-certificate-config": CONFIGURES,
        "application-default": group({
          "print-access-token": READS_SECRET,
          "login,revoke,set-quota-project": CONFIGURES,
        }),
      }),
      components: group({
        "install,update,reinstall,remove,restore": {
          loose: true,
          action: "package.change",
          executes: "package",
        },
      }),
      secrets: group({
        versions: group({
          access: { options: ["--out-file=write", "--secret="], loose: true, action: "secret.read" },
        }),
      }),
      container: group({
        clusters: group({ "get-credentials": CONFIGURES }),
      }),
      compute: group({
        ssh: SSH,
        scp: {
          options: ["--recurse", "--compress", "--zone=", "--port=", "--scp-flag=", "--ssh-key-file=read"],
          operands: "remote-read+ remote-write",
          tree: ["--recurse"],
        },
        "config-ssh,start-iap-tunnel": CONFIGURES,
        "sign-url": READS_SECRET,
        tpus: group({ "tpu-vm": group({ ssh: SSH }) }),
      }),
      "cloud-shell": group({ ssh: SSH }),
      app: group({
        logs: { loose: true },
        instances: group({ ssh: SSH }),
        "open-console,browse": { loose: true, action: "cloud.change" },
      }),
      iam: group({
        "service-accounts": group({
          keys: group({
            create: { loose: true, operands: "write", action: ["cloud.change", "secret.read"] },
          }),
          "sign-blob,sign-jwt": READS_SECRET,
        }),
      }),
      kms: group({
        "decrypt,asymmetric-decrypt": {
          options: ["--plaintext-file=write", "--ciphertext-file=upload"],
          loose: true,
          action: "secret.read",
        },
      }),
      projects: group({ delete: DESTROYS_DATA }),
      sql: group({
        "instances,backups,databases": group({ delete: DESTROYS_DATA }),
        connect: { loose: true, unknown: "opaque-code" },
        "generate-login-token": READS_SECRET,
      }),
      builds: group({ submit: { loose: true, action: "cloud.change", unknown: "opaque-file" } }),
      storage: {
        loose: true,
        commands: {
          cp: copy({}),
          rsync: copy({
            when: [
              { has: ["--dry-run"], operands: "" },
              { has: ["--delete-unmatched-destination-objects"], action: "cloud.destroy" },
            ],
          }),
          mv: copy({ action: "cloud.destroy", also: [{ operands: "delete" }] }),
          rm: DESTROYS_DATA,
          buckets: group({ delete: DESTROYS_DATA, update: UPDATES_STORAGE }),
          objects: group({ update: UPDATES_STORAGE }),
          "sign-url": READS_SECRET,
        },
        verbs: { ...VERBS, depth: 3 },
      },
    },
    verbs: { ...VERBS, from: 1, depth: 5 },
    tests: [{ run: "gcloud compute instances list --filter 'name ~ delete'" }],
  },
  {
    name: "gsutil",
    options: optionList("-D -DD -h= -i= -m -o= -q -s -u= -l"),
    commands: {
      "cat,du,hash,help,ls,stat,version": { loose: true },
      cp: copy({}),
      rsync: copy({
        when: [
          { has: ["-n"], operands: "" },
          { has: ["-d"], action: "cloud.destroy" },
        ],
      }),
      mv: copy({ action: "cloud.destroy", also: [{ operands: "delete" }] }),
      "rm,rb": DESTROYS_DATA,
      "mb,compose,rewrite,setmeta,restore,kms,hmac,perfdiag": { loose: true, action: "cloud.change" },
      iam: { commands: { get: { loose: true }, set: GRANTS, ch: SETS_ACCESS } },
      "acl,defacl,label,lifecycle,logging,notification,versioning,web,cors,bucketpolicyonly,ubla,pap,retention,requesterpays,rpo,autoclass,defstorageclass":
        {
          loose: true,
          commands: {
            "get,list": { loose: true },
            "set,ch": SETS_ACCESS,
            "create,delete,watchbucket,stopchannel,clear,event,lock,release,temp": {
              loose: true,
              action: "cloud.change",
            },
          },
        },
      signurl: READS_SECRET,
      "config,update,test": { loose: true, action: "config.change" },
    },
    tests: [{ run: "gsutil -m rm -r gs://b", actions: ["cloud.destroy", "cloud.data-destroy"] }],
  },
  {
    name: "bq",
    global:
      optionList(`--api= --apilog= --application_default_credential_file= --bigqueryrc=read --ca_certificates_file= --credential_file=
      --dataset_id= --debug_mode --disable_ssl_validation --discovery_file= --enable_gdrive --fingerprint_job_id --format= --headless
      --httplib2_debuglevel= --job_id= --job_property= --location= --max_rows_per_request= --project_id= --proxy_address=
      --proxy_port= -q,--quiet --service_account= --sync --nosync --trace= -n= --synchronous_mode`),
    commands: {
      "ls,show,head,help,version,wait,get-iam-policy,info": { loose: true },
      query: {
        options:
          optionList(`--allow_large_results --append_table --batch --dry_run --use_legacy_sql=? --nouse_legacy_sql --destination_table=
          --flatten_results -n,--max_rows= --replace --parameter= --maximum_bytes_billed= --label= --time_partitioning_field=
          --udf_resource= --nouse_cache --use_cache=? --require_cache -s,--start_row= --display_name= --schedule=`),
        operands: "sql",
        also: [
          { has: ["--destination_table", "--append_table", "--replace", "--schedule"], action: "db.write" },
        ],
      },
      "mk,load,insert,update,cp,copy,extract,partition,add-iam-policy-binding,set-iam-policy,init,undelete,truncate":
        { loose: true, action: "cloud.change" },
      "rm,cancel,remove-iam-policy-binding": { loose: true, action: "cloud.destroy" },
      shell: { loose: true, unknown: "opaque-code" },
    },
    tests: [{ run: "bq query 'drop table d.t'", actions: ["db.destroy"] }],
  },
];
