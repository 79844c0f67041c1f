import { expect, test } from "vitest";
import { everyNth } from "../assert-law.js";
import { judgeAfterInit } from "./first-packs.js";
import { EFFECTS, SPELLINGS } from "./spellings.table.js";

function spelled(spelling: string, effect: string): string {
  const turned = effect.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(((letter.charCodeAt(0) - 84) % 26) + 97),
  );
  return spelling
    .replaceAll("CMD", effect)
    .replaceAll("BASE64", Buffer.from(effect).toString("base64"))
    .replaceAll("REVERSED", [...effect].toReversed().join(""))
    .replaceAll("TURNED", turned);
}

test.each(Object.entries(SPELLINGS))(
  "what has an effect is denied or asked about, written as %s",
  (_, spellings) => {
    const commands = spellings.flatMap((spelling) => EFFECTS.map((effect) => spelled(spelling, effect)));
    const passed = everyNth(3, commands).filter(
      (command) => !["deny", "ask"].includes(judgeAfterInit(command).effect),
    );
    expect(passed).toEqual([]);
  },
);

test.each(Object.entries(SPELLINGS))(
  "what only looks passes where it is read, written as %s",
  (name, spellings) => {
    if (name === "code that is hidden") return;
    const denied = everyNth(3, spellings)
      .map((spelling) => spelled(spelling, "git status"))
      .filter((command) => judgeAfterInit(command).effect === "deny");
    expect(denied).toEqual([]);
  },
);
