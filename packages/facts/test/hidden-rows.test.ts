import { type FactRows, testRows } from "./test-rows.js";

/** Strings that a shell expands where one does not see it, and all of their facts. */
const ROWS: FactRows = {
  subscripts: [
    ...[
      "((x))",
      "echo $((1 + x))",
      "[[ $x -eq 1 ]]",
      "[[ 1 -lt x ]]",
      "[[ -v $x ]]",
      '[ -v "$x" ]',
      'unset "$x"',
      'printf -v "$x" y',
      "echo ${!x}",
      "echo ${b[x]}",
      "y=abc; echo ${y:x}",
      "declare -i y=x",
      "let y=x",
      "for ((i=x;i<1;i++)); do break; done",
      'declare -n r="$x"; r=1',
      "y=x; ((y))",
    ].map((use) => ({ run: `x='a[$(rm -rf /)]'; ${use}`, deletes: ["/**"] })),
    { run: "x='a[$(rm -rf /)]'; [ \"$x\" = y ]" },
    { run: "x='a[$(rm -rf /)]'; [[ $x == y ]]" },
    { run: "x='a[$(rm -rf /)]'; echo \"$x\"" },
    { run: "x='$(rm -rf /)'; echo ${#x}" },
    { run: "i=1; a=(x y); rm ${a[i]} ${a[@]:i}", deletes: ["./y"] },
    { run: "y=abc; i=1; rm ${y:i} ${y:i+1}", deletes: ["./bc", "./c"] },
  ],
  "a value that sets the variable itself": [
    ...["n=1; x[n]=a${x:=q}", "x[2]=${x[1]:=q}b"].map((sets) => ({
      run: `${sets}; rm "\${x[@]}"`,
      deletes: ["?"],
      unknown: ["dynamic-argument" as const],
    })),
  ],
  "what a substitution ends in": [
    { run: 'x=$(echo "a$(printf "b")"$\'\\n\'); rm "$x"', deletes: ["./ab"] },
    ...['"$(echo "pq$z"$\'\\n\')"', '"$(printf "pq\\n%s" "$z")"', '"$(echo pq; echo "$z")"'].map((word) => ({
      run: `rm ${word}/x`,
      deletes: ["./pq**/x"],
      unknown: ["dynamic-argument" as const],
    })),
  ],
  "values that are expressions": [
    { run: "n='1+2'; rm $((n*2))", deletes: ["./6"] },
    { run: "x=a; n='x=5'; : $((n)); rm $x", deletes: ["./5"] },
    { run: "n=(3 4); rm $((n+1))", deletes: ["./4"] },
    { run: "n=x.c; rm a$((n+1))", deletes: ["./a*"], unknown: ["environment"] },
    { run: "n='a b'; rm a$((n))", deletes: ["./a*"], unknown: ["environment"] },
    { run: "rm a$((1/0))", deletes: ["./a*"], unknown: ["environment"] },
    { run: "n=q; q=5; rm $((n))", deletes: ["./5"] },
  ],
  prompts: [
    { run: "x='$(rm -rf /)'; echo \"${x@P}\"", deletes: ["/**"] },
    {
      run: "PS4='$(rm -rf /)'; set -x; ls",
      reads: ["."],
      deletes: ["/**"],
    },
    { run: "PS4='`rm -rf /`' bash -xc ls", reads: ["."], unknown: ["environment"] },
    { run: "PS4='+ ' bash -xc ls", reads: ["."] },
    { run: "x='$(rm -rf /)'; echo \"${x@L}\"" },
  ],
  "code of builtins": [
    { run: "compgen -C 'rm -rf / #'", deletes: ["/**"] },
    { run: "compgen -W '$(rm -rf /)'", deletes: ["/**"] },
    { run: "compgen -W 'a b'" },
    { run: "jobs -x rm -rf /", deletes: ["/**"] },
    { run: "jobs -l" },
  ],
  "what other shells get": [
    { run: "ls() { rm -rf /; }; export -f ls; bash -c ls", deletes: ["/**"] },
    { run: "ls() { rm -rf /; }; declare -fx ls; env nice bash -c ls", deletes: ["/**"] },
    { run: "ls() { rm -rf /; }; bash -c ls", reads: ["."] },
    { run: "PATH=/x:$PATH; ls", reads: ["."], unknown: ["environment"] },
    { run: "PATH=/usr/local/bin:$PATH; ls", reads: ["."] },
  ],
  options: [
    { run: "shopt -s dotglob; cat *", reads: ["./*"] },
    { run: "GLOBIGNORE=x; cat *", reads: ["./*"] },
    { run: "shopt -s dotglob; x='*'; cat $x", reads: ["./*"] },
    { run: "cat *", reads: ["./[!.]*"] },
    { run: "shopt -s nullglob globstar; cat **/*.js", reads: ["./**/[!.]*.js"] },
    { run: "shopt -s nocaseglob; cat .E*", reads: ["./.E*"], unknown: ["environment"] },
    { run: "bash -O dotglob -c 'cat *'", reads: ["./[!.]*"], unknown: ["environment"] },
    { run: "shopt -s lastpipe; echo a | read x; cat b", reads: ["./b"], unknown: ["environment"] },
    { run: "shopt -s extglob histappend; cat b", reads: ["./b"] },
    { run: "shopt -q nocaseglob" },
  ],
};

testRows(ROWS);
