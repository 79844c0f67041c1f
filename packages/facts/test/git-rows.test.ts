import { type FactRows, testRows } from "./test-rows.js";

/** Options of git by more than one way, and all of their facts. */
const ROWS: FactRows = {
  "cleaning and checking out": [
    { run: "git -c clean.requireForce=false clean", actions: ["git.clean"] },
    { run: "git -c Clean.RequireForce=No clean -d", actions: ["git.clean"] },
    { run: "git -c clean.requireForce=true clean", actions: ["git.change"] },
    {
      run: "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=clean.requireForce GIT_CONFIG_VALUE_0=0 git clean",
      actions: ["git.clean"],
      unknown: ["environment"],
    },
    {
      run: "GIT_CONFIG_PARAMETERS=\"'clean.requireforce=off'\" git clean",
      actions: ["git.clean"],
      unknown: ["environment"],
    },
    {
      run: "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0='rm x' git log",
      actions: ["git.config"],
      deletes: ["./x"],
      unknown: ["environment"],
    },
    { run: "X='rm x' git --config-env=core.pager=X log", actions: ["git.config"], deletes: ["./x"] },
    { run: "git checkout -tf main", actions: ["git.change", "git.discard"] },
    { run: "git checkout -t origin/main", actions: ["git.change"] },
    { run: "git checkout --unified 3 main", actions: ["git.change"] },
    { run: "git checkout --recurse-submodules checkout main", actions: ["git.change"] },
    { run: "git checkout --recurse-submodules main a", actions: ["git.change", "git.discard"] },
    { run: "git checkout -B main", actions: ["git.change", "git.rewrite"] },
    { run: "git checkout -fB main", actions: ["git.change", "git.discard", "git.rewrite"] },
    { run: "git switch -Cfixup", actions: ["git.change", "git.rewrite"] },
    { run: "git switch -fC x", actions: ["git.discard"] },
  ],
  "other commands": [
    { run: "git checkout-index -fa", actions: ["git.change", "git.discard"] },
    { run: "git read-tree -u --reset HEAD", actions: ["git.change", "git.discard"] },
    { run: "git -c gc.reflogExpire=now gc", actions: ["git.prune"] },
    { run: "git push -f --force-with-lease", actions: ["git.push", "git.force-push"] },
    { run: "git grep --open-files-in-pager='rm x' y", deletes: ["./x"], unknown: ["opaque-code"] },
    { run: "git grep -n y" },
    { run: "git grep --no-index y", reads: ["./**"] },
    { run: "git show --ext-diff", unknown: ["opaque-code"] },
    { run: "git --exec-path=x log", unknown: ["opaque-code"] },
    { run: "git --exec-path" },
  ],
};

testRows(ROWS);
