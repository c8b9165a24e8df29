import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The router as `npm run routing:install` leaves it. */
export interface ValhallaInstallation {
  /** Path of the module that a worker loads. */
  readonly module: string;
  /** Path of the program that makes walking tiles out of an extract. */
  readonly tileBuilder: string;
}

const routingFolder = fileURLToPath(new URL("../../../routing/", import.meta.url));

/** Null where the router is not installed, or does not know this kind of machine. */
export function findValhalla(folder = routingFolder): ValhallaInstallation | null {
  try {
    const module = createRequire(join(folder, "package.json")).resolve("@valhallajs/valhallajs");
    const { platform, arch } = process;
    const tileBuilder = join(dirname(module), platform, arch, "valhalla_build_tiles");
    return existsSync(tileBuilder) ? { module, tileBuilder } : null;
  } catch {
    return null;
  }
}
