import { createMiddleware } from "hono/factory";
import type { AppEnvironment } from "./app-environment.ts";

/**
 * Closes the connection after an answer to a request of which not all has come, such as one that is too large: the
 * rest of its body, or the next request, would be taken for the other.
 */
export const closeUnread = createMiddleware<AppEnvironment>(async (context, next) => {
  await next();
  // In process, as in tests, there is no connection.
  const incoming = context.env?.incoming;
  if (incoming && !incoming.complete) context.header("Connection", "close");
});
