import { type FactRows, testRows } from "./test-rows.js";

/** Commands whose variables are more than they seem, and all of their facts. */
const ROWS: FactRows = {
  references: [
    {
      run: 'y=(k); declare -n y=x; x=f; cat "$y"',
      reads: ["./k", "?"],
      unknown: ["dynamic-argument", "environment"],
    },
    { run: 'T=rm; declare -n R=T; "$R" -rf /', deletes: ["/**"] },
    { run: 'typeset -n R=T; T=rm; "$R" -rf /', deletes: ["/**"] },
    { run: 'declare -n R; R=T; R=/; rm -rf "$T"', deletes: ["/**"] },
    { run: "declare -n A=B B=C; A=/; rm -rf $C", deletes: ["/**"] },
    { run: 'f() { local -n r=$1; r=/; }; f x; rm -rf "$x"', deletes: ["/**"] },
    { run: "declare -n R=T; read R <<< /; rm -rf $T", deletes: ["/**"] },
    { run: "declare -n R=T; printf -v R /; rm -rf $T", deletes: ["/**"] },
    { run: "a=/; b=/etc; declare -n R=a; for R in a b; do rm -rf $R; done", deletes: ["/**", "/etc/**"] },
    { run: "a=(x /); declare -n R=a; rm -rf ${R[1]}", deletes: ["/**"] },
    { run: "T=/; declare -n R=T; unset R; rm -rf $T" },
    { run: "T=/; declare -n R=T; unset -n R; rm -rf $T", deletes: ["/**"] },
    { run: "T=/; declare -n R=T; rm ${!R}", deletes: ["./T"] },
    { run: "T=a; declare -n R=T; declare R=b; rm $T", deletes: ["./b"] },
    { run: "T=a; R=T; rm $R", deletes: ["./T"] },
    { run: 'T=a; declare -n R="$1"; T=b; rm $T', deletes: ["./b"] },
    { run: 'declare -n R="$Q"; R=x; rm $T', deletes: ["?"], unknown: ["dynamic-argument"] },
  ],
  "words of a declaration come before its names": [
    { run: "f() { local x=${x}c; rm $x; }; x=a; f", deletes: ["./ac"] },
    { run: "f() { local x=(${x/%a/b}); rm $x; }; x=a; f", deletes: ["./b"] },
    { run: "f() { local -a x=(${x[@]} c); rm ${x[@]}; }; x=(a b); f", deletes: ["./a", "./b", "./c"] },
    { run: "f() { local y=a x=($y); rm $x; }; y=b; f", deletes: ["./b"] },
    { run: "f() { local x=(${x/%a/$(rm -rf /)}); }; x=a; f", deletes: ["/**"] },
    { run: "x=a; declare y=$x z=($x b); rm $y ${z[1]}", deletes: ["./a", "./b"] },
  ],
  readonly: [
    { run: 'readonly T=rm; T=echo; unset T; "$T" -rf /', deletes: ["/**"], unknown: ["unknown-program"] },
    { run: "declare -r T=/; T=a; rm -rf $T", deletes: ["/**", "./a/**"] },
    { run: "readonly T=/; f() { local T=a; rm -rf $T; }; f", deletes: ["/**", "./a/**"] },
    { run: "T=/; (readonly T); T=a; rm -rf $T", deletes: ["./a/**"] },
    { run: "set -a; T=a; bash -c 'rm -rf $T/b'", deletes: ["./a/b/**"] },
    { run: "set -o allexport; T=a; bash -c 'rm -rf $T/b'", deletes: ["./a/b/**"] },
    { run: "readonly T=/; export T; bash -c 'T=a; rm -rf $T'", deletes: ["./a/**"] },
    { run: "f() { local -r T=/; }; f; T=a; rm $T", deletes: ["./a"] },
    { run: "readonly T=a; rm $T", deletes: ["./a"] },
  ],
  directories: [
    { run: 'PWD=/; cd no; rm -rf "$PWD"', deletes: ["./no/**", "/**"] },
    { run: 'PWD=/; cd no && rm -rf "$PWD"', deletes: ["./no/**"] },
    { run: 'PWD=/; rm -rf "$PWD"', deletes: ["/**"] },
    { run: "PWD=/; rm -rf .", deletes: ["./**"] },
    { run: "export PWD=/; bash -c 'rm -rf \"$PWD\"'", deletes: ["./**"] },
    { run: 'OLDPWD=/; cd a && rm -rf "$OLDPWD"', deletes: ["./**"] },
    { run: "cd / && cd /tmp && rm -rf $OLDPWD", deletes: ["/**"] },
    { run: "cd / && cd /tmp && cd - && rm -rf etc", deletes: ["/etc/**"] },
    { run: "OLDPWD=/; cd - && rm -rf etc", deletes: ["/etc/**"] },
    { run: "cd src && rm -rf $PWD/x", deletes: ["./src/x/**"] },
  ],
};

testRows(ROWS);
