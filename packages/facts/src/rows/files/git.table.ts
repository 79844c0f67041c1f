import { optionList } from "../../programs/option-list.js";
import type { ProgramRow, ProgramUsage } from "../../programs/program-row.js";

/** Options of what only looks: those with a value, and those that write or run something. */
const LOOK_OPTIONS = optionList(
  "--output=write -O=plain --ext-diff --textconv --format= --pretty=? -n= -G= -S= --since= --until= --author= --grep= -L= --diff-filter= --color=? --stat=? -U= --abbrev=? --date= --sort= --contains=? --points-at=? --merged=? --no-merged=?",
);

// What the configuration names runs on each file.
const CONFIGURED = { has: ["--ext-diff", "--textconv"], unknown: "opaque-code" } as const;

/** With the changes, the text of the files that are named is shown. */
const SHOWS_TEXT = { has: ["-p", "-U", "-G", "-S", "-L", "-c", "--cc"], operands: "named*" } as const;

const look = (more: Partial<ProgramUsage> = {}): ProgramUsage => ({
  loose: true,
  options: LOOK_OPTIONS,
  also: [CONFIGURED],
  ...more,
});
/** Changes what git itself keeps, or files that it knows and can bring back. */
const change = (more: Partial<ProgramUsage> = {}): ProgramUsage => ({
  loose: true,
  action: "git.change",
  ...more,
});

const TRANSFER = optionList(
  "--upload-pack=code --exec=code --receive-pack=code -o= --server-option= --depth= --deepen= --shallow-since= --shallow-exclude= -j= --jobs= --refmap= --filter= --recurse-submodules=? -c=git-config --config=git-config",
);

/** All files of a repository. */
const EVERYTHING = [".", "./", "./.", ":/", ":", ":(*"];

const FORCE_NOT_REQUIRED = ["false", "no", "off", "0*", ""].map((one) => `-c=clean.requireforce=${one}`);

const FORCE_PUSH = { has: ["--force", "--mirror"], action: ["git.push", "git.force-push"] } as const;

/** Variables that name a file to which git adds what it does. */
const TRACES = optionList(
  "GIT_TRACE GIT_TRACE_CURL GIT_TRACE_FSMONITOR GIT_TRACE_PACK_ACCESS GIT_TRACE_PACKET GIT_TRACE_PACKFILE GIT_TRACE_PERFORMANCE GIT_TRACE_REFS GIT_TRACE_SETUP GIT_TRACE_SHALLOW GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE2_PERF",
);

/** Its history anew. */
const FILTER_REPO: ProgramUsage = {
  options: optionList(
    "--analyze --report-dir=write --invert-paths --path-match,--path= --path-glob= --path-regex= --use-base-name --path-rename,--path-rename-match= --paths-from-file=read --subdirectory-filter= --to-subdirectory-filter= --replace-text=read --replace-message=read --replace-refs= --mailmap=read --use-mailmap --strip-blobs-bigger-than= --strip-blobs-with-ids=read --refs= --preserve-commit-hashes --preserve-commit-encoding --no-ff --prune-empty= --prune-degenerate= --filename-callback=program --file-info-callback=program --message-callback=program --name-callback=program --email-callback=program --refname-callback=program --blob-callback=program --commit-callback=program --tag-callback=program --reset-callback=program --date-format= --force,-f --partial --no-gc --dry-run --debug --stdin --quiet --source= --target= --sensitive-data-removal,--sdr --state-branch= -h",
  ),
  lang: "python",
  action: "git.filter",
  when: [{ has: ["--analyze", "-h"], action: [] }],
};

/** Git by subcommand. */
export const GIT_PROGRAMS: readonly ProgramRow[] = [
  {
    name: ["git"],
    style: "posix",
    options: optionList(
      "-C=cwd -c=git-config --config-env=git-config-env --exec-path=?loads --html-path --man-path --info-path -p,--paginate -P,--no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --bare --git-dir= --work-tree=cwd --namespace= --super-prefix= --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --attr-source= -h,--help -v --list-cmds=",
    ),
    variables: [
      ...[
        "GIT_SSH_COMMAND=code",
        "GIT_SSH=command",
        "GIT_EDITOR=code",
        "GIT_SEQUENCE_EDITOR=code",
        "GIT_PAGER=code",
      ],
      ...[
        "GIT_EXTERNAL_DIFF=code",
        "GIT_ASKPASS=command",
        "SSH_ASKPASS=command",
        "GIT_PROXY_COMMAND=command",
      ],
      ...[
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM",
        "GIT_CONFIG_COUNT=git-config-count",
        "GIT_CONFIG_PARAMETERS=git-config",
        "HUSKY=hooks",
        "HUSKY_SKIP_HOOKS=hooks",
        "LEFTHOOK=hooks",
        "LEFTHOOK_EXCLUDE=hooks",
        "OVERCOMMIT_DISABLE=hooks",
        "SKIP_SIMPLE_GIT_HOOKS=hooks",
        "SKIP=hooks",
        "PRE_COMMIT_ALLOW_NO_CONFIG=hooks",
        "PAGER=code",
        "EDITOR=code",
        "VISUAL=code",
      ],
      ...TRACES.map((one) => `${one}=trace`),
    ],
    commands: {
      "status,shortlog,describe,rev-parse,rev-list,ls-files,ls-tree,merge-base,name-rev,show-ref,show-branch,for-each-ref,cherry,count-objects,check-ignore,check-attr,check-ref-format,check-mailmap,verify-commit,verify-tag,verify-pack,var,version,help,get-tar-commit-id,patch-id,range-diff,diff-tree,diff-files,diff-index,merge-tree,column,stripspace,fmt-merge-msg,request-pull,unpack-file,show-index,bugreport,diagnose,gui,gitk,citool":
        look(),
      show: look({
        operands: "revision*",
        options: [
          ...LOOK_OPTIONS,
          "-p,-u,--patch",
          "-c",
          "--cc",
          "--name-only",
          "--name-status",
          "--numstat",
          "--shortstat",
          "-s",
        ],
        when: [
          {
            has: ["--name-only", "--name-status", "--numstat", "--shortstat", "-s"],
            operands: "plain*",
          },
        ],
      }),
      "cat-file": look({
        operands: "plain revision*",
        when: [{ has: ["-p", "-t", "-s", "-e"], operands: "revision*" }],
        options: [...LOOK_OPTIONS, "-p", "-t", "-s", "-e"],
      }),
      "log,whatchanged": look({
        options: [...LOOK_OPTIONS, "-p,-u,--patch", "-c", "--cc"],
        also: [CONFIGURED, SHOWS_TEXT],
      }),
      "interpret-trailers": look({
        operands: "read*",
        options: [...LOOK_OPTIONS, "--trailer=", "--where=", "--if-exists=", "--if-missing=", "--in-place"],
        when: [{ has: ["--in-place"], operands: "edit*" }],
      }),
      "blame,annotate": look({
        operands: "read*",
        options: [...LOOK_OPTIONS, "--contents=read", "--ignore-revs-file=read"],
      }),
      fsck: look({
        options: [...LOOK_OPTIONS, "--lost-found"],
        when: [{ has: ["--lost-found"], action: "git.change" }],
      }),
      grep: look({
        operands: "pattern named*",
        tree: true,
        options: [
          ...LOOK_OPTIONS,
          "-O,--open-files-in-pager=?code",
          "-f=read",
          "-e=pattern",
          "--no-index",
          "-A=",
          "-B=",
          "-C=",
          "-m=",
        ],
        when: [
          { has: ["-O"], unknown: "opaque-code" },
          { has: ["--no-index"], all: ["-e"], operands: "read*", default: ".", tree: true },
          { has: ["--no-index"], operands: "pattern read*", default: ".", tree: true },
          { has: ["-e", "-f"], operands: "named*", tree: true },
        ],
      }),
      "web--browse": look({
        options: ["-b,--browser=command", "-t,--tool=command", "-c,--config="],
        also: [],
        unknown: "opaque-code",
      }),
      diff: look({
        options: [...LOOK_OPTIONS, "--no-index", "--name-only", "--name-status", "--numstat", "--shortstat"],
        operands: "read*",
        // Two blobs may be compared; of what is read, the path behind the colon is another file.
        also: [
          CONFIGURED,
          {
            operand: ["*:*"],
            not: ["--name-only", "--name-status", "--stat", "--numstat", "--shortstat"],
            operands: "revision*",
          },
        ],
        when: [
          { has: ["--name-only", "--name-status", "--stat", "--numstat", "--shortstat"], operands: "plain*" },
        ],
      }),
      reset: {
        options: optionList(
          "--hard --soft --mixed --keep --merge -q,--quiet -p,--patch -U,--unified= --inter-hunk-context= --pathspec-file-nul --refresh --no-refresh -N,--intent-to-add --pathspec-from-file=read --refresh --recurse-submodules=?",
        ),
        action: "git.change",
        when: [{ has: ["--hard", "--merge"], action: "git.discard" }],
      },
      checkout: {
        options: optionList(
          "-q,--quiet --progress -f,--force --ours --theirs -b= -B= -t --track=? --no-track --guess -l -d,--detach --orphan= --overwrite-ignore -U,--unified= --inter-hunk-context= -m,--merge --conflict= -p,--patch --ignore-skip-worktree-bits --ignore-other-worktrees --overlay --recurse-submodules=? --pathspec-from-file=read --pathspec-file-nul",
        ),
        action: "git.change",
        handler: "git-checkout",
      },
      restore: {
        options: optionList(
          "-s,--source= -S,--staged -W,--worktree -p,--patch -q,--quiet --progress -m,--merge --ours --theirs --conflict= --ignore-unmerged --overlay --recurse-submodules=? -U,--unified= --inter-hunk-context= --pathspec-file-nul --pathspec-from-file=read --ignore-skip-worktree-bits",
        ),
        action: "git.discard",
        when: [
          { has: ["-W"], action: "git.discard" },
          { has: ["-S"], action: "git.change" },
        ],
      },
      switch: {
        options: optionList(
          "-c,--create= -C,--force-create= -d,--detach --guess -f,--force,--discard-changes -m,--merge --conflict= -q,--quiet --progress -t --track=? --no-track --orphan= --ignore-other-worktrees --overwrite-ignore --recurse-submodules=?",
        ),
        action: "git.change",
        when: [
          { has: ["-f"], action: "git.discard" },
          { has: ["-C"], action: ["git.change", "git.rewrite"] },
        ],
      },
      clean: {
        options: optionList("-d -f,--force -i,--interactive -n,--dry-run -q,--quiet -e,--exclude= -x -X"),
        action: "git.clean",
        when: [
          { has: ["-n"], action: [] },
          // Without `clean.requireForce` it needs no option.
          { has: FORCE_NOT_REQUIRED, action: "git.clean" },
          { not: ["-f", "-i"], action: "git.change" },
        ],
      },
      stash: {
        loose: true,
        options: ["-a,--all"],
        operands: "plain*",
        action: "git.change",
        also: [{ has: ["-a"], action: "git.add-ignored" }],
        commands: {
          list: look(),
          show: look(),
          "drop,clear": { loose: true, action: "git.stash-drop" },
          "push,save": change({
            options: ["-a,--all", "-m,--message=", "--pathspec-from-file=read"],
            also: [{ has: ["-a"], action: "git.add-ignored" }],
          }),
          "apply,pop,branch,create,store": change(),
        },
      },
      push: {
        handler: "git-push",
        options: [
          ...TRANSFER,
          ...optionList(
            "--all,--branches --prune --mirror -d,--delete --tags --follow-tags --signed=? --atomic -n,--dry-run -f,--force --force-with-lease=? --force-if-includes --repo=pushed -u,--set-upstream --thin -q,--quiet -v,--verbose --progress --no-verify -4,--ipv4 -6,--ipv6 --porcelain",
          ),
        ],
        operands: "pushed plain*",
        action: "git.push",
        when: [
          { has: ["-n"], action: [] },
          { has: ["-d", "--prune"], action: ["git.push", "git.remote-delete"] },
          FORCE_PUSH,
          { operand: ["+*"], action: ["git.push", "git.force-push"] },
          { operand: [":?*"], action: ["git.push", "git.remote-delete"] },
        ],
        also: [
          { has: ["--no-verify"], action: "git.no-verify" },
          { operand: [":*"], action: "git.remote-delete" },
          { operand: ["+*"], action: "git.force-push" },
          { has: ["-c=remote.*.push=+*", "-c=remote.*.mirror=true"], action: "git.force-push" },
        ],
      },
      "fetch,pull": {
        handler: "git-fetch",
        loose: true,
        options: [
          ...TRANSFER,
          ...optionList("-f,--force -p,--prune --all --dry-run -t,--tags -r,--rebase=? -s= -X= -q -v -n"),
        ],
        operands: "remote plain*",
        action: "git.change",
      },
      clone: {
        loose: true,
        options: [
          ...TRANSFER,
          ...optionList(
            "-u,--upload-pack=code -b,--branch= --origin= --reference=read --template=loads --separate-git-dir=unpack -l --no-checkout --bare --mirror -q -v",
          ),
        ],
        operands: "remote unpack-new",
        action: "git.change",
        when: [{ most: 1, operands: "remote", unpacks: true }],
      },
      "ls-remote": { loose: true, options: TRANSFER, operands: "remote plain*" },
      branch: {
        options: [
          ...optionList(
            "-d,--delete -D -m,--move -M -c,--copy -C -f,--force --show-current -l,--list -a,--all -r,--remotes -v,--verbose -vv -q,--quiet -t,--track=? --no-track -u,--set-upstream-to= --unset-upstream --edit-description --column=? -i,--ignore-case --create-reflog --recurse-submodules --omit-empty",
          ),
          ...LOOK_OPTIONS,
        ],
        action: "git.change",
        when: [
          { has: ["-D"], action: ["git.branch-delete", "git.change"] },
          { all: ["-d", "-f"], action: ["git.branch-delete", "git.change"] },
          { has: ["-M", "-C"], action: ["git.branch-delete", "git.change"] },
          { all: ["-m", "-f"], action: ["git.branch-delete", "git.change"] },
          { has: ["-d", "-m", "-c", "-u", "--unset-upstream", "--edit-description"], action: "git.change" },
          // The branch is somewhere else then, and what it named may have no other name.
          { has: ["-f"], least: 2, action: ["git.branch-delete", "git.change"] },
          {
            has: [
              "-l",
              "--show-current",
              "-a",
              "-r",
              "-v",
              "-vv",
              "--contains",
              "--merged",
              "--no-merged",
              "--points-at",
              "--format",
              "--sort",
            ],
            action: [],
          },
          { most: 0, action: [] },
        ],
      },
      tag: {
        options: [
          ...optionList(
            "-a,--annotate -s,--sign -u,--local-user= -f,--force -d,--delete -v,--verify -l,--list -m,--message= -F,--file=read -e,--edit --cleanup= --column=? -i,--ignore-case --create-reflog --trailer= --no-contains=? --omit-empty",
          ),
          ...LOOK_OPTIONS,
        ],
        action: "git.change",
        when: [
          { has: ["-d"], action: ["git.branch-delete", "git.change"] },
          {
            has: [
              "-l",
              "-v",
              "--contains",
              "--merged",
              "--no-merged",
              "--points-at",
              "-n",
              "--sort",
              "--format",
            ],
            action: [],
          },
          { most: 0, action: [] },
        ],
      },
      remote: {
        options: optionList("-v,--verbose"),
        commands: {
          "show,get-url": look(),
          prune: {
            options: optionList("-n,--dry-run"),
            action: "git.change",
            when: [{ has: ["-n"], action: [] }],
          },
          "remove,rm,rename,set-head,set-branches": change(),
          add: change({ options: optionList("-t= -m= --mirror=?"), operands: "plain remote" }),
          "set-url": change({
            options: optionList("--push --add --delete"),
            operands: "plain pushed-later",
            when: [{ has: ["--delete"], operands: "plain*" }],
          }),
          update: change({ options: optionList("-p,--prune") }),
        },
      },
      reflog: {
        loose: true,
        operands: "plain*",
        commands: {
          "show,list,exists": look(),
          expire: {
            loose: true,
            options: optionList("--expire= --expire-unreachable= -n,--dry-run"),
            action: "git.prune",
            when: [{ has: ["-n"], action: [] }],
          },
          delete: { loose: true, action: "git.prune" },
        },
      },
      gc: {
        options: optionList(
          "--aggressive --auto --detach --cruft --max-cruft-size= --expire-to=write --prune=? -q,--quiet --force --keep-largest-pack",
        ),
        action: "git.change",
        when: [
          {
            has: ["--prune=never", "--prune=*week*", "--prune=*month*", "--prune=*year*"],
            not: ["--aggressive"],
          },
          {
            has: [
              ...["--prune=*", "--aggressive", "-c=gc.pruneexpire=0*", "-c=gc.pruneexpire=all"],
              ...["-c=gc.pruneexpire=now", "-c=gc.reflogexpire*=now", "-c=gc.*.reflogexpire*=now"],
            ],
            action: "git.prune",
          },
        ],
      },
      prune: {
        loose: true,
        options: optionList("-n,--dry-run --expire="),
        action: "git.prune",
        when: [{ has: ["-n"], action: [] }],
      },
      // What no ref names is in no pack then.
      repack: change({ options: ["-a", "-d"], also: [{ all: ["-a", "-d"], action: "git.prune" }] }),
      lfs: change({
        options: optionList("--all --dry-run --object-id --stdin"),
        when: [{ first: ["push"], operands: "plain pushed plain*" }],
        also: [{ first: ["migrate"], operand: ["import", "export"], action: "git.filter" }],
      }),
      "credential,credential-cache,credential-store": {
        loose: true,
        action: "secret.write",
        when: [{ operand: ["fill", "get"], action: "secret.read" }],
      },
      "pack-refs,pack-objects,pack-redundant,prune-packed,unpack-objects,index-pack,maintenance,commit-graph,multi-pack-index,rerere,replace,update-server-info,write-tree,commit-tree,mktag,mktree,symbolic-ref,sparse-checkout,submodule--helper,fast-import,merge-file,merge-index,mergetool,checkout--worker,refs,init-db,init,flow,quiltimport,svn,p4,cvsimport,cvsexportcommit,fetch-pack,http-fetch,imap-send,mailinfo,mailsplit,gitweb":
        change({ options: optionList("-o=write --output=write") }),
      "http-push": change({ options: ["--all", "--dry-run"], operands: "pushed plain*" }),
      subtree: change({
        options: optionList(
          "-P,--prefix= -b,--branch= -m,--message= --squash --rejoin --onto= --annotate= -q,--quiet -d,--debug",
        ),
        when: [{ first: ["push"], operands: "plain pushed plain*", action: ["git.change", "git.push"] }],
      }),
      "hash-object": change({
        options: optionList("-t= -w --stdin --stdin-paths --path= --no-filters --literally"),
        operands: "read*",
        filter: true,
        also: [{ has: ["--stdin-paths"], lists: true }],
      }),
      "update-index": change({
        options: optionList("--cacheinfo= --chmod= --index-version= --stdin"),
        operands: "read*",
        when: [{ has: ["--cacheinfo"], operands: "plain*" }],
      }),
      bundle: {
        commands: {
          create: change({
            options: optionList("-q,--quiet --progress --all-progress --version="),
            operands: "write plain*",
          }),
          "verify,list-heads": look({ operands: "read" }),
          unbundle: change({ operands: "read" }),
        },
      },
      "send-pack": {
        handler: "git-push",
        loose: true,
        options: optionList(
          "--all --mirror --force,-f --receive-pack=code --exec=code --dry-run,-n --remote= --stdin",
        ),
        operands: "pushed plain*",
        action: ["git.change", "git.push"],
        when: [
          { has: ["--dry-run"], action: [] },
          { has: ["--force", "--mirror"], action: ["git.push", "git.force-push"] },
        ],
        also: [
          { operand: ["+*"], action: "git.force-push" },
          { operand: [":*"], action: "git.remote-delete" },
        ],
      },
      "checkout-index": change({
        options: optionList(
          "-f,--force -a,--all -u,--index -q,--quiet -n,--no-create --prefix=prefix --stage= --temp --stdin -z",
        ),
        when: [{ has: ["-f"], not: ["--prefix", "--temp"], action: ["git.change", "git.discard"] }],
      }),
      "read-tree": change({
        options: optionList(
          "-m --reset -u -i -n,--dry-run -v --trivial --aggressive --prefix= --index-output=write -q,--quiet",
        ),
        when: [
          { has: ["-n"], action: [] },
          { all: ["--reset", "-u"], action: ["git.change", "git.discard"] },
        ],
      }),
      "filter-repo": FILTER_REPO,
      "send-email": change({
        options: optionList(
          "--sendmail-cmd=code --to-cmd=code --cc-cmd=code --header-cmd=code --smtp-server= --to= --cc= --bcc= --from= --subject=",
        ),
        operands: "upload*",
      }),
      hook: { loose: true, executes: "file", lang: "sh" },
      "filter-branch": {
        loose: true,
        options: optionList(
          "--env-filter=code --tree-filter=code --index-filter=code --parent-filter=code --msg-filter=code --commit-filter=code --tag-name-filter=code --subdirectory-filter= -d= --setup=code --original= --state-branch= -f,--force --prune-empty --remap-to-ancestor",
        ),
        action: "git.filter",
      },
      // A server of what the repository holds.
      "instaweb,daemon": change({
        options: optionList(
          "-d,--httpd=code -b,--browser=command -p,--port= -m,--module-path= -l,--local --start --stop --restart",
        ),
        listens: true,
        when: [{ has: ["--stop"], listens: false }],
      }),
      "update-ref": {
        loose: true,
        options: optionList("-d -m= --stdin"),
        action: "git.change",
        also: [
          { has: ["-d", "--stdin"], action: "git.branch-delete" },
          { first: ["refs/heads/*", "refs/tags/*", "HEAD"], action: "git.branch-delete" },
        ],
      },
      add: change({
        operands: "read*",
        options: optionList(
          "-n,--dry-run -f,--force -A,--all,--no-ignore-removal --chmod= --pathspec-from-file=read",
        ),
        when: [{ has: ["-n"], action: [] }],
        also: [
          { has: ["-f"], not: ["-n"], operand: EVERYTHING, action: "git.add-ignored" },
          { all: ["-f", "-A"], not: ["-n"], most: 0, action: "git.add-ignored" },
        ],
      }),
      commit: change({
        options: optionList(
          "-a,--all -p,--patch -C,--reuse-message= -c,--reedit-message= --fixup= --squash= --reset-author --short --branch --porcelain --long -z,--null -F,--file=read --author= --date= -m,--message= -t,--template=read -s,--signoff -n,--no-verify --allow-empty --allow-empty-message --cleanup= -e,--edit --no-edit --amend -i,--include -o,--only --pathspec-from-file=read -u,--untracked-files=? -v,--verbose -q,--quiet --dry-run --status --no-status -S,--gpg-sign=? --no-gpg-sign --trailer= --no-post-rewrite",
        ),
        when: [{ has: ["--dry-run"], action: [] }],
        also: [
          { has: ["-n"], action: "git.no-verify" },
          { has: ["--amend"], action: "git.rewrite" },
        ],
      }),
      rebase: change({
        options: optionList(
          "--onto= --keep-base --continue --skip --abort --quit --edit-todo --show-current-patch -i,--interactive -x,--exec=code -s,--strategy= -X,--strategy-option= -r,--rebase-merges=? -C= --whitespace= --empty= --no-verify --root --autosquash --autostash -f,--force-rebase,--no-ff -q -v -S,--gpg-sign=? --apply -m,--merge --update-refs --fork-point --committer-date-is-author-date --signoff",
        ),
        action: ["git.change", "git.rewrite"],
        // What is replaced was said where it began.
        when: [
          {
            has: ["--continue", "--abort", "--quit", "--edit-todo", "--show-current-patch"],
            action: "git.change",
          },
        ],
      }),
      am: change({
        options: optionList(
          "-s,--signoff -k,--keep -c,--scissors -u,--utf8 -3,--3way -i,--interactive --resolvemsg= -q,--quiet -n,--no-verify -S=? --whitespace= --directory= --exclude= --include= --reject -C= -p= --patch-format= --empty= --quoted-cr= -b,--keep-non-patch -m,--message-id --committer-date-is-author-date --ignore-date --ignore-space-change --ignore-whitespace -r,--resolved,--continue --skip --abort --quit --retry --allow-empty --show-current-patch=?",
        ),
        operands: "read*",
        unpacks: true,
        patches: true,
        when: [
          {
            has: ["--continue", "--skip", "--abort", "--quit", "--show-current-patch"],
            unpacks: false,
            patches: false,
          },
        ],
        also: [{ has: ["-n"], action: "git.no-verify" }],
      }),
      "merge,cherry-pick,revert,notes,bisect": change({
        options: optionList(
          "-m= -F=read -s= -X= -n,--no-commit --no-verify -S=? --exec= --abort --continue --quit",
        ),
        operands: "plain*",
        also: [{ has: ["--no-verify"], action: "git.no-verify" }],
        commands: {
          run: { style: "posix", wraps: 0, action: "git.change" },
          "log,view,visualize,list,show,get-ref": look(),
        },
      }),
      apply: change({
        options: optionList(
          "--stat --numstat --summary --check --index --cached -3,--3way -R,--reverse --reject -z -p= -C= --unidiff-zero --apply --exclude= --include= --whitespace= --directory= -v -q --unsafe-paths --allow-empty -N --recount --inaccurate-eof --build-fake-ancestor=write",
        ),
        operands: "read*",
        unpacks: true,
        patches: true,
        when: [
          {
            has: ["--stat", "--numstat", "--summary", "--check"],
            not: ["--apply"],
            action: [],
            unpacks: false,
            patches: false,
          },
        ],
      }),
      rm: {
        options: optionList(
          "-f,--force -n,--dry-run -r --cached --ignore-unmatch --sparse -q,--quiet --pathspec-from-file=read --pathspec-file-nul",
        ),
        operands: "delete*",
        tree: ["-r"],
        action: "git.change",
        when: [
          { has: ["-n"], operands: "plain*", action: [] },
          { has: ["--cached"], operands: "plain*" },
        ],
      },
      mv: {
        loose: true,
        options: optionList("-f,--force -n,--dry-run -k -v"),
        operands: "move+ into",
        action: "git.change",
        when: [{ has: ["-n"], operands: "plain*", action: [] }],
      },
      worktree: {
        commands: {
          list: look(),
          add: {
            options: optionList(
              "-f,--force -b= -B= -d,--detach --checkout --lock --reason= --orphan -q,--quiet --track --guess-remote --relative-paths",
            ),
            operands: "create plain",
            action: "git.change",
          },
          remove: {
            options: optionList("-f,--force"),
            operands: "delete",
            tree: true,
            action: "git.change",
            when: [{ has: ["-f"], action: "git.worktree-remove" }],
          },
          prune: { loose: true, action: "git.change" },
          "lock,unlock,move,repair": change(),
        },
      },
      submodule: {
        loose: true,
        options: optionList("-q,--quiet --cached"),
        commands: {
          "status,summary": look(),
          foreach: {
            style: "posix",
            options: optionList("--recursive -q,--quiet"),
            operands: "code",
            when: [{ least: 2, operands: "", wraps: 0 }],
          },
          update: change({
            options: optionList(
              "--init --remote -N,--no-fetch -f,--force --checkout --merge --rebase --reference=read --recursive --depth= -j,--jobs= --progress --single-branch --recommend-shallow --filter=",
            ),
            also: [{ has: ["-f"], action: "git.discard" }],
          }),
          deinit: change({
            options: optionList("-f,--force --all"),
            also: [{ has: ["-f"], action: "git.discard" }],
          }),
          add: change({
            options: optionList("-b= --name= --reference=read --depth= -f,--force"),
            operands: "remote create",
          }),
          "init,set-branch,set-url,sync,absorbgitdirs": change(),
        },
      },
      config: {
        options: optionList(
          "--global --system --local --worktree -f,--file= --blob= --get --get-all --get-regexp --get-urlmatch= --replace-all --add --unset --unset-all --rename-section --remove-section -l,--list --fixed-value --type= --bool --int --bool-or-int --path --expiry-date -z,--null --name-only --show-origin --show-scope --get-colorbool= --get-color= -e,--edit --includes --default= --all --regexp --value= --url= --comment= --append --show-names",
        ),
        handler: "git-config",
      },
      archive: {
        options: optionList(
          "--format= -l,--list -v,--verbose --prefix= -o,--output=write --add-file=read --add-virtual-file= --worktree-attributes --mtime= --remote=remote --exec=code -0 -1 -2 -3 -4 -5 -6 -7 -8 -9",
        ),
        operands: "plain read*",
        default: "HEAD",
        tree: true,
        filter: true,
        when: [
          { has: ["-l"], operands: "" },
          { has: ["--remote"], operands: "plain*", fetches: true },
        ],
      },
      "format-patch": look({
        options: [...LOOK_OPTIONS, ...optionList("-o,--output-directory=write --stdout -k")],
        when: [{ not: ["--stdout", "-o"], writes: "0" }],
        sends: false,
      }),
      difftool: look({
        options: optionList("-x,--extcmd=code -t= -d -g -y"),
        also: [],
        unknown: "opaque-code",
      }),
    },
    tests: [
      { run: "git -C sub reset --hard", actions: ["git.discard"] },
      { run: "git clean -xdf", actions: ["git.clean"] },
      { run: "git branch -D wip", actions: ["git.branch-delete", "git.change"] },
      { run: "git push origin +main", actions: ["git.push", "git.force-push"], network: ["both ?"] },
      { run: "git push origin :x", actions: ["git.push", "git.remote-delete"], network: ["both ?"] },
      {
        run: "git push https://h.example/x main",
        actions: ["git.push-url", "git.push"],
        network: ["both https://h.example/x"],
      },
      {
        run: "git remote set-url --push origin h.example:x",
        actions: ["git.change", "git.push-url"],
        network: ["both ssh://h.example/x"],
      },
      { run: "git gc --prune=now", actions: ["git.prune"] },
      { run: "git stash drop", actions: ["git.stash-drop"] },
      { run: "git stash -a", actions: ["git.change", "git.add-ignored"] },
      { run: "git config core.hooksPath x", writes: ["./.git/config"], actions: ["git.config"] },
      { run: "git rebase -x 'rm x' main", actions: ["git.change", "git.rewrite"], deletes: ["./x"] },
    ],
  },
  {
    name: "git-filter-repo",
    ...FILTER_REPO,
    tests: [{ run: "git-filter-repo --path x", actions: ["git.filter"] }],
  },
  { name: "bfg", loose: true, action: "git.filter", tests: [{ run: "bfg -D x", actions: ["git.filter"] }] },
];
