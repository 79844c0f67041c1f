import { HOSTS } from "@gatehouse-hooks/hosts";
import { FORMATS } from "@gatehouse-hooks/local";
import { expect, test } from "vitest";

test("the names of formats are those of the hosts whose files are read", () => {
  expect(FORMATS).toEqual(HOSTS.filter(({ files }) => files !== undefined).map(({ name }) => name));
});
