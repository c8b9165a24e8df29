import type { Context } from "hono";
import { accountIdOf } from "#server/accounts/permission.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { openCall } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** `GET /api/v1/account/export`: everything that is stored about the caller, as a file to keep. */
export async function getAccountExport(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context);
  if (!call.ok) return call.answer;
  const userId = accountIdOf(call.viewer);
  const stored = userId === null ? null : await services.exportAccount(userId);
  if (!stored) return problem(context, "error.signin");
  context.header("Cache-Control", "no-store");
  context.header("Content-Type", "application/json");
  context.header("Content-Disposition", 'attachment; filename="mosdo-account.json"');
  return context.body(`${JSON.stringify(stored, null, 2)}\n`);
}

/**
 * `DELETE /api/v1/account`: deletes the caller's account, sessions and reviews; the places stay
 * without the name (docs/product#personal-data).
 */
export async function deleteAccount(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context);
  if (!call.ok) return call.answer;
  const userId = accountIdOf(call.viewer);
  if (userId === null || !(await services.deleteAccount(userId))) {
    return problem(context, "error.signin");
  }
  return context.body(null, 204);
}
