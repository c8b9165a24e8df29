import { createServer } from "node:http";

/**
 * Yardstick: a bare server in a process of its own that answers `/BYTES` with a body of that number
 * of bytes, made beforehand. `node static-server.ts PORT`.
 */
const bodies = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  const body = bodies.get(path) ?? Buffer.alloc(Number(path.slice(1)), "x");
  bodies.set(path, body);
  response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": body.length });
  response.end(body);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("listening"));
process.once("disconnect", () => process.exit());
