import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { problem } from "#server/http/problem.ts";

const sendingMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses a page's body that is not a form, or that is incomplete (422): the action reads a form, and its exception
 * would be logged as an error of our code.
 */
export const requireForm = createMiddleware(async (context, next) => {
  const isReadable = !sendingMethods.has(context.req.method) || (await isForm(context));
  if (isReadable) return next();
  return problem(context, "error.parameter", [{ field: "body", code: "error.parameter" }]);
});

async function isForm({ req }: Context): Promise<boolean> {
  const type = req.header("Content-Type")?.split(";", 1)[0].trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return true;
  if (type !== "multipart/form-data") return false;
  try {
    await req.raw.clone().formData();
    return true;
  } catch {
    return false;
  }
}
