// Thirty processes of an agent that calls its hooks side by side.
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../../test/e2e/spawn-cli.js";
import { folder } from "../run-cli.js";

test("counts of thirty processes at once are not lost", async () => {
  const place = folder({});
  try {
    const states = join(place.home, "states");
    const count = join(import.meta.dirname, "count-fires.ts");
    const file = count.slice(count.indexOf("packages/"));
    const fired = await Promise.all(Array.from({ length: 30 }, () => run(file, [states, "20"])));
    expect(fired.map(({ stderr }) => stderr).filter((text) => text !== "")).toEqual([]);
    expect(fired.filter(({ stdout }) => stdout === "fired")).toHaveLength(20);
    expect(fired.filter(({ stdout }) => stdout === "spent")).toHaveLength(10);
  } finally {
    place.remove();
  }
});
