import { type FactRows, testRows } from "./test-rows.js";

/** More of what programs do, beside the examples of their rows. */
const ROWS: FactRows = {
  service: [
    { run: "systemctl --user disable --now x", actions: ["service.stop"] },
    { run: "systemctl restart x", actions: ["service.change"] },
    { run: "systemctl start x.timer", actions: ["service.change", "schedule.change"] },
    { run: "systemctl reboot", actions: ["system.power"] },
    { run: "systemctl enable --now x", actions: ["service.change", "system.change"] },
    { run: "service nginx status" },
    { run: "supervisorctl status" },
    { run: "journalctl --vacuum-size=500M", actions: ["history.clear"] },
    { run: "journalctl --rotate", actions: ["system.change"] },
    { run: "crontab -r", actions: ["schedule.change"] },

    {
      run: "echo '@daily rm x' | crontab -",
      deletes: ["~/x"],
      actions: ["schedule.change"],
      commands: ["echo", "crontab", "rm"],
    },
    { run: "init 0", actions: ["system.power"] },
    { run: "hostnamectl set-hostname x", actions: ["system.change"] },
    { run: "launchctl load -w x.plist", actions: ["service.change", "schedule.change"] },
    { run: "launchctl bootout gui/501 x.plist", actions: ["service.stop"] },
    {
      run: "launchctl asuser 501 rm x",
      actions: ["privilege.raise"],
      deletes: ["./x"],
      commands: ["launchctl", "rm"],
    },
  ],
  desk: [
    { run: "gource -o x", writes: ["./x"] },
    { run: "rich -o y x", reads: ["./x"], writes: ["./y"] },
    { run: "gum spin -- rm a", deletes: ["./a"], unknown: ["opaque-code"] },
    {
      run: "stow -t ~ x",
      writes: ["~/**"],
      executes: ["file config"],
      unknown: ["opaque-file"],
    },
    {
      run: "chezmoi apply",
      executes: ["file config"],
      actions: ["config.change"],
      unknown: ["opaque-file"],
    },
    { run: "xdg-mime default a b", actions: ["config.change"] },
    { run: "ghq get a/b", unknown: ["opaque-file"] },
  ],
  database: [
    { run: "psql -l" },
    { run: "psql x -tAc 'select 1'" },
    { run: "psql -c '\\! rm x'", deletes: ["./x"], unknown: ["opaque-code"] },
    { run: "mysql -e 'select 1'" },

    { run: "echo 'drop table t' | mysql db", executes: ["stdin sql"], actions: ["db.destroy"] },
    { run: "mysql db <<< 'select 1'", executes: ["stdin sql"] },
    { run: "sqlite3 ~/x 'create table a(b)'", reads: ["~/x"], writes: ["~/x"], actions: ["db.write"] },
    { run: "sqlite3 :memory: 'create table a(b)'", actions: ["db.write"] },
    { run: "sqlite3 -header -csv x.db 'select 1'", reads: ["./x.db"] },
    { run: "sqlite3 x.db '.shell rm y'", reads: ["./x.db"], deletes: ["./y"], unknown: ["opaque-code"] },
    { run: "sqlite3 x.db .tables", reads: ["./x.db"] },
    {
      run: "duckdb x.db -c 'drop table y'",
      reads: ["./x.db"],
      writes: ["./x.db"],
      actions: ["db.destroy"],
    },
    { run: "sqlcmd -Q 'drop table x'", actions: ["db.destroy"] },
  ],
  account: [
    { run: "userdel -r bob", actions: ["user.change"] },
    { run: "visudo", actions: ["user.change"] },
    { run: "ssh-keygen -t rsa -f k -N x", actions: ["config.change"], unknown: ["opaque-file"] },
    { run: "ssh-add ~/.ssh/id", reads: ["~/.ssh/id"], actions: ["config.change"] },
    { run: "gpg -o out -d x.gpg", reads: ["./x.gpg"], writes: ["./out"], actions: ["secret.read"] },
    { run: "gpg --export-secret-keys -a me", actions: ["secret.read"] },
    { run: "op run -- rm x", actions: ["secret.read"], deletes: ["./x"], commands: ["op", "rm"] },
    { run: "vault delete secret/x", actions: ["cloud.destroy"] },
    { run: "age -d -i k x", reads: ["./k", "./x"], actions: ["secret.read"] },
  ],
  interpreter: [
    { run: "py -m json.tool x", reads: ["./x"] },
    { run: "py -m pytest", executes: ["package python"], unknown: ["opaque-file"] },
    { run: "py -m zipfile -e a.zip ~", reads: ["./a.zip"], writes: ["~/**"] },
    { run: "py --version" },
    { run: "py -V" },
    { run: "iojs --check x.js", reads: ["./x.js"] },
    { run: "iojs -v" },
    { run: "deno run -A x.ts", reads: ["./x.ts"], executes: ["file node"], unknown: ["opaque-file"] },
    { run: "deno uninstall x", actions: ["package.destroy"] },
    { run: "jruby -c x.rb", reads: ["./x.rb"] },
    { run: "jruby -v" },

    { run: "R CMD build x", unknown: ["opaque-file"] },
  ],
};

testRows(ROWS);
