import { windowsName } from "../script/windows-names.js";

/** The names that PowerShell gives its own commands. */
const ALIASES: Readonly<Record<string, string>> = {
  "Add-Content": "ac",
  "Clear-Content": "clc",
  "Clear-Item": "cli",
  "Clear-ItemProperty": "clp",
  "Clear-Variable": "clv",
  "Clear-History": "clhy",
  "Clear-Host": "clear cls",
  "Compare-Object": "compare diff",
  "Convert-Path": "cvpa",
  "Copy-Item": "copy cp cpi",
  "Copy-ItemProperty": "cpp",
  "Expand-Archive": "",
  "Export-Csv": "epcsv",
  "ForEach-Object": "% foreach",
  "Format-List": "fl",
  "Format-Table": "ft",
  "Format-Wide": "fw",
  "Format-Hex": "fhx",
  "Get-Alias": "gal",
  "Get-ChildItem": "dir gci ls",
  "Get-Clipboard": "gcb",
  "Get-Command": "gcm",
  "Get-ComputerInfo": "gin",
  "Get-Content": "cat gc type",
  "Get-History": "ghy h history",
  "Get-Item": "gi",
  "Get-ItemProperty": "gp",
  "Get-ItemPropertyValue": "gpv",
  "Get-Job": "gjb",
  "Get-Location": "gl pwd",
  "Get-Member": "gm",
  "Get-Module": "gmo",
  "Get-Process": "gps ps",
  "Get-Service": "gsv",
  "Get-Unique": "gu",
  "Get-Variable": "gv",
  "Get-WmiObject": "gwmi",
  "Get-CimInstance": "gcim",
  "Group-Object": "group",
  "Import-Csv": "ipcsv",
  "Import-Module": "ipmo",
  "Invoke-Command": "icm",
  "Invoke-Expression": "iex",
  "Invoke-History": "ihy r",
  "Invoke-Item": "ii",
  "Invoke-RestMethod": "irm",
  "Invoke-WebRequest": "iwr wget curl",
  "Invoke-WmiMethod": "iwmi",
  "Invoke-CimMethod": "icim",
  "Measure-Object": "measure",
  "Move-Item": "mi move mv",
  "Move-ItemProperty": "mp",
  "New-Alias": "nal",
  "New-Item": "ni mkdir md",
  "New-PSDrive": "ndr mount",
  "New-PSSession": "nsn",
  "New-Variable": "nv",
  "Out-Host": "oh",
  "Out-Printer": "lp",
  "Out-File": "",
  "Pop-Location": "popd",
  "Push-Location": "pushd",
  "Receive-Job": "rcjb",
  "Remove-Item": "del erase rd ri rm rmdir",
  "Remove-ItemProperty": "rp",
  "Remove-Job": "rjb",
  "Remove-Module": "rmo",
  "Remove-PSDrive": "rdr",
  "Remove-Variable": "rv",
  "Remove-WmiObject": "rwmi",
  "Remove-CimInstance": "rcim",
  "Rename-Item": "ren rni",
  "Rename-ItemProperty": "rnp",
  "Resolve-Path": "rvpa",
  "Restart-Computer": "",
  "Select-Object": "select",
  "Select-String": "sls",
  "Set-Alias": "sal",
  "Set-Clipboard": "scb",
  "Set-Content": "sc",
  "Set-Item": "si",
  "Set-ItemProperty": "sp",
  "Set-Location": "cd chdir sl",
  "Set-Service": "",
  "Set-Variable": "sv set",
  "Show-Command": "shcm",
  "Sort-Object": "sort",
  "Start-Job": "sajb",
  "Start-Process": "saps start",
  "Start-Service": "sasv",
  "Start-Sleep": "sleep",
  "Stop-Job": "spjb",
  "Stop-Process": "kill spps",
  "Stop-Service": "spsv",
  "Tee-Object": "tee",
  "Test-Connection": "",
  "Wait-Job": "wjb",
  "Where-Object": "? where",
  "Write-Output": "echo write",
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) =>
    [name.toLowerCase(), ...aliases.split(" ")].map((one) => [one, name] as const),
  ),
);

/**
 * The name under which rows have a command: of its own commands PowerShell knows aliases, and case does not count; of programs the ends
 * of their files' names do not.
 *
 * @param written as it is written; a path has slashes
 */
export function canonicalName(written: string): string {
  const name = written.replace(/^microsoft\.powershell\.\w+[/\\]/i, "");
  if (name.includes("/")) return name;
  const own = BY_NAME.get(name.toLowerCase());
  if (own !== undefined) return own;
  // `remove-item`: a name of a verb and a noun.
  if (/^[A-Za-z]+-[A-Za-z]\w*$/.test(name))
    return name
      .replace(/^[A-Z]+(?=-)/, (verb) => verb.toLowerCase())
      .replace(/(?:^|-)[a-z]/g, (one) => one.toUpperCase());
  // `curl.exe` is the program, `curl` is not.
  const program = windowsName(name);
  return BY_NAME.has(program) ? name.toLowerCase() : program;
}
