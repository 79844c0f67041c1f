import { anonymise } from "@gatehouse-hooks/logs/replay";
import { expect, test } from "vitest";

test.each(["dev", "src", "bin", "alice"])(
  "the folder of a user names no user, one called `%s` neither",
  (user) => {
    const report = { call: `cat /home/${user}/x.env /Users/${user}/y`, path: `/home/${user}/p/.env` };
    const shown = anonymise(report, [], new Uint8Array(32));
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`/(?:home|Users)/${user}\\b`));
  },
);
