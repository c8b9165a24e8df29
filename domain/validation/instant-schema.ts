import * as v from "valibot";

/** Instant in UTC with milliseconds, ISO 8601. */
export const instantSchema = /* @__PURE__ */ (() => v.pipe(v.string(), v.isoTimestamp()))();
