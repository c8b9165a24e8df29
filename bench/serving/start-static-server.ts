import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { findFreePort } from "../product-server.ts";

/** Starts `static-server.ts`; it also ends with us. */
export async function startStaticServer(): Promise<AsyncDisposable & { origin: string }> {
  const port = await findFreePort("127.0.0.1");
  const child = fork(join(import.meta.dirname, "static-server.ts"), [String(port)]);
  await once(child, "message");
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
