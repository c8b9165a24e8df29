import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * A file of real data, from the folder `shared/data` beside the repository or the one that
 * `MOSDO_TEST_DATA` names; null where it is not there. Such data has its own licence and is never
 * part of the product.
 */
export function sharedData(name: string): string | null {
  const folder =
    process.env.MOSDO_TEST_DATA ?? join(import.meta.dirname, "../../../../shared/data");
  const path = join(folder, name);
  return existsSync(path) ? path : null;
}
