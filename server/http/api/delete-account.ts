import type { Context } from "hono";
import { accountIdOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/**
 * `DELETE /api/v1/account`: the caller's account, sessions and reviews go, the places stay without
 * the name.
 */
export async function deleteAccount(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const userId = accountIdOf(context.var.viewer);
  if (userId === null || !(await services.deleteAccount(userId))) {
    return problem(context, "error.signin");
  }
  return context.body(null, 204);
}
