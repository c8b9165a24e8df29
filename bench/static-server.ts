import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { findFreePort } from "#tests/support/server-process.ts";

/** Starts the yardstick in a separate process, which ends with this one. */
export async function startStaticServer(): Promise<AsyncDisposable & { origin: string }> {
  const port = await findFreePort();
  const child = fork(import.meta.filename, [String(port)]);
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

/** Yardstick: a bare server that answers `/BYTES` with a body of that size, made beforehand. */
function serve(port: number): void {
  const bodies = new Map<string, Buffer>();

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const body = bodies.get(path) ?? Buffer.alloc(Number(path.slice(1)), "x");
    bodies.set(path, body);
    response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": body.length });
    response.end(body);
  });
  server.listen(port, "127.0.0.1", () => process.send?.("listening"));
  process.once("disconnect", () => process.exit());
}

if (import.meta.main) serve(Number(process.argv[2]));
