import { chownSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { commandArgs } from "../../../../test/e2e/spawn-cli.js";
import { asUser, bare, boxed, type Ended, eachWorld, MARKS, USER, whyNoBox, type World } from "./world.js";

const why = whyNoBox();
let world: World;
eachWorld(why, (made) => (world = made));

async function sh(script: string): Promise<Ended> {
  return await boxed(world, ["bash", "-c", script]);
}

/** Done before any box, in the workspace. */
async function before(script: string): Promise<void> {
  const { status, stderr } = await bare(world, script);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

// Ways that whoever has read the sources has found.
describe.skipIf(why !== undefined)(`an outsider${why === undefined ? "" : `: skipped, ${why}`}`, () => {
  test("reads no secret that is beside or in what is kept", async () => {
    await before("git init -q --template= sub && mkdir -p sub/.git/hooks && cp .env .gatehouse/.env");
    const { stdout } = await sh("cat sub/.env .gatehouse/.env; echo ran");
    expect(stdout).toBe("SUB=held-by-gatehouse\nTOKEN=held-by-gatehouse\nran\n");
  });

  test("moves no secret to a name that the next box does not know", async () => {
    await before(`mkdir -p a/.aws && echo ${MARKS.key} > a/.aws/credentials`);
    const moved = await sh("mv a/.aws a/x; mv a b; mv sub sub2; ls; true");
    expect(moved.stdout).toMatch(/^a$/m);
    expect((await sh("cat */*/credentials */.aws/* sub2/.env; echo ran")).stdout).toBe("ran\n");
  });

  test("makes git read no other configuration than that of the repository", async () => {
    const redirect =
      "mkdir evil && cp -r .git/objects .git/refs .git/HEAD evil && echo ../evil > .git/commondir";
    const { stdout, stderr } = await sh(`git status -s > /dev/null && echo ran; ${redirect}`);
    expect([stdout, stderr]).toEqual([
      "ran\n",
      expect.stringContaining("commondir`, which the command has made"),
    ]);
    expect(existsSync(join(world.workspace, ".git/commondir"))).toBe(false);
    await before("echo ../evil > .git/commondir");
    const next = await sh("echo ran");
    expect([next.status, next.stdout]).toEqual([125, ""]);
    expect(next.stderr).toContain("remove it");
  });

  test("plants nothing that git runs in a repository within the workspace: a bare one, a submodule's, one without hooks", async () => {
    await before(
      "git init -q --bare --template= b.git; git init -q --template= s && rm -rf s/.git/hooks; mkdir -p .git/modules && git init -q --bare .git/modules/m",
    );
    const repositories = ["b.git", "s/.git", ".git/modules/m"];
    const { stdout } = await sh(
      repositories
        .map(
          (one) =>
            `(mkdir -p ${one}/hooks; echo x > ${one}/hooks/pre-commit) 2>/dev/null && echo hook; (echo x >> ${one}/config) 2>/dev/null && echo config`,
        )
        .join("\n") + "\necho ran",
    );
    expect(stdout).toBe("ran\n");
    for (const one of repositories)
      expect(existsSync(join(world.workspace, one, "hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(world.workspace, "b.git/config"), "utf8")).not.toContain("x\n");
  });

  test("puts no other repository in the place of a submodule's or a linked worktree's file", async () => {
    await before(
      "mkdir -p .git/modules && git init -q --bare --template= .git/modules/m && mkdir m && echo 'gitdir: ../.git/modules/m' > m/.git && git worktree add -q wt HEAD",
    );
    const plant = ["m", "wt"].map(
      (one) =>
        `(rm -f ${one}/.git; mv ${one}/.git ${one}/g; git init -q --template=tpl ${one}; echo evil > ${one}/.git) 2>/dev/null; ls -d ${one}/.git/hooks; cat ${one}/.git`,
    );
    const { stdout } = await sh(`${plant.join("; ")}; echo ran`);
    expect(stdout).toMatch(/^gitdir: \.\.\/\.git\/modules\/m\ngitdir: .*\/worktrees\/wt\nran\n$/);
  });

  test("puts nothing in the place of a link to what is kept", async () => {
    await before(
      "mkdir -p dot/claude dot/mcp && echo '{}' > dot/claude/settings.json && ln -s dot/claude .claude && echo '{}' > dot/mcp.json && ln -s dot/mcp.json .mcp.json && git init -q --template= real && mkdir linked && ln -s ../real/.git linked/.git && mkdir gh && ln -s gh .github",
    );
    const plant = [
      "rm .claude; mkdir -p .claude && echo evil > .claude/settings.json",
      "rm .mcp.json; echo evil > .mcp.json",
      "mv linked/.git linked/g; git init -q --template=tpl linked",
      "mkdir -p gh/hooks; echo evil > gh/hooks/a.json",
    ];
    const { stdout } = await sh(`(${plant.join("; ")}) 2>/dev/null; echo ran`);
    expect(stdout).toBe("ran\n");
    const { stdout: after } = await bare(
      world,
      "readlink .claude .mcp.json linked/.git; cat .claude/settings.json .mcp.json",
    );
    expect(after).toBe("dot/claude\ndot/mcp.json\n../real/.git\n{}\n{}\n");
  });

  test("makes nothing that a link to nothing leads to", async () => {
    await before("ln -s nowhere .mcp.json");
    const { status, stderr } = await sh("echo evil > nowhere");
    expect([status, existsSync(join(world.workspace, "nowhere"))]).toEqual([125, false]);
    expect(stderr).toContain(".mcp.json` is a link to what is not there; remove it");
  });

  test("asks no program of the machine through a socket, wherever it is", async () => {
    mkdirSync(join(world.home, "own"));
    const places = [join(world.home, "own/service"), join(world.workspace, "service")];
    const servers = await Promise.all(
      places.map(async (path) => {
        const server = createServer((socket) => socket.end("asked\n"));
        await new Promise<void>((resolve) => server.listen(path, resolve));
        if (USER !== undefined) chownSync(path, USER, USER);
        return server;
      }),
    );
    const ask = places
      .map(
        (one) =>
          `python3 -c "import socket; s = socket.socket(socket.AF_UNIX); s.connect('${one}'); print(s.recv(9))" 2>/dev/null`,
      )
      .join("; ");
    expect((await bare(world, ask)).stdout.match(/asked/g)).toHaveLength(2);
    expect((await sh(`${ask}; echo ran`)).stdout).toBe("ran\n");
    for (const one of servers) one.close();
  });

  test("reads and writes nothing through a folder that its caller has open", async () => {
    const steal = "cat /proc/self/fd/40/.ssh/id_rsa; echo x > /proc/self/fd/40/planted; ls -l /proc/self/fd";
    const open = `exec 40<"$HOME"; exec ${[process.execPath, ...commandArgs()].join(" ")} box -- bash -c '${steal}; echo ran'`;
    const env = { HOME: world.home, XDG_RUNTIME_DIR: world.runtime };
    const { stdout, stderr } = await asUser("/bin/bash", ["-c", open], { cwd: world.workspace, env });
    expect(stdout).toMatch(/^ran$/m);
    expect(stdout + stderr).not.toContain(MARKS.key);
    expect(stdout).not.toContain(" -> /work");
    expect(existsSync(join(world.home, "planted"))).toBe(false);
  });

  test("reads no secret in a variable, by its name or by what an address in it says", async () => {
    const env = {
      ...{
        OPENAI_APIKEY: "MARK",
        GH_PAT: "MARK",
        AWS_ACCESS_KEY_ID: "MARK",
        MYSQL_PWD: "MARK",
        GPG_PASSPHRASE: "MARK",
      },
      ...{
        DATABASE_URL: "postgres://me:MARK@db/x",
        NPM_CONFIG__AUTH: "MARK",
        KEYBOARD: "us",
        OLDPWD: "/",
        PAGER: "cat",
      },
      ...{ HOME: world.home, XDG_RUNTIME_DIR: world.runtime, HOMEPAGE: "https://h.example/a:b@c" },
    };
    const args = [...commandArgs(), "box", "--", "env"];
    const { stdout } = await asUser(process.execPath, args, { cwd: world.workspace, env });
    expect(stdout).not.toContain("MARK");
    for (const name of ["KEYBOARD", "OLDPWD", "PAGER", "HOMEPAGE"]) expect(stdout).toContain(`${name}=`);
  });
});
