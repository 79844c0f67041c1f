/** What developers do on Windows all day, as documents of their tools write it: of PowerShell but where a tool is named. */
export const ORDINARY: readonly string[] = String.raw`
Get-ChildItem -Path . -Recurse -File | Where-Object { $_.Length -gt 1MB } | Sort-Object Length -Descending | Select-Object -First 10 FullName, Length
Get-ChildItem -Recurse -Include *.cs | Get-Content | Measure-Object -Line
(Get-ChildItem -Recurse -Filter *.cs | Get-Content | Measure-Object -Line).Lines
dotnet new console -n MyApp -o src/MyApp
dotnet add src/MyApp package Newtonsoft.Json --version 13.0.3
dotnet sln MyApp.sln add src/MyApp/MyApp.csproj
dotnet test --no-build --logger "console;verbosity=detailed" 2>&1 | Select-Object -Last 40
dotnet publish -c Release -r win-x64 --self-contained false -o publish
dotnet ef migrations add Init --project src/Data
dotnet clean; dotnet build 2>&1 | Select-String "error|warning"
dotnet nuget list source
dotnet tool restore
dotnet watch run
dotnet user-secrets list
& "C:\Program Files\Microsoft Visual Studio\2022\Community\MSBuild\Current\Bin\MSBuild.exe" App.sln /t:Rebuild /p:Platform=x64 /m
cmake -S . -B build -G "Visual Studio 17 2022" -A x64
cmake --build build --config Release --parallel
ctest --test-dir build -C Release --output-on-failure
winget search python
winget show Git.Git
winget list --name Node
choco outdated
choco search ripgrep
scoop list
scoop status
npm view react version
npm outdated
npm audit --json | ConvertFrom-Json | Select-Object -ExpandProperty metadata
npm ls --depth=0
npm run test -- --watchAll=false
pnpm install --frozen-lockfile
yarn build
npx prettier --write "src/**/*.ts"
git status --short
git diff --stat HEAD~1
git log --oneline --graph -20
git add src\index.ts; git commit -m "feat: add index"
git push origin feature/x
git push -u origin HEAD
git rebase origin/main
git merge --no-ff feature/x
git checkout main; git pull --rebase
git show HEAD:src/index.ts | Select-Object -First 30
git blame src\index.ts | Select-Object -First 20
git tag -l "v*" | Sort-Object
git config --get user.email
git remote -v
$env:DOTNET_CLI_TELEMETRY_OPTOUT = 1; dotnet build
$env:PYTHONPATH = "$PWD\src"; python -m pytest
Remove-Item Env:NODE_ENV
Remove-Item -Path .\coverage -Recurse -Force -ErrorAction Ignore
Remove-Item "$env:TEMP\build-*" -Recurse -Force
Get-ChildItem -Path . -Directory -Recurse -Filter __pycache__ | Remove-Item -Recurse -Force
Get-ChildItem . -Include *.pyc -Recurse | Remove-Item
if (Test-Path .\out) { Remove-Item .\out -Recurse -Force }; New-Item .\out -ItemType Directory | Out-Null
Copy-Item -Path .\dist\* -Destination .\release -Recurse -Force
Move-Item -Path .\a\*.log -Destination .\logs\
Rename-Item -Path .\a.txt -NewName b.txt -Force
Get-Content .\app.log -Wait -Tail 20
Get-Content -Path .\data.csv | Select-Object -Skip 1 | ForEach-Object { $_.Split(',')[0] } | Sort-Object -Unique
Import-Csv .\data.csv | Group-Object Country | Sort-Object Count -Descending | Format-Table Count, Name
Import-Csv .\data.csv | Where-Object { [int]$_.Age -gt 30 } | Export-Csv .\out.csv -NoTypeInformation
$json = Get-Content .\package.json -Raw | ConvertFrom-Json; $json.version = "1.2.0"; $json | ConvertTo-Json -Depth 10 | Set-Content .\package.json
[xml]$x = Get-Content .\App.csproj; $x.Project.PropertyGroup.TargetFramework
Select-Xml -Path .\App.csproj -XPath "//PackageReference" | ForEach-Object { $_.Node.Include }
Get-Process -Name node -ErrorAction SilentlyContinue | Stop-Process -Force
Stop-Process -Id 1234
taskkill /PID 1234 /F
Get-NetTCPConnection -State Listen | Select-Object LocalPort, OwningProcess
Get-Process -Id (Get-NetTCPConnection -LocalPort 3000).OwningProcess
Test-NetConnection -ComputerName localhost -Port 8080 -InformationLevel Quiet
Resolve-DnsName example.com
Invoke-RestMethod -Uri http://localhost:5000/api/users -Method Post -Body (@{ name = 'a' } | ConvertTo-Json) -ContentType 'application/json'
Invoke-WebRequest http://localhost:3000/login -Method POST -Body '{"u":"a"}' -ContentType application/json
$resp = Invoke-WebRequest -Uri https://api.nuget.org/v3/index.json; $resp.StatusCode
curl.exe -sS -X POST http://localhost:3000/api -H "Content-Type: application/json" -d '{}'
Get-Date -Format o
(Get-Date).AddDays(-1).ToString("yyyy-MM-dd")
[System.IO.Path]::GetFullPath(".\src")
[System.IO.Path]::Combine($PWD, "src", "a.ts")
[System.IO.File]::ReadAllLines("$PWD\a.txt").Count
[System.IO.Directory]::GetFiles(".", "*.cs", "AllDirectories").Length
[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes("abc"))
[System.Net.Dns]::GetHostName()
$sw = [Diagnostics.Stopwatch]::StartNew(); npm run build; $sw.Elapsed.TotalSeconds
1..10 | ForEach-Object -Parallel { $_ * 2 } -ThrottleLimit 4
Get-ChildItem *.ps1 | ForEach-Object { [System.Management.Automation.Language.Parser]::ParseFile($_.FullName, [ref]$null, [ref]$null) | Out-Null }
Invoke-Pester -Path .\tests -Output Detailed
Invoke-ScriptAnalyzer -Path .\src -Recurse
Import-Module .\MyModule.psm1 -Force; Get-Command -Module MyModule
Get-InstalledModule
Find-Module Pester
Get-PSRepository
Get-ExecutionPolicy -List
Set-ExecutionPolicy -Scope Process -ExecutionPolicy Bypass -Force; .\build.ps1
Get-WindowsOptionalFeature -Online -FeatureName Microsoft-Windows-Subsystem-Linux
python -m venv .venv; .\.venv\Scripts\Activate.ps1; pip install -r requirements.txt
py -m pip install --upgrade pip
python -c "import sys; print(sys.version)"
uv run pytest -q
poetry install
cargo clippy --all-targets -- -D warnings
rustc --version; cargo --version
go vet ./...; go test ./... -run TestFoo -v
docker compose up -d --build
docker exec web ls /app
docker build -t app:dev .
kubectl get pods -n dev
az account show
az group list -o table
gh pr create --title "x" --body "y"
gh run list --limit 5
code .
Start-Process "http://localhost:3000"
explorer .
tree /F src
where.exe python
Get-Command python | Select-Object -ExpandProperty Source
Write-Output "PATH=$($env:PATH -split ';' | Select-Object -First 5)"
$env:Path -split ';'
Get-ChildItem Env: | Sort-Object Name
Get-ChildItem Env:PATH
sqlite3 app.db "select count(*) from users"
sqlcmd -S localhost -Q "SELECT name FROM sys.tables"
Invoke-Sqlcmd -Query "SELECT TOP 5 * FROM Users" -ServerInstance localhost
certutil -hashfile .\a.zip SHA256
Get-AuthenticodeSignature .\app.exe
Unblock-File .\build.ps1
Get-Content .\.gitignore
New-Item -Path src\a.ts -ItemType File -Value "export {}" -Force
$lines = Get-Content a.txt; $lines[0..4]
Get-Content a.ts | Select-String -Pattern 'foo' -Context 2,2
Compare-Object (gc a.txt) (gc b.txt) | Format-Table
Get-FileHash dist\*.js | Format-List
Expand-Archive -Path a.zip -DestinationPath .\a -Force
tar -xf a.tar.gz -C out
robocopy src dist /E /XD node_modules
robocopy .\build .\deploy /MIR
xcopy /s /e /y src dist
attrib +r a.txt
icacls .\keys /inheritance:r
Get-Acl . | Format-List
while (-not (Test-NetConnection localhost -Port 5432 -InformationLevel Quiet)) { Start-Sleep 1 }
do { Start-Sleep 1 } until (Test-Path .\ready.txt)
$job = Start-Job -ScriptBlock { Set-Location $using:PWD; npm start }; Start-Sleep 5; Receive-Job $job; Stop-Job $job
Start-Process -FilePath npm -ArgumentList "run","dev" -NoNewWindow -PassThru
Start-Process powershell -Verb RunAs
try { Invoke-RestMethod http://localhost:3000 -TimeoutSec 2 } catch { $_.Exception.Message }
function Get-Size($p) { (gci $p -r | measure Length -Sum).Sum }; Get-Size src
param([string]$Name = "x"); Write-Host $Name
$ErrorActionPreference = 'Stop'; npm ci; if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
npm run build; if ($LASTEXITCODE -eq 0) { Write-Host ok } else { Write-Host failed }
npm run build && npm test
npm run lint || echo failed
git log -1 --format=%H
git diff --name-only | ForEach-Object { npx eslint $_ }
$files = git ls-files '*.ts'; foreach ($f in $files) { (Get-Content $f).Count }
[Environment]::GetEnvironmentVariable('PATH','User')
[System.Environment]::CurrentDirectory
$true -and (Test-Path a.txt)
"{0:N2} MB" -f ((Get-Item a.zip).Length / 1MB)
Get-PSReadLineOption
Get-History
Get-CimInstance Win32_LogicalDisk | Select-Object DeviceID, FreeSpace
(Get-CimInstance Win32_ComputerSystem).TotalPhysicalMemory / 1GB
java -version 2>&1
.\mvnw.cmd -q -DskipTests package
.\gradlew.bat assembleDebug --stacktrace
flutter doctor
adb devices
php artisan migrate:status
bundle exec rspec
terraform fmt -check
pwsh -NoLogo -NoProfile -File .\scripts\build.ps1 -Configuration Release
powershell -ExecutionPolicy Bypass -Command "& { .\build.ps1 -Target Test }"
@Bash cmd.exe /c "npm run build"
@Bash cmd /c "for /r src %f in (*.ts) do @echo %~nxf"
@Bash cmd /c "echo %PATH%"
@Bash cmd /c "where node & node -v"
@Bash cmd /c "if exist package.json (npm test) else echo none"
@Bash cmd /c "call build.bat Release"
@Bash cmd /c "set PORT=3000 & node server.js"
@Bash cmd /c "findstr /s /n /i foo *.cs"
@Bash cmd /c "del /q *.obj"
@Bash cmd /c "rd /s /q node_modules"
@Bash cmd /c "xcopy /e /i src dist"
@Bash cmd /c "move a.txt b.txt & ren b.txt c.txt"
@Bash cmd /c "type nul > new.txt"
@Bash cmd /c "pushd src && dir /b && popd"
@Bash cmd /c "tasklist | findstr node"
@Bash cmd /c "netstat -ano | findstr LISTENING"
@Bash cmd /c "wmic os get caption"
@Bash cmd /c "fc a.txt b.txt"
@Bash cmd /c "echo.>> notes.txt"
@Bash cmd /c "more README.md"
@Bash cmd /c "tree /f"`
  .trim()
  .split("\n");
