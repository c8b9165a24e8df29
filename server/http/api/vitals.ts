import type { Context } from "hono";
import type { Logger } from "pino";
import * as v from "valibot";
import { checkFields } from "#domain/reading/check-fields.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { faultProblem } from "#server/http/problem.ts";

const shortText = v.pipe(v.string(), v.maxLength(100));

const vitalSchema = v.object({
  name: v.picklist(["CLS", "FCP", "INP", "LCP", "TTFB"]),
  value: v.pipe(v.number(), v.finite(), v.minValue(0)),
  id: shortText,
  rating: v.optional(v.picklist(["good", "needs-improvement", "poor"])),
  navigationType: v.optional(shortText),
  path: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/** `POST /api/v1/vitals`: one web-vitals measurement of a page, kept in the log alone. */
export async function postVitals(context: Context<AppEnvironment>, log: Logger) {
  const body: unknown = await context.req.json().catch(() => null);
  const checked = checkFields(vitalSchema, body);
  if (!checked.ok) return faultProblem(context, checked.faults);
  log.info({ vital: checked.value }, "web vital");
  return context.body(null, 204);
}
