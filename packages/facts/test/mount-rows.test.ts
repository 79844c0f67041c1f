import { describe, expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

type Row = readonly [run: string, list: "reads" | "writes" | "deletes", path: string];

const REACHED: readonly Row[] = [
  ['docker run -v "$HOME:/h" alpine rm -rf /h', "deletes", "/home/u"],
  ["docker run --rm -v $HOME:/h alpine sh -c 'rm -rf /h/.ssh'", "deletes", "/home/u/.ssh"],
  ["docker run --volume=/:/host alpine rm -rf /host/etc", "deletes", "/etc"],
  ["docker run --mount type=bind,src=/,dst=/host alpine rm -rf /host/etc", "deletes", "/etc"],
  [
    "docker run --mount type=bind,source=/etc,target=/t alpine sh -c 'echo x > /t/passwd'",
    "writes",
    "/etc/passwd",
  ],
  ["podman run -v /home/u:/h:rw alpine rm -rf /h", "deletes", "/home/u"],
  ["docker run -v $HOME:/h alpine sh -c 'cd /h && rm -rf .ssh'", "deletes", "/home/u/.ssh"],
  ["docker run -v $HOME:/h -w /h alpine rm -rf .ssh", "deletes", "/home/u/.ssh"],
  ["docker run -v $HOME:/h/ alpine rm -rf /", "deletes", "/home/u"],
  ["docker run -v $HOME:/h alpine sh -c 'rm -rf /h/*'", "deletes", "/home/u/[!.]*"],
  ["docker run -v $HOME:/h:ro alpine cat /h/.ssh/id_rsa", "reads", "/home/u/.ssh/id_rsa"],
  ["docker run -v $PWD:/w --workdir /w alpine rm -rf build", "deletes", "/w/project/build"],
];

const KEPT: readonly Row[] = [
  ["docker run -v $HOME:/h alpine rm -rf /tmp/x", "deletes", "/home/u"],
  ["docker run -v data:/h alpine rm -rf /h", "deletes", "/w/project/data"],
  ["docker run -v $HOME:/h:ro alpine rm -rf /h", "deletes", "/home/u"],
  ["docker run -v $HOME:/h alpine rm -rf /hx", "deletes", "/home/u"],
];

function pathsOf(run: string, list: Row[1]): readonly (string | null)[] {
  const facts = factsOf(run)[list];
  return facts.filter(({ place, by }) => place === "here" && !by.endsWith(" mount")).map(({ path }) => path);
}

describe("what is done in a container below a mount is done here", () => {
  test.each(REACHED)("%s: %s has %s", (run, list, path) => {
    expect(pathsOf(run, list)).toContain(path);
  });

  test.each(KEPT)("%s: %s does not have %s", (run, list, path) => {
    expect(pathsOf(run, list)).not.toContain(path);
  });
});
