import type { Context } from "hono";
import { accountIdOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/** `GET /api/v1/account/export`: everything that is stored about the caller, as a file to keep. */
export async function getAccountExport(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const userId = accountIdOf(context.var.viewer);
  const stored = userId === null ? null : await services.exportAccount(userId);
  if (!stored) return problem(context, "error.signin");
  context.header("Cache-Control", "no-store");
  context.header("Content-Type", "application/json");
  context.header("Content-Disposition", 'attachment; filename="mosdo-account.json"');
  return context.body(`${JSON.stringify(stored, null, 2)}\n`);
}
