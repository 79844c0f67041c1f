import { type FactRows, testRows } from "./test-rows.js";

const DELETES = { deletes: ["/etc/**"] };

/** A builtin of the shell that is called as a program runs what the builtin would. */
const ROWS: FactRows = {
  "`command`, `builtin` and `exec` after a wrapper": [
    { run: "sudo command rm -rf /etc", ...DELETES, actions: ["privilege.raise"] },
    { run: "env command -p rm -rf /etc", ...DELETES },
    { run: "timeout 5 command -- rm -rf /etc", ...DELETES },
    { run: "nohup /usr/bin/command rm -rf /etc", ...DELETES },
    { run: "xargs command rm -rf /etc < /dev/null", ...DELETES },
    { run: "sudo exec rm -rf /etc", ...DELETES, actions: ["privilege.raise"] },
    { run: "nice exec -a x rm -rf /etc", ...DELETES },
    { run: "env builtin command rm -rf /etc", ...DELETES },
    { run: "find /etc -maxdepth 0 -exec command rm -rf {} +", reads: ["/etc/**"], ...DELETES },
    { run: "env command -v rm" },
  ],
  "what no system has as a program is not understood": [
    { run: "sudo eval 'rm -rf /etc'", actions: ["privilege.raise"], unknown: ["unknown-program"] },
    { run: "env source x", unknown: ["unknown-program"] },
  ],
};

testRows(ROWS);
