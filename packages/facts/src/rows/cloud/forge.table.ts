import { optionList, verbList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage, Verbs } from "../../programs/program-row.js";

/** Verbs of command lines of forges: group, then verb: `gh issue list`. */
const VERBS: Verbs = {
  look: verbList(`list ls status view show checks diff verify verify-asset check field-list item-list ports watch get help log trace
    code commits issues prs repos trusted-root`),
  change:
    verbList(`create new edit update close reopen comment note ready review merge approve unapprove lock unlock pin unpin transfer
    rerun retry run enable disable set add rename fork sync archive unarchive revert develop link unlink upload
    field-create item-add item-create item-edit item-archive mark-template copy clone subscribe unsubscribe todo rebase play
    trigger resolve reorder import promote publish rebuild start mirror update-branch schedule autofix set-default gitignore
    sign`),
  destroy: "delete remove rm cancel stop field-delete item-delete delete-asset revoke erase purge",
  kind: "forge",
  depth: 1,
  from: 1,
};

const LOOKS: ProgramUsage = { loose: true };
const CONFIGURES: ProgramUsage = { loose: true, action: "config.change" };
const READS_SECRET: ProgramUsage = { loose: true, action: "secret.read" };

/** Changes the working tree by git, whose hooks and filters are the repository's. */
const CHECKS_OUT: ProgramUsage = { loose: true, unknown: "opaque-code" };

/** Changes a branch of the forge: which one the request knows. */
const MERGES: ProgramUsage = { loose: true, action: ["forge.change", "git.push"] };

const GROUP: ProgramUsage = { loose: true, verbs: { ...VERBS, from: 0, depth: 1 } };

const group = (commands: Readonly<Record<string, ProgramUsage>>): ProgramUsage => ({ ...GROUP, commands });

/** The text of an issue, a comment or a review. */
const BODY_FILE = ["-b,--body=", "-F,--body-file=upload"];

const METHOD = ["-X=DELETE", "-X=delete", "-X=Delete"];

const API: ProgramUsage = {
  options:
    optionList(`--cache= -F,--field=form -f,--raw-field= -H,--header= --hostname= -i,--include --input=upload -q,--jq= -X,--method=
    --paginate --slurp --silent -t,--template= --verbose -p,--preview= --output= --form=form`),
  action: "forge.change",
  when: [
    { has: METHOD, action: "forge.destroy" },
    { only: ["-X=GET", "-X=get", "-X=HEAD", "-X=head"], action: [] },
    { not: ["-X", "-F", "-f", "--input", "--form"], action: [] },
    {
      operand: ["graphql"],
      has: ["-f=query=query*", "-f=query={*", "-F=query=query*", "-F=query={*"],
      not: ["-X", "--input", "-f=*mutation*", "-F=*mutation*", "-F=query=@*"],
      action: [],
    },
  ],
};

const FILES =
  optionList(`-R,--repo= -t,--title= -n,--notes= -F,--notes-file=upload -d,--draft -p,--prerelease --target= --latest=? --generate-notes
  --notes-start-tag= --notes-from-tag --discussion-category= --verify-tag --clobber --fail-on-no-commits`);

/** Tools of GitHub and GitLab. */
export const FORGE_PROGRAMS: readonly ProgramRow[] = [
  {
    name: "gh",
    loose: true,
    global: ["-R,--repo=", "--hostname="],
    variables: [
      "GH_PAGER=code",
      "PAGER=code",
      "GH_EDITOR=code",
      "GIT_EDITOR=code",
      "VISUAL=code",
      "EDITOR=code",
      "GH_BROWSER=code",
      "BROWSER=code",
      "GH_CONFIG_DIR",
      "GH_HOST",
      "GH_PATH",
    ],
    commands: {
      "help,status,completion,version,licenses": LOOKS,
      browse: LOOKS,
      api: API,
      auth: {
        loose: true,
        commands: {
          status: {
            options: ["-t,--show-token", "-h,--hostname=", "-a,--active", "--json=", "-q,--jq="],
            when: [{ has: ["-t"], action: "secret.read" }],
          },
          token: READS_SECRET,
          "login,logout,refresh,setup-git,switch": CONFIGURES,
          "git-credential": READS_SECRET,
        },
      },
      config: { loose: true, commands: { "get,list,ls": LOOKS, "set,clear-cache": CONFIGURES } },
      alias: {
        loose: true,
        commands: {
          "list,ls": LOOKS,
          delete: CONFIGURES,
          "set,import": { ...CONFIGURES, unknown: "opaque-code" },
        },
      },
      "extension,extensions,ext": {
        loose: true,
        commands: {
          "list,ls,search,browse": LOOKS,
          "install,upgrade": { loose: true, action: "package.change", executes: "package", lang: "binary" },
          remove: { loose: true, action: "package.destroy" },
          exec: { loose: true, unknown: "opaque-code" },
          create: { loose: true, unknown: "opaque-file" },
        },
      },
      "codespace,cs": group({
        ssh: { loose: true, action: "forge.change", place: "remote", unknown: "opaque-code" },
        cp: {
          options: optionList(
            "-e,--expand -r,--recursive -c,--codespace= -p,--profile= -R,--repo= --repo-owner=",
          ),
          operands: "remote-read+ remote-write",
          tree: ["-r"],
        },
        "code,jupyter": { loose: true, action: "forge.change" },
        logs: LOOKS,
      }),
      pr: {
        ...group({
          merge: MERGES,
          checkout: CHECKS_OUT,
          create: {
            options: ["-b,--body=", "-F,--body-file=upload", "--dry-run"],
            loose: true,
            action: "forge.change",
            when: [{ has: ["--dry-run"], action: [] }],
          },
        }),
        options: BODY_FILE,
      },
      issue: { ...group({}), options: BODY_FILE },
      repo: group({
        clone: { loose: true, operands: "plain unpack-new", unknown: "opaque-code", style: "posix" },
        "create,fork,sync": { loose: true, action: "forge.change" },
        delete: { loose: true, action: ["forge.destroy", "cloud.data-destroy"] },
        edit: {
          loose: true,
          options: ["--visibility="],
          action: "forge.change",
          // What was for a few is for everybody then.
          when: [{ has: ["--visibility=public"], action: ["forge.change", "cloud.publish"] }],
        },
        "set-default": CONFIGURES,
        credits: LOOKS,
      }),
      run: group({
        download: {
          options: ["-D,--dir=unpack", "-n,--name=", "-p,--pattern=", "-R,--repo="],
          when: [{ not: ["-D"], unpacks: true }],
        },
        "view,watch": LOOKS,
      }),
      release: group({
        create: { options: FILES, operands: "plain upload*", action: "forge.change" },
        upload: { options: FILES, operands: "plain upload*", action: "forge.change" },
        download: {
          options: optionList(
            "-A,--archive= --clobber -D,--dir=unpack -O,--output=write -p,--pattern= --skip-existing -R,--repo=",
          ),
          when: [{ not: ["-O", "-D"], unpacks: true }],
        },
      }),
      gist: group({
        create: {
          options: ["-d,--desc=", "-f,--filename=", "-p,--public", "-w,--web"],
          operands: "upload*",
          action: "forge.change",
        },
        edit: {
          options: ["-a,--add=upload", "-d,--desc=", "-f,--filename=", "-r,--remove="],
          operands: "plain upload",
          action: "forge.change",
        },
        clone: { loose: true, operands: "plain unpack-new", unknown: "opaque-code" },
      }),
      secret: group({
        set: {
          options: [
            "-f,--env-file=upload",
            "-e,--env=",
            "-b,--body=",
            "-o,--org=",
            "-v,--visibility=",
            "-r,--repos=",
          ],
          loose: true,
          action: ["forge.change", "secret.write"],
        },
      }),
      variable: group({
        set: {
          options: [
            "-f,--env-file=upload",
            "-e,--env=",
            "-b,--body=",
            "-o,--org=",
            "-v,--visibility=",
            "-r,--repos=",
          ],
          loose: true,
          action: "forge.change",
        },
      }),
      "attestation,at": group({ download: { loose: true, unpacks: true } }),
      search: { loose: true, commands: { "code,commits,issues,prs,repos": LOOKS } },
      "project,label,cache,workflow,ruleset,rs,org,ssh-key,gpg-key,preview,agent-task,copilot": GROUP,
    },
    tests: [
      { run: "gh repo delete o/r --yes", actions: ["forge.destroy", "cloud.data-destroy"] },
      { run: "gh repo edit --visibility public", actions: ["forge.change", "cloud.publish"] },
      { run: "gh repo edit --description x", actions: ["forge.change"] },
      { run: "gh secret set A --repo o/r", actions: ["forge.change", "secret.write"] },
    ],
  },
  {
    name: ["glab"],
    loose: true,
    global: ["-R,--repo="],
    variables: ["PAGER=code", "EDITOR=code", "VISUAL=code", "BROWSER=code", "GITLAB_HOST"],
    commands: {
      "help,version,completion,check-update": LOOKS,
      api: API,
      auth: {
        loose: true,
        commands: {
          status: LOOKS,
          "login,logout,configure-docker": CONFIGURES,
          "git-credential,docker-helper": READS_SECRET,
        },
      },
      config: { loose: true, commands: { get: LOOKS, "set,edit": CONFIGURES } },
      alias: {
        loose: true,
        commands: { list: LOOKS, delete: CONFIGURES, set: { ...CONFIGURES, unknown: "opaque-code" } },
      },
      snippet: group({
        create: {
          loose: true,
          options: optionList("-t,--title= -d,--description= -f,--filename= -v,--visibility= -p,--personal"),
          operands: "upload*",
          action: "forge.change",
        },
      }),
      "mr,issue,repo,ci,release,label,variable,schedule,ssh-key,user,token,cluster,incident,deploy-key,iteration,milestone,project,pipeline,job":
        group({
          "merge,accept": MERGES,
          checkout: CHECKS_OUT,
          clone: { loose: true, unknown: "opaque-code" },
          "artifact,export": { loose: true, unknown: "opaque-file" },
        }),
    },
    tests: [
      { run: "glab mr list" },
      {
        run: "glab snippet create -t a x",
        reads: ["./x"],
        network: ["out ? < ./x"],
        actions: ["forge.change"],
      },
    ],
  },
];
