import { bubblewrapArgv } from "@gatehouse-hooks/commands";
import { HOSTS } from "@gatehouse-hooks/hosts";
import { join, sep } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { requireProgram } from "../../../test/require-program.js";
import { findConfig } from "../../local/src/places/find-config.js";
import { places } from "../../local/src/places/places.js";
import { protectedPlaces } from "../../local/src/open/protected-places.js";
import { processIo } from "../../console/src/process-io.js";
import { type Context, contextOf, DEFAULT_OPTIONS } from "../../local/src/settings.js";
import { folder } from "./run-cli.js";

beforeAll(() => requireProgram("bwrap", "bubblewrap"));

const project = join("/nonexistent", "project");
const home = join("/nonexistent", "home");

async function protectedIn(cwd: string): Promise<readonly string[]> {
  const io = { ...processIo().io, env: {}, cwd: project, home };
  const context: Context = contextOf({ ...DEFAULT_OPTIONS, project }, io);
  return protectedPlaces(context, await findConfig(context.settings), cwd);
}

test("policies, configuration, trust and git of every folder on the way, and of the user", async () => {
  const names = [".gatehouse", ".mayros", ".mimir", ".git", "mayros.json5"];
  const inFolders = ["/nonexistent", project].flatMap((base) => names.map((name) => join(base, name)));
  const users = [".gatehouse", ".mayros", ".mimir"].map((name) => join(home, name));
  expect(new Set(await protectedIn("/nonexistent"))).toEqual(
    new Set([
      ...inFolders,
      ...users,
      join(project, ".mayros/hooks"),
      join(home, ".mayros/hooks"),
      "/etc/gatehouse",
    ]),
  );
});

test("whatever policies are read from", async () => {
  const { config } = await findConfig(
    contextOf({ ...DEFAULT_OPTIONS, project }, { ...processIo().io, cwd: project, home }).settings,
  );
  const read = places({
    project,
    home,
    policies: undefined,
    policyFormat: undefined,
    enforced: [],
    projectHooks: config.projectHooksDir,
    userHooks: config.userHooksDir,
  });
  const kept = await protectedIn(project);
  for (const { path } of read)
    expect(
      kept.some((one) => path === one || path.startsWith(one + sep)),
      path,
    ).toBe(true);
});

test("what hosts guard in a project, the sandbox also guards in projects below", () => {
  const names = [".git", ...HOSTS.flatMap(({ files }) => files?.guarded?.project ?? [])];
  expect(names.length).toBeGreaterThan(4);
  const place = folder(Object.fromEntries(names.map((name) => [`vendor/lib/${name}`, "x"])));
  onTestFinished(place.remove);
  const boxed = bubblewrapArgv({ file: "true", args: [] }, { cwd: place.path });
  if (boxed.kind === "refused") throw new Error(boxed.message);
  onTestFinished(boxed.release);
  const { args } = boxed.argv;
  const readOnly = args.filter((_, i) => args[i - 1] === "--ro-bind");
  expect(readOnly).toEqual(expect.arrayContaining(names.map((name) => join(place.path, "vendor/lib", name))));
});
