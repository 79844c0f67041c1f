import { compilePolicies, type Event, readEvent } from "@gatehouse-hooks/engine";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";
import { createProjects, type OpenedProject } from "../../src/daemon/projects.js";

const P = { project: "/p", also: [] };

/** A project on a disk: its policies are one denying policy that is called like the version. */
interface Disk {
  version: number;
  broken: boolean;
  /** How often it was read, how many deciders are open. */
  loads: number;
  open: number;
}

function event(): Event {
  const read = readEvent({ event: "before_tool_call", toolName: "exec", params: {} });
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

async function opened(disk: Disk, slow?: Promise<void>): Promise<OpenedProject> {
  const { version, broken } = disk;
  disk.loads++;
  await Promise.resolve();
  const runtime = createRuntime({
    policies: compilePolicies([
      {
        id: `v${version}`,
        events: ["before_tool_call"],
        handler: { kind: "function", name: "f", timeoutMs: 60_000 },
      },
    ]).set,
    handlers: {
      function: async () => {
        await slow;
        return { kind: "deny", reason: `v${version}` };
      },
    },
  });
  disk.open++;
  return {
    decide: (one) => runtime.decide(one),
    close: async () => {
      disk.open--;
      await runtime.close();
    },
    box: () => Promise.reject(new Error("no box is asked for")),
    isFresh: () => disk.version === version && disk.broken === broken,
    broken: broken ? ["a.yaml: not YAML"] : [],
  };
}

const newDisk = (): Disk => ({ version: 1, broken: false, loads: 0, open: 0 });

test("10,000 reloads under load: each decision sees the version that was there when it began, and one stays open", async () => {
  const disk = newDisk();
  const projects = createProjects(
    () => opened(disk),
    () => undefined,
  );
  const asked: Promise<void>[] = [];
  for (let i = 0; i < 10_000; i++) {
    disk.version++;
    const { version } = disk;
    const pair = [projects.decide(P, event()), projects.decide(P, event())];
    asked.push(
      ...pair.map(async (one) => {
        const { policy, reason } = await one;
        expect(policy).toBe(reason);
        expect(Number(reason.slice(1))).toBeGreaterThanOrEqual(version);
      }),
    );
    if (i % 50 === 0) await Promise.all(asked.splice(0));
  }
  await Promise.all(asked);
  expect(disk.open).toBe(1);
  await projects.close();
  expect(disk.open).toBe(0);
});

test("an edit that cannot be loaded leaves the former policies in force, is said once, and the next good one counts", async () => {
  const disk = newDisk();
  const said: string[] = [];
  const projects = createProjects(
    () => opened(disk),
    (message) => said.push(message),
  );
  const reason = async (): Promise<string> => (await projects.decide(P, event())).reason;
  expect(await reason()).toBe("v1");
  disk.broken = true;
  disk.version = 2;
  expect([await reason(), await reason()]).toEqual(["v1", "v1"]);
  expect(said).toEqual([expect.stringContaining("a.yaml: not YAML")]);
  expect(projects.status()).toMatchObject([{ broken: ["a.yaml: not YAML"], reloads: 1 }]);
  disk.broken = false;
  disk.version = 3;
  expect(await reason()).toBe("v3");
  expect(projects.status()).toMatchObject([{ broken: [], reloads: 2 }]);
});

test("a project that is broken from the start is decided with what it has: there is nothing former", async () => {
  const disk = { ...newDisk(), broken: true };
  const projects = createProjects(
    () => opened(disk),
    () => undefined,
  );
  expect((await projects.decide(P, event())).reason).toBe("v1");
});

test("a decision in flight ends on the version that it began with, which stays open for it", async () => {
  const disk = newDisk();
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const projects = createProjects(
    () => opened(disk, disk.version === 1 ? slow : undefined),
    () => undefined,
  );
  const first = projects.decide(P, event());
  await new Promise((resolve) => setTimeout(resolve, 20));
  disk.version = 2;
  expect((await projects.decide(P, event())).reason).toBe("v2");
  expect(disk.open).toBe(2);
  release();
  expect((await first).reason).toBe("v1");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(disk.open).toBe(1);
});

test("many first calls load a project once; one that cannot be opened is tried again", async () => {
  const disk = newDisk();
  let fails = true;
  const projects = createProjects(
    () => (fails ? Promise.reject(new Error("no disk")) : opened(disk)),
    () => undefined,
  );
  await expect(projects.decide(P, event())).rejects.toThrow("no disk");
  fails = false;
  const all = await Promise.all(Array.from({ length: 20 }, () => projects.decide(P, event())));
  expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set(["v1"]));
  expect(disk.loads).toBe(1);
});

test("the projects used longest ago are closed", async () => {
  const disk = newDisk();
  const projects = createProjects(
    () => opened(disk),
    () => undefined,
  );
  for (let i = 0; i < 100; i++) await projects.decide({ project: `/p${i}`, also: [] }, event());
  expect(disk.open).toBeLessThanOrEqual(33);
  expect(projects.status().at(-1)).toMatchObject({ project: "/p99" });
});
