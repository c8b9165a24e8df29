import { setPriority, constants as systemConstants } from "node:os";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { actAsOwner } from "./act-as-owner.ts";
import { type Command, CommandContext, fail, runCommand } from "./command.ts";

/** `node cli/run.ts NAME [ARGUMENTS]`: the process of each of the operator's commands. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  admin: async () => (await import("./admin.ts")).admin,
  backup: async () => (await import("./backup.ts")).backup,
  doctor: async () => (await import("./doctor.ts")).doctor,
  export: async () => (await import("./export.ts")).runExport,
  extracts: async () => (await import("./extracts.ts")).extracts,
  import: async () => (await import("./import.ts")).runImport,
  restore: async () => (await import("./restore.ts")).restore,
  upgrade: async () => (await import("./upgrade.ts")).upgrade,
  "upgrade-database": async () => (await import("./upgrade-database.ts")).upgradeDatabase,
};

class ProcessContext extends CommandContext {
  readonly args = process.argv.slice(3);
  readonly environment = process.env;
  readonly root = fileURLToPath(new URL("..", import.meta.url));
  readonly stdout = process.stdout;
  readonly stderr = process.stderr;
  readonly log = pino({ level: "warn" }, pino.destination(2));
  readonly print = console.log;
  readonly actAsOwner = actAsOwner;
  readonly lowerPriority = () => setPriority(systemConstants.priority.PRIORITY_BELOW_NORMAL);
  readonly stopSignal = () => {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
    return stop.signal;
  };
}

const command: Command = async (context) => {
  const load =
    commands[process.argv[2] ?? ""] ?? fail(`usage: npm run ${Object.keys(commands).join("|")}`);
  return (await load())(context);
};
process.exit(await runCommand(command, new ProcessContext()));
