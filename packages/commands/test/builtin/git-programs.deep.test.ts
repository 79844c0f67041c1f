import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runBoxed, sourceArgv } from "../../../../test/boxed/run-boxed.js";
import { tempDir } from "../../../../test/temp-dir.js";
import type { Answered, Asked } from "./git-builtins.js";

/** A repository with a program planted in it, which writes a marker when it is run. */
interface Place {
  /** Holds everything of the plant. */
  readonly base: string;
  readonly repo: string;
  readonly home: string;
  /** A program that leaves the marker. */
  readonly evil: string;
  readonly git: (...args: readonly string[]) => string;
}

interface Plant {
  readonly name: string;
  readonly plant: (place: Place) => void | Partial<Asked>;
  /** What plain git must be told to run the planted program, so that the test shows something; none where git itself never does. */
  readonly bitesOn: readonly string[] | null;
  /** Part of the contexts of `add_git_status`, `add_git_diff full`, `add_recent_commits`. */
  readonly says?: { readonly status?: string; readonly diff?: string; readonly commits?: string };
  /** The repository is not looked at: part of the warning. */
  readonly refused?: string;
}

const STATUS = ["status", "--short"];
const DIFF = ["diff"];
const LOG = ["log", "--oneline"];

const config = ({ git }: Place, entries: Readonly<Record<string, string>>): void => {
  for (const [key, value] of Object.entries(entries)) git("config", key, value);
};
const attributes = ({ repo }: Place, text: string): void =>
  writeFileSync(path.join(repo, ".gitattributes"), `${text}\n`);
const filter = (place: Place, key: string): void => {
  config(place, {
    [`filter.x.${key}`]: place.evil,
    "filter.x.required": key === "smudge" ? "false" : "true",
  });
  attributes(place, "*.txt filter=x");
};

/** A clone that lacks the contents of `a.txt`, and asks a remote for it as soon as they are needed. */
const partialClone = (place: Place, entries: Readonly<Record<string, string>>): void => {
  const blob = place.git("rev-parse", "HEAD:a.txt").trim();
  rmSync(path.join(place.repo, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
  config(place, {
    "core.repositoryformatversion": "1",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*",
    ...entries,
  });
};
const NAMES_ONLY = { status: " M a.txt", diff: "(names):\n\nM a.txt", commits: "first" };

const PLANTS: readonly Plant[] = [
  ...["gpg.program", "gpg.openpgp.program"].map((key): Plant => ({
    name: `log.showSignature and ${key}`,
    plant: (place) => {
      const commit = place.git("cat-file", "commit", "HEAD");
      const signed = commit.replace(
        "\n\n",
        "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n\n",
      );
      const id = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
        cwd: place.repo,
        input: signed,
        encoding: "utf8",
      });
      place.git("update-ref", "HEAD", id.trim());
      config(place, { "log.showSignature": "true", [key]: place.evil });
    },
    bitesOn: LOG,
  })),
  ...["clean", "process"].map((key): Plant => ({
    name: `filter.x.${key}`,
    plant: (place) => filter(place, key),
    bitesOn: DIFF,
  })),
  {
    name: "a filter whose name has blanks, dots and capitals",
    plant: (place) => {
      config(place, { "filter.Some thing.else.clean": place.evil, "filter.y.clean": place.evil });
      attributes(place, "a.txt filter=y\n* filter=y");
    },
    bitesOn: DIFF,
  },
  {
    name: "filter.x.smudge",
    plant: (place) => filter(place, "smudge"),
    bitesOn: ["checkout", "--", "a.txt"],
  },
  ...["textconv", "command"].map((key): Plant => ({
    name: `diff.x.${key}`,
    plant: (place) => {
      config(place, { [`diff.x.${key}`]: place.evil });
      attributes(place, "*.txt diff=x");
    },
    bitesOn: DIFF,
  })),
  { name: "diff.external", plant: (place) => config(place, { "diff.external": place.evil }), bitesOn: DIFF },
  {
    name: "core.fsmonitor",
    plant: (place) => config(place, { "core.fsmonitor": place.evil }),
    bitesOn: STATUS,
  },
  {
    name: "core.pager and pager.*",
    plant: (place) => {
      config(place, { "core.pager": place.evil, "pager.log": place.evil, "pager.status": "true" });
    },
    bitesOn: null,
  },
  {
    name: "every other key that names a program",
    plant: (place) => {
      const keys =
        "alias.status alias.diff alias.log alias.config core.editor core.askPass core.gitProxy core.sshCommand " +
        "core.alternateRefsCommand credential.helper uploadpack.packObjectsHook gpg.ssh.program gpg.x509.program " +
        "gpg.ssh.defaultKeyCommand merge.x.driver mergetool.x.cmd difftool.x.cmd sequence.editor trailer.x.command " +
        "trailer.x.cmd interactive.diffFilter web.browser browser.x.cmd man.viewer imap.tunnel sendemail.smtpServer " +
        "remote.origin.vcs remote.origin.uploadpack remote.origin.receivepack submodule.x.update init.templateDir " +
        "diff.tool diff.guitool merge.tool help.browser instaweb.httpd tar.x.command core.attributesFile " +
        "core.excludesFile trace2.eventTarget fetch.hideRefs color.ui pager.diff pager.config";
      for (const key of keys.split(" "))
        place.git("config", key, key.startsWith("alias.") ? `!${place.evil}` : place.evil);
    },
    bitesOn: null,
  },
  {
    name: "a hook of the repository",
    plant: (place) => {
      execFileSync("cp", [place.evil, path.join(place.repo, ".git", "hooks", "post-index-change")]);
    },
    bitesOn: ["update-index", "--refresh", "--really-refresh", "-q"],
  },
  {
    name: "core.hooksPath",
    plant: (place) => {
      const hooks = path.join(place.repo, "hooks");
      mkdirSync(hooks);
      execFileSync("cp", [place.evil, path.join(hooks, "post-index-change")]);
      config(place, { "core.hooksPath": hooks });
    },
    bitesOn: ["update-index", "--refresh", "--really-refresh", "-q"],
  },
  {
    name: "include.path",
    plant: (place) => {
      writeFileSync(
        path.join(place.repo, ".git", "more"),
        `[filter "x"]\n\tclean = ${place.evil}\n[core]\n\tfsmonitor = ${place.evil}\n`,
      );
      attributes(place, "*.txt filter=x");
      config(place, { "include.path": "more" });
    },
    bitesOn: STATUS,
  },
  {
    name: "includeIf",
    plant: (place) => {
      writeFileSync(path.join(place.repo, "more"), `[diff]\n\texternal = ${place.evil}\n`);
      config(place, { "includeIf.gitdir:/**.path": path.join(place.repo, "more") });
    },
    bitesOn: DIFF,
  },
  {
    name: "extensions.worktreeConfig",
    plant: (place) => {
      config(place, { "core.repositoryformatversion": "1", "extensions.worktreeConfig": "true" });
      writeFileSync(
        path.join(place.repo, ".git", "config.worktree"),
        `[core]\n\tfsmonitor = ${place.evil}\n`,
      );
    },
    bitesOn: STATUS,
  },
  {
    name: "a partial clone with an ext:: address",
    plant: (place) =>
      partialClone(place, { "remote.origin.url": `ext::${place.evil}`, "protocol.ext.allow": "always" }),
    bitesOn: DIFF,
    says: NAMES_ONLY,
  },
  {
    name: "a partial clone with core.sshCommand",
    plant: (place) =>
      partialClone(place, {
        "remote.origin.url": "ssh://host.invalid/repo",
        "core.sshCommand": place.evil,
      }),
    bitesOn: DIFF,
    says: NAMES_ONLY,
  },
  {
    name: "a partial clone with remote.*.uploadpack",
    plant: (place) =>
      partialClone(place, { "remote.origin.url": place.repo, "remote.origin.uploadpack": place.evil }),
    bitesOn: DIFF,
    says: NAMES_ONLY,
  },
  {
    name: "a partial clone with core.gitProxy",
    plant: (place) =>
      partialClone(place, { "remote.origin.url": "git://host.invalid/repo", "core.gitProxy": place.evil }),
    bitesOn: DIFF,
    says: NAMES_ONLY,
  },
  {
    name: "a partial clone with remote.*.vcs",
    plant: (place) => {
      const bin = path.join(place.base, "bin");
      mkdirSync(bin);
      execFileSync("cp", [place.evil, path.join(bin, "git-remote-evil")]);
      partialClone(place, { "remote.origin.url": "somewhere", "remote.origin.vcs": "evil" });
      return { env: { PATH: `${bin}:${process.env["PATH"] ?? ""}` } };
    },
    bitesOn: DIFF,
    says: NAMES_ONLY,
  },
  {
    name: "a submodule with a configuration of its own",
    plant: (place) => {
      const sub = path.join(place.repo, "sub");
      execFileSync("cp", ["-r", place.repo, path.join(place.base, "other")]);
      renameSync(path.join(place.base, "other"), sub);
      place.git("add", "sub");
      place.git("-C", "sub", "config", "core.fsmonitor", place.evil);
    },
    bitesOn: STATUS,
  },
  {
    name: "a folder laid out as a bare repository",
    plant: (place) => {
      const bare = path.join(place.repo, "bare");
      execFileSync("cp", ["-r", path.join(place.repo, ".git"), bare]);
      for (const [key, value] of [
        ["core.bare", "false"],
        ["core.worktree", place.repo],
        ["core.fsmonitor", place.evil],
      ] as const) {
        execFileSync("git", ["config", "--file", path.join(bare, "config"), key, value]);
      }
      return { cwd: bare };
    },
    bitesOn: STATUS,
  },
  {
    name: "a .git file that leads elsewhere",
    plant: (place) => {
      const away = path.join(place.base, "away");
      renameSync(path.join(place.repo, ".git"), away);
      writeFileSync(path.join(place.repo, ".git"), `gitdir: ${away}\n`);
      place.git("config", "core.fsmonitor", place.evil);
    },
    bitesOn: STATUS,
    refused: "leads to a repository that does not name this work tree as its own",
  },
  {
    name: "a .git directory that takes its configuration from another",
    plant: (place) => {
      const away = path.join(place.base, "away");
      execFileSync("cp", ["-r", path.join(place.repo, ".git"), away]);
      writeFileSync(path.join(place.repo, ".git", "commondir"), `${away}\n`);
      place.git("config", "core.fsmonitor", place.evil);
    },
    bitesOn: STATUS,
    refused: "takes its objects and its configuration from another repository",
  },
  {
    name: "a .git that is a link",
    plant: (place) => {
      const away = path.join(place.base, "away");
      renameSync(path.join(place.repo, ".git"), away);
      execFileSync("ln", ["-s", away, path.join(place.repo, ".git")]);
      place.git("config", "core.fsmonitor", place.evil);
    },
    bitesOn: STATUS,
    refused: "is a link",
  },
  {
    name: "a program `git` in the project, with its folder in the PATH",
    plant: (place) => {
      const bin = path.join(place.repo, "node_modules", ".bin");
      mkdirSync(bin, { recursive: true });
      writeFileSync(path.join(place.repo, ".gitignore"), "node_modules\n");
      execFileSync("cp", [place.evil, path.join(bin, "git")]);
      return { env: { PATH: `${bin}:node_modules/.bin:.:${process.env["PATH"] ?? ""}` } };
    },
    bitesOn: STATUS,
  },
  {
    name: "variables of the agent that name programs",
    plant: (place) => {
      const exec = path.join(place.base, "exec");
      mkdirSync(exec);
      for (const name of ["git-status", "git-diff", "git-log", "git"]) {
        execFileSync("cp", [place.evil, path.join(exec, name)]);
      }
      const global = path.join(place.base, "global");
      writeFileSync(global, `[core]\n\tfsmonitor = ${place.evil}\n`);
      return {
        env: {
          PATH: process.env["PATH"] ?? "",
          GIT_CONFIG_GLOBAL: global,
          GIT_CONFIG_SYSTEM: global,
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: "core.fsmonitor",
          GIT_CONFIG_VALUE_0: place.evil,
          GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${place.evil}'`,
          GIT_EXTERNAL_DIFF: place.evil,
          GIT_EXEC_PATH: exec,
          GIT_SSH_COMMAND: place.evil,
          GIT_PAGER: place.evil,
          PAGER: place.evil,
          GIT_TEMPLATE_DIR: place.base,
        },
      };
    },
    bitesOn: STATUS,
  },
  {
    name: "the user's own configuration",
    plant: (place) => {
      const templates = path.join(place.base, "templates", "hooks");
      mkdirSync(templates, { recursive: true });
      execFileSync("cp", [place.evil, path.join(templates, "post-index-change")]);
      writeFileSync(
        path.join(place.home, ".gitconfig"),
        `[filter "lfs"]\n\tclean = ${place.evil}\n\tprocess = ${place.evil}\n\trequired = true\n` +
          `[init]\n\ttemplateDir = ${path.dirname(templates)}\n[core]\n\tfsmonitor = ${place.evil}\n`,
      );
      attributes(place, "*.txt filter=lfs diff=lfs merge=lfs -text");
    },
    bitesOn: STATUS,
  },
];

async function place(): Promise<Place> {
  const base = await tempDir();
  const repo = path.join(base, "repo");
  const home = path.join(base, "home");
  mkdirSync(repo);
  mkdirSync(home);
  const evil = path.join(base, "evil");
  writeFileSync(evil, `#!/bin/sh\n: > '${base}/marker'\n`);
  chmodSync(evil, 0o755);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: repo,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent" },
    });
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(path.join(repo, "a.txt"), "one\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  writeFileSync(path.join(repo, "a.txt"), "two\n");
  return { base, repo, home, evil, git };
}

const marker = ({ base }: Place): boolean => readdirSync(base).includes("marker");
const textOf = (verdict: Answered["status"]): string =>
  verdict.kind === "failure" ? verdict.message : (verdict.context ?? []).join("\n\n");

describe("a repository cannot make the builtins run a program (S7)", async () => {
  const planted: { readonly plant: Plant; readonly place: Place; readonly asked: Asked }[] = [];

  test("each plant bites plain git", async () => {
    for (const plant of PLANTS) {
      const here = await place();
      const more = plant.plant(here) ?? {};
      const env = { PATH: process.env["PATH"] ?? "", HOME: here.home, ...more.env };
      const asked = { cwd: here.repo, home: here.home, ...more, env };
      expect(marker(here), `${plant.name}: before`).toBe(false);
      if (plant.bitesOn !== null) {
        runBoxed(
          [
            "sh",
            "-c",
            `cd "$0" && { timeout 20 git "$@" || true; } < /dev/null`,
            asked.cwd,
            ...plant.bitesOn,
          ],
          [here.base],
          { env },
        );
        expect(marker(here), plant.name).toBe(true);
      }
    }
  });

  test("no plant bites the builtins, and they say what they can", async () => {
    for (const plant of PLANTS) {
      const here = await place();
      const more = plant.plant(here) ?? {};
      const env = { PATH: process.env["PATH"] ?? "", HOME: here.home, ...more.env };
      planted.push({ plant, place: here, asked: { cwd: here.repo, home: here.home, ...more, env } });
    }
    const answers = JSON.parse(
      runBoxed(
        sourceArgv(path.join(import.meta.dirname, "git-builtins.ts")),
        planted.map(({ place: { base } }) => base),
        { input: JSON.stringify(planted.map(({ asked }) => asked)) },
      ),
    ) as readonly Answered[];
    for (const [i, { plant, place: here, asked }] of planted.entries()) {
      const answered = answers[i];
      if (answered === undefined) throw new Error("an answer is missing");
      expect(marker(here), plant.name).toBe(false);
      const { status, diff, stat, commits } = answered;
      if (plant.refused !== undefined) {
        for (const one of [status, diff, stat, commits]) {
          expect(one, plant.name).toEqual({
            kind: "approve",
            reason: "",
            warnings: [expect.stringContaining(plant.refused)],
          });
        }
        expect(answered.snapshot[0], plant.name).toMatchObject({
          warnings: [expect.stringContaining(plant.refused)],
        });
        continue;
      }
      const { says = {} } = plant;
      expect(textOf(status), plant.name).toContain("## main");
      expect(textOf(status), plant.name).toContain(says.status ?? " M ");
      expect(textOf(diff), plant.name).toContain(says.diff ?? "-one\n+two");
      expect(textOf(stat), plant.name).toContain("a.txt");
      expect(textOf(commits), plant.name).toContain(says.commits ?? "first");
      const inRoot = path.relative(here.repo, path.join(asked.cwd, "a.txt"));
      expect(answered.changed, plant.name).toEqual([inRoot]);
      const bytes = inRoot === "a.txt" ? readFileSync(path.join(here.repo, "a.txt"), "utf8") : "two\n";
      expect(bytes, plant.name).toBe("two\n");
    }
  });
});
