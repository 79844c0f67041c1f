import { HOSTS, GUARDED_FILES, GUARDED_FOLDERS, GUARDED_WHOLE } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { WIRINGS } from "../../../local/src/agents/wiring.js";

/** Whether the list has a path, seen from a home folder or a project. */
function isListed(path: string): boolean {
  const isIn = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  return (
    GUARDED_FILES.includes(path) ||
    GUARDED_WHOLE.some(isIn) ||
    GUARDED_FOLDERS.some(({ names, files, below }) =>
      names.some(
        (name) =>
          files.some((file) => path === `${name}/${file}`) ||
          below.some((folder) => isIn(`${name}/${folder}`)),
      ),
    )
  );
}

test("the list of what decides about agents has every file that `init` writes", () => {
  const written = WIRINGS.flatMap(({ folder, userFile, projectFile, shape }) => [
    `${folder}/${userFile}`,
    // A person names hooks in an agent file of any name.
    ...(shape === "manual" ? [] : [projectFile]),
  ]);
  expect(written.filter((path) => !isListed(path))).toEqual([]);
});

test("it has everything that the hosts keep from a sandbox", () => {
  const guarded = HOSTS.flatMap(({ files }) => [
    ...(files?.guarded?.project ?? []),
    ...(files?.guarded?.home ?? []),
  ]);
  expect(guarded.length).toBeGreaterThan(0);
  expect(guarded.filter((path) => !isListed(path))).toEqual([]);
});
