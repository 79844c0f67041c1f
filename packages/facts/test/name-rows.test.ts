import { type FactRows, testRows } from "./test-rows.js";

/** Commands whose names are more than they seem, and all of their facts. */
const ROWS: FactRows = {
  "remembered programs": [
    { run: "hash -p /bin/rm list; list -rf /", deletes: ["/**"] },
    { run: "hash -p/bin/rm list; list -rf /", deletes: ["/**"] },
    { run: "hash -p /bin/rm ls; command ls -rf /", deletes: ["/**"] },
    { run: "f() { hash -p /bin/rm ls; }; f; ls -rf /", deletes: ["/**"] },
    { run: "true || hash -p /bin/rm ls; ls x", reads: ["./x"] },
    { run: "a=b && [ -f x ] && hash -p /bin/rm ls; ls x", reads: ["./x"], deletes: ["./x"] },
    { run: "hash -p ./evil ls; ls", executes: ["file binary"], unknown: ["opaque-file"] },
    { run: 'hash -p "$P" ls; ls x', unknown: ["dynamic-command"] },
    { run: "hash -p /bin/rm echo; enable -n echo; echo -rf /", deletes: ["/**"], unknown: ["environment"] },
    { run: "hash -p /bin/rm echo; echo -rf /" },
    { run: "hash -p /bin/rm ls; hash -r; ls x", reads: ["./x"] },
    { run: "hash -p /bin/rm ls; hash -d ls; ls x", reads: ["./x"] },
    { run: "(hash -p /bin/rm ls); ls x", reads: ["./x"] },
    { run: "hash -p /bin/rm ls; env ls x", reads: ["./x"] },
    { run: "hash -p /bin/rm ls; bash -c 'ls x'", reads: ["./x"] },
    { run: "hash ls; ls x", reads: ["./x"] },
    { run: "BASH_CMDS[ls]=/bin/rm; ls x", reads: ["./x"], unknown: ["environment"] },
  ],
  "programs that are not found": [
    { run: "command_not_found_handle() { rm -rf /; }; q1q", deletes: ["/**"], unknown: ["unknown-program"] },
    { run: 'command_not_found_handle() { rm "$2"; }; ls x', reads: ["./x"], deletes: ["./x"] },
    { run: "command_not_found_handle() { rm x; }; /bin/ls", reads: ["."] },
    { run: "command_not_found_handle() { rm x; }; echo" },
    { run: "command_not_found_handle() { q1q; }; q1q", unknown: ["unknown-program"] },
  ],
  aliases: [
    {
      run: "shopt -s expand_aliases\nalias w='rm -rf /'\nw",
      deletes: ["/**"],
      unknown: ["environment"],
    },
    {
      run: "shopt -s expand_aliases\nalias w='rm -rf'\nw /",
      deletes: ["/**"],
      unknown: ["environment"],
    },
    {
      run: "shopt -s expand_aliases\nalias ls='rm'\nls x > y",
      reads: ["./x"],
      deletes: ["./x"],
      writes: ["./y"],
      unknown: ["environment"],
    },
    {
      run: "shopt -s expand_aliases\nalias nice='nice ' ls='rm'\nnice ls x",
      reads: ["./x"],
      deletes: ["./x"],
      unknown: ["environment"],
    },
    {
      run: "shopt -s expand_aliases\nalias ls='ls; rm x'\nls",
      reads: ["."],
      deletes: ["./x"],
      unknown: ["environment"],
    },
    {
      run: "shopt -s expand_aliases\nalias ls='cat y | ls'\nls",
      reads: [".", "./y"],
      unknown: ["environment"],
    },
    {
      run: "shopt -s expand_aliases\nalias ls='rm x'\nunalias ls\nls",
      reads: ["."],
      unknown: ["environment"],
    },
    { run: "shopt -s expand_aliases\nalias ls='rm x'\n\"ls\"", reads: ["."], unknown: ["environment"] },
    { run: "bash -ic $'alias ls=rm\\nls x'", reads: ["./x"], deletes: ["./x"], unknown: ["environment"] },
    {
      run: "bash -O expand_aliases -c $'alias ls=rm\\nls x'",
      reads: ["./x"],
      deletes: ["./x"],
      unknown: ["environment"],
    },
    { run: "sh -c $'alias ls=rm\\nls x'", reads: ["./x"], deletes: ["./x"], unknown: ["environment"] },
    { run: "alias ls=rm\nls x", reads: ["./x"], deletes: ["./x"] },
    {
      run: "zsh -c $'alias ls=rm\\nls x'",
      reads: ["./x"],
      deletes: ["./x"],
      unknown: ["dialect", "environment"],
    },
    { run: "alias ll='ls -l'; ls x", reads: ["./x"] },
    { run: "bash -c $'alias ls=rm\\nls x'", reads: ["./x"] },
  ],
};

testRows(ROWS);
