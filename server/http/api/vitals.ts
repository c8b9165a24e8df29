import * as v from "valibot";
import { checkFields } from "#domain/validation/check-fields.ts";
import type { ApiCall } from "#server/http/api-call.ts";
import { validationProblem } from "#server/http/problem.ts";

const shortText = v.pipe(v.string(), v.maxLength(100));

export const vitalSchema = v.object({
  name: v.picklist(["CLS", "FCP", "INP", "LCP", "TTFB"]),
  value: v.pipe(v.number(), v.finite(), v.minValue(0)),
  id: shortText,
  rating: v.optional(v.picklist(["good", "needs-improvement", "poor"])),
  navigationType: v.optional(shortText),
  path: v.optional(v.pipe(v.string(), v.maxLength(200))),
});

/**
 * One web-vitals measurement of a page, which is only logged. Browsers send it as they leave a page, with another
 * content type than JSON, so the call has none of the usual checks.
 */
export const postVitals: ApiCall = {
  method: "post",
  path: "/vitals",
  summary: "Reports one web-vitals measurement",
  body: vitalSchema,
  isUnlimited: true,
  responses: { 204: { description: "Noted" } },
  respond: async (context, { log, pageOf }) => {
    const body: unknown = await context.req.json().catch(() => null);
    const checked = checkFields(vitalSchema, body);
    if (!checked.ok) return validationProblem(context, checked.errors);
    const { path, ...vital } = checked.value;
    // The pattern of the page's path: a path may show what a visitor looked at.
    const page = path === undefined ? undefined : pageOf(path);
    log.info({ vital: { ...vital, path: page } }, "web vital");
    return context.body(null, 204);
  },
};
