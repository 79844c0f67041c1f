import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { findConfig } from "../src/load/find-config.js";
import { places } from "../src/load/places.js";
import { protectedPlaces } from "../src/open/protected-places.js";
import { processIo } from "../src/process-io.js";
import { type Context, contextOf, DEFAULT_OPTIONS } from "../src/settings.js";

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
