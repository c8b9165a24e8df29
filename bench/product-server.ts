import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/** The product as it runs for visitors, in a separate process. */
export interface ProductServer extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** From the start of the process to the first 200 of `/readyz`. */
  readonly readyAfterMs: number;
}

/**
 * Starts the built product with the variables and arguments of `npm start`, with its own PostgreSQL in `dataDirectory`.
 * Disposing it stops both as an operator would.
 *
 * @param variables further variables of the product
 */
export async function startProductServer(
  dataDirectory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ProductServer> {
  const root = join(import.meta.dirname, "..");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const words: string[] = scripts.start.split("&&").at(-1).trim().split(" ");
  const ofStart = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split("="));
  const server = new ServerProcess(
    await findFreePort(),
    { ...Object.fromEntries(ofStart), DATA_DIR: dataDirectory, ...variables },
    words.filter((word) => word.startsWith("--")),
  );
  const stop = async () => void (await server.stop());
  try {
    const readyAfterMs = await server.readyAfterMs();
    return {
      origin: server.origin,
      pid: server.child.pid!,
      readyAfterMs,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
