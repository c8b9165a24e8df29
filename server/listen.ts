import { once } from "node:events";
import type { Server } from "node:http";

/** Opens the port; rejects with one clear line where it is taken or not allowed. */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string | null },
): Promise<void> {
  server.listen(host === null ? { port } : { port, host });
  try {
    await once(server, "listening");
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new Error(`Cannot listen on port ${port} (${reason}). Set PORT or HOST.`, { cause });
  }
}

/** Stops taking connections and waits for the requests in flight, at most `timeoutMs`. */
export async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearTimeout(timer);
}
