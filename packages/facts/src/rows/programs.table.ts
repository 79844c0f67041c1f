import { ACCOUNT_PROGRAMS } from "./system/account.table.js";
import { AGENT_PROGRAMS } from "./system/agents.table.js";
import { AZURE_PROGRAMS } from "./cloud/azure.table.js";
import { BUILD_PROGRAMS } from "./packages/build.table.js";
import { CLOUD_PLATFORM_PROGRAMS } from "./cloud/cloud-platform.table.js";
import { CLOUD_PROGRAMS } from "./cloud/cloud.table.js";
import { BACKUP_PROGRAMS, CLUSTER_PROGRAMS, HELM_PROGRAMS } from "./cloud/cluster.table.js";
import { COMPRESS_PROGRAMS } from "./files/compress.table.js";
import { COMPOSE_PROGRAMS, CONTAINER_PROGRAMS } from "./cloud/container.table.js";
import { DATABASE_TOOL_PROGRAMS } from "./files/database-tools.table.js";
import { DATABASE_PROGRAMS } from "./files/database.table.js";
import { DESK_PROGRAMS } from "./system/desk.table.js";
import { DISK_PROGRAMS } from "./files/disk.table.js";
import { FILE_PROGRAMS } from "./files/files.table.js";
import { FORGE_PROGRAMS } from "./cloud/forge.table.js";
import { GCLOUD_PROGRAMS } from "./cloud/gcloud.table.js";
import { GIT_PROGRAMS } from "./files/git.table.js";
import { INFRASTRUCTURE_PROGRAMS } from "./cloud/infrastructure.table.js";
import { INSPECT_PROGRAMS } from "./files/inspect.table.js";
import { OTHER_INTERPRETER_PROGRAMS } from "./system/interpreter-other.table.js";
import { INTERPRETER_PROGRAMS } from "./system/interpreter.table.js";
import { LANGUAGE_PACKAGE_PROGRAMS } from "./packages/language-packages.table.js";
import { MACOS_FILE_PROGRAMS } from "./files/macos-files.table.js";
import { MACOS_PROGRAMS } from "./system/macos.table.js";
import { NETWORK_PROGRAMS } from "./system/network.table.js";
import { NODE_PACKAGE_PROGRAMS } from "./packages/node-packages.table.js";
import { OPENSSL_PROGRAMS } from "./files/openssl.table.js";
import { OPERATIONS_PROGRAMS } from "./system/operations.table.js";
import { POWERSHELL_PROGRAMS } from "./windows/powershell.table.js";
import { PROCESS_PROGRAMS } from "./system/process.table.js";
import { LINT_PROGRAMS, PROJECT_TOOL_PROGRAMS } from "./packages/project-tools.table.js";
import { PYTHON_PACKAGE_PROGRAMS } from "./packages/python-packages.table.js";
import { RUNNER_PROGRAMS } from "./packages/runners.table.js";
import { SEARCH_PROGRAMS } from "./files/search.table.js";
import { SERVICE_CLIENT_PROGRAMS } from "./cloud/service-clients.table.js";
import { SERVICE_PROGRAMS } from "./system/service.table.js";
import { SHELL_PROGRAMS } from "./system/shells.table.js";
import { SYSTEM_PACKAGE_PROGRAMS } from "./packages/system-packages.table.js";
import { SYSTEM_PROGRAMS } from "./system/system.table.js";
import { TEXT_PROGRAMS } from "./files/text.table.js";
import { TRANSFER_PROGRAMS } from "./files/transfer.table.js";
import { WINDOWS_PROGRAMS } from "./windows/windows.table.js";
import { WRAPPER_PROGRAMS } from "./system/wrappers.table.js";
import type { ProgramRow } from "../programs/program-row.js";

/** Every program that is known without tables of users. */
export const PROGRAMS: readonly ProgramRow[] = [
  ...ACCOUNT_PROGRAMS,
  ...AGENT_PROGRAMS,
  ...AZURE_PROGRAMS,
  ...BUILD_PROGRAMS,
  ...CLOUD_PLATFORM_PROGRAMS,
  ...CLOUD_PROGRAMS,
  ...CLUSTER_PROGRAMS,
  ...BACKUP_PROGRAMS,
  ...COMPOSE_PROGRAMS,
  ...COMPRESS_PROGRAMS,
  ...CONTAINER_PROGRAMS,
  ...DATABASE_TOOL_PROGRAMS,
  ...DATABASE_PROGRAMS,
  ...DESK_PROGRAMS,
  ...DISK_PROGRAMS,
  ...FILE_PROGRAMS,
  ...FORGE_PROGRAMS,
  ...GCLOUD_PROGRAMS,
  ...GIT_PROGRAMS,
  ...HELM_PROGRAMS,
  ...INFRASTRUCTURE_PROGRAMS,
  ...INSPECT_PROGRAMS,
  ...OTHER_INTERPRETER_PROGRAMS,
  ...INTERPRETER_PROGRAMS,
  ...LANGUAGE_PACKAGE_PROGRAMS,
  ...LINT_PROGRAMS,
  ...MACOS_FILE_PROGRAMS,
  ...MACOS_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...NODE_PACKAGE_PROGRAMS,
  ...OPENSSL_PROGRAMS,
  ...OPERATIONS_PROGRAMS,
  ...POWERSHELL_PROGRAMS,
  ...PROCESS_PROGRAMS,
  ...PROJECT_TOOL_PROGRAMS,
  ...PYTHON_PACKAGE_PROGRAMS,
  ...RUNNER_PROGRAMS,
  ...SEARCH_PROGRAMS,
  ...SERVICE_CLIENT_PROGRAMS,
  ...SERVICE_PROGRAMS,
  ...SHELL_PROGRAMS,
  ...SYSTEM_PACKAGE_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...TEXT_PROGRAMS,
  ...TRANSFER_PROGRAMS,
  ...WINDOWS_PROGRAMS,
  ...WRAPPER_PROGRAMS,
];
