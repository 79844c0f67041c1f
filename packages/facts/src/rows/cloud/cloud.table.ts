import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage, Verbs } from "../../programs/program-row.js";

/**
 * Verbs of the AWS command line: `aws SERVICE VERB-NOUN`. A verb is here only when it means the same in every service; what
 * differs is listed by service below.
 */
const VERBS: Verbs = {
  look: verbList(`describe-* get-* list-* ls head-* lookup-* batch-get-* batch-describe-* search search-* query scan wait help count-*
    estimate-* validate-* check-* simulate-* preview-* filter-log-events tail transact-get-items test-dns-answer
    receive-message download-db-log-file-portion is-authorized evaluate-* admin-get-* admin-list-*
    decode-authorization-message`),
  change:
    verbList(`create-* put-* update-* modify-* start-* attach-* tag-* untag-* add-* associate-* register-* run-* invoke invoke-*
    publish publish-* send-* set-* enable-* authorize-* allocate-* copy-* import-* export-* restore-* reboot-* resume-* retry-*
    rotate-* upload-* subscribe subscribe-* confirm-* accept-* assign-* apply-* activate-* assume-* batch-put-*
    batch-write-* batch-update-* batch-create-* batch-execute-* execute-* transact-write-items change-* complete-* deploy
    deploy-* package promote-* provision-* request-* reserve-* respond-* rebuild-* replace-* resend-* reset-* renew-*
    refresh-* redrive-* record-* push-* purchase-* post-* poll-* migrate-* merge-* link-* join-* issue-* initiate-*
    increase-* grant-* generate-* enroll-* encrypt decrypt sign verify re-encrypt delegate-* connect-* continue-* configure-*
    claim-* begin-* archive-* advertise-* submit-* switch-* swap-* transfer-* unarchive-* undeprecate-* unlock-* warm-*
    open-* notify-* mount-* move-* monitor-* signal-* sign-up unassign-* unlink-* synthesize-* label-* reimport-* reject-*
    admin-add-* admin-confirm-* admin-create-* admin-enable-* admin-initiate-* admin-link-* admin-reset-* admin-respond-*
    admin-set-* admin-update-*`),
  destroy:
    verbList(`delete delete-* rm rb terminate-* remove-* deregister-* purge-* stop-* revoke-* disable-* detach-* disassociate-*
    cancel-* release-* abort-* batch-delete-* batch-disassociate-* forget-* destroy-* decrease-* deprecate-* deactivate-*
    unsubscribe unmonitor-* schedule-key-deletion leave-* close-* exit-* withdraw-* force-* flush-* empty-* admin-delete-*
    admin-disable-* admin-forget-* admin-remove-* global-sign-out admin-user-global-sign-out deprovision-* undeploy-*
    failover-* rollback-* drop-* evict-* expire-* suspend-* uninstall-*`),
  grant:
    verbList(`attach-user-policy attach-role-policy attach-group-policy attach-managed-policy-* put-user-policy put-role-policy
    put-group-policy put-bucket-policy put-key-policy put-resource-policy put-access-point-policy put-permission-policy
    add-user-to-group add-role-to-instance-profile add-permission add-layer-version-permission create-policy-version
    create-login-profile update-login-profile update-assume-role-policy create-grant grant-permissions
    create-resource-share associate-resource-share create-account-assignment set-repository-policy`),
  kind: "cloud",
  depth: 0,
};

/** A service's own subcommands before the verbs that all share. */
const service = (commands: Readonly<Record<string, ProgramUsage>>): ProgramUsage => ({
  loose: true,
  commands,
  verbs: VERBS,
});

const READS_SECRET: ProgramUsage = { loose: true, action: "secret.read" };

const LOOKS: ProgramUsage = { loose: true };

const DESTROYS_DATA: ProgramUsage = { loose: true, action: ["cloud.destroy", "cloud.data-destroy"] };

/** Who may read what is in storage: with `private` only its owner. */
const SETS_ACCESS: ProgramUsage = {
  options: optionList("--acl= --bucket= --key= --version-id="),
  loose: true,
  action: ["cloud.change", "access.grant"],
  when: [{ has: ["--acl=private", "--acl=bucket-owner-*"], action: "cloud.change" }],
};

const TRANSFER =
  optionList(`--recursive --dryrun --quiet --only-show-errors --no-progress --exclude= --include= --acl= --grants=
  --sse= --sse-c= --sse-c-key= --sse-kms-key-id= --sse-c-copy-source= --sse-c-copy-source-key= --storage-class= --content-type=
  --cache-control= --content-disposition= --content-encoding= --content-language= --expires= --metadata= --metadata-directive=
  --copy-props= --source-region= --website-redirect= --follow-symlinks --no-follow-symlinks --guess-mime-type
  --no-guess-mime-type --page-size= --ignore-glacier-warnings --force-glacier-transfer --request-payer= --checksum-mode=
  --checksum-algorithm= --expected-size= --delete --size-only --exact-timestamps --case-conflict= --no-overwrite
  --validate-same-s3-paths`);

const OBJECT =
  optionList(`--bucket= --key= --if-match= --if-modified-since= --if-none-match= --if-unmodified-since= --range=
  --response-cache-control= --response-content-disposition= --response-content-encoding= --response-content-language=
  --response-content-type= --response-expires= --version-id= --sse-customer-algorithm= --sse-customer-key=
  --sse-customer-key-md5= --request-payer= --part-number= --expected-bucket-owner= --checksum-mode=`);

/** Tools of Amazon's cloud. */
export const CLOUD_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "aws",
    loose: true,
    files: ["file://", "fileb://"],
    global:
      optionList(`--profile= --region= --output= --query= --endpoint-url=url --color= --ca-bundle=read --debug
      --no-verify-ssl --no-paginate --no-sign-request --cli-read-timeout= --cli-connect-timeout= --cli-binary-format=
      --no-cli-pager --no-cli-auto-prompt --cli-auto-prompt --version --generate-cli-skeleton --cli-input-json= --cli-input-yaml=
      --page-size= --max-items= --starting-token=`),
    variables: [
      "AWS_PAGER=code",
      "PAGER=code",
      "AWS_CONFIG_FILE",
      "AWS_SHARED_CREDENTIALS_FILE",
      "AWS_ENDPOINT_URL",
      "AWS_DATA_PATH",
    ],
    commands: {
      help: {},
      configure: {
        loose: true,
        action: "config.change",
        commands: {
          "list,list-profiles": { loose: true },
          get: { loose: true, when: [{ operand: ["*secret*", "*token*"], action: "secret.read" }] },
          "export-credentials": { loose: true, action: "secret.read" },
          "set,import,sso,sso-session,add-model": { loose: true, action: "config.change" },
        },
      },
      "login,logout": { loose: true, action: "config.change" },
      sso: service({
        "login,logout": { loose: true, action: "config.change" },
        "get-role-credentials": READS_SECRET,
      }),
      sts: service({
        "get-session-token,get-federation-token": READS_SECRET,
        "assume-role,assume-role-with-saml,assume-role-with-web-identity,assume-root": {
          loose: true,
          action: ["secret.read", "privilege.raise"],
        },
      }),
      secretsmanager: service({ "get-secret-value,batch-get-secret-value": READS_SECRET }),
      ssm: service({
        "get-parameter,get-parameters,get-parameters-by-path,get-parameter-history": {
          options: ["--with-decryption"],
          loose: true,
          when: [{ has: ["--with-decryption"], action: "secret.read" }],
        },
        "start-session,resume-session,send-command": {
          loose: true,
          action: ["cloud.change"],
          unknown: "opaque-code",
        },
      }),
      ecr: service({ "get-login-password,get-authorization-token,get-login": READS_SECRET }),
      "ecr-public": service({ "get-login-password,get-authorization-token": READS_SECRET }),
      codeartifact: service({
        "get-authorization-token": READS_SECRET,
        login: { loose: true, action: ["secret.read", "config.change"] },
      }),
      "cognito-identity": service({
        "get-credentials-for-identity,get-open-id-token,get-open-id-token-for-developer-identity":
          READS_SECRET,
      }),
      "logs,cloudtrail": service({ "start-query": LOOKS }),
      redshift: service({ "get-cluster-credentials,get-cluster-credentials-with-iam": READS_SECRET }),
      backup: service({ "delete-recovery-point,delete-backup-vault": DESTROYS_DATA }),
      rds: service({
        "delete-db-instance,delete-db-cluster,delete-db-snapshot,delete-db-cluster-snapshot": DESTROYS_DATA,
        "generate-db-auth-token": READS_SECRET,
      }),
      kms: service({
        "decrypt,generate-data-key,generate-data-key-pair": READS_SECRET,
        "generate-mac,generate-random": LOOKS,
      }),
      iam: service({
        "create-access-key,create-service-specific-credential": {
          loose: true,
          action: ["cloud.change", "secret.read"],
        },
        "generate-credential-report,generate-service-last-accessed-details": {
          loose: true,
          action: "cloud.change",
        },
      }),
      ec2: service({
        "delete-snapshot,delete-volume": DESTROYS_DATA,
        "authorize-security-group-ingress": {
          options: optionList("--cidr= --ip-permissions="),
          loose: true,
          action: "cloud.change",
          also: [
            { has: ["--cidr=0.0.0.0/0", "--cidr=::/0", "--ip-permissions=*/0*"], action: "access.grant" },
          ],
        },
        "modify-image-attribute,modify-snapshot-attribute": {
          options: optionList("--launch-permission= --create-volume-permission= --operation-type="),
          loose: true,
          action: "cloud.change",
          also: [
            {
              has: ["--launch-permission=*Add*", "--create-volume-permission=*Add*", "--operation-type=add"],
              action: "access.grant",
            },
          ],
        },
        "get-password-data": READS_SECRET,
      }),
      "ec2-instance-connect": service({
        "ssh,open-tunnel": { loose: true, unknown: "opaque-code", action: "cloud.change" },
      }),
      eks: service({
        "update-kubeconfig": { loose: true, action: "config.change" },
        "get-token": READS_SECRET,
      }),
      ecs: service({ "execute-command": { loose: true, action: "container.exec", unknown: "opaque-code" } }),
      athena: service({ "start-query-execution": { options: ["--query-string=sql"], loose: true } }),
      "redshift-data": service({
        "execute-statement": { options: ["--sql=sql", "--sqls=sql"], loose: true },
      }),
      "rds-data": service({ "execute-statement": { options: ["--sql=sql"], loose: true } }),
      dynamodb: service({
        "delete-table,delete-backup": DESTROYS_DATA,
        "execute-statement": { options: ["--statement=sql"], loose: true, action: "cloud.change" },
      }),
      lambda: service({
        invoke: {
          options: optionList(
            "--function-name= --invocation-type= --log-type= --client-context= --payload=plain --qualifier= --tenant-id=",
          ),
          operands: "write",
          action: "cloud.change",
        },
      }),
      s3api: service({
        "get-object": { options: OBJECT, operands: "write" },
        "get-object-torrent": { options: OBJECT, operands: "write" },
        "put-object,upload-part": { options: ["--body=upload"], loose: true, action: "cloud.change" },
        "put-bucket-acl,put-object-acl": SETS_ACCESS,
        "delete-object,delete-objects,delete-bucket": DESTROYS_DATA,
        "delete-public-access-block": { loose: true, action: ["cloud.destroy", "access.grant"] },
        "select-object-content": { loose: true, action: "cloud.change" },
      }),
      s3: {
        options: [],
        commands: {
          ls: {
            options: optionList(
              "--recursive --human-readable --summarize --request-payer= --bucket-name-prefix= --bucket-region=",
            ),
          },
          presign: { options: ["--expires-in="], action: "cloud.change" },
          mb: { options: ["--tags="], action: "cloud.change" },
          rb: { options: ["--force"], action: ["cloud.destroy", "cloud.data-destroy"] },
          rm: {
            options: TRANSFER,
            action: ["cloud.destroy", "cloud.data-destroy"],
            when: [{ has: ["--dryrun"], action: [] }],
          },
          website: { options: ["--index-document=", "--error-document="], action: "cloud.change" },
          cp: {
            options: TRANSFER,
            operands: "remote-read remote-write",
            tree: ["--recursive"],
            when: [{ has: ["--dryrun"], operands: "" }],
          },
          sync: {
            options: TRANSFER,
            operands: "remote-read remote-write",
            tree: true,
            when: [
              { has: ["--dryrun"], operands: "" },
              { has: ["--delete"], action: "cloud.destroy" },
            ],
            // The folder itself is filled, and nothing of the bucket's name is made in it.
            also: [{ first: ["s3://*"], not: ["--dryrun"], operands: "plain unpack" }],
          },
          mv: {
            options: TRANSFER,
            operands: "remote-read remote-write",
            tree: ["--recursive"],
            action: "cloud.destroy",
            when: [{ has: ["--dryrun"], operands: "", action: [] }],
            also: [{ not: ["--dryrun"], operands: "delete" }],
          },
        },
      },
    },
    verbs: { helps: true, ...VERBS, from: 1, depth: 1 },
    tests: [
      { run: "aws ec2 describe-instances --filters a" },
      { run: "aws iam attach-user-policy --user-name u", actions: ["cloud.change", "access.grant"] },
    ],
  },
];
