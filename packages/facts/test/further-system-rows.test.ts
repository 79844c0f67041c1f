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
      run: "crontab x.cron",
      reads: ["./x.cron"],
      executes: ["file crontab"],
      actions: ["schedule.change"],
      unknown: ["opaque-file"],
    },
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
    {
      run: "mysql db < x.sql",
      reads: ["./x.sql"],
      executes: ["stdin sql", "file sql"],
      unknown: ["opaque-file"],
    },
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
};

testRows(ROWS);
