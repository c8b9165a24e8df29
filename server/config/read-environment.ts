import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Environment } from "./load-config.ts";

/** The process's variables over those of the `.env` file in `directory`, which may be missing. */
export function readEnvironment(directory: string): Environment {
  return { ...readEnvironmentFile(join(directory, ".env")), ...process.env };
}

function readEnvironmentFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new Error(`${path} cannot be read`, { cause: error });
  }
}
