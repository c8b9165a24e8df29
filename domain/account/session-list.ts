import * as v from "valibot";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/**
 * Sessions of an account, one a device: first that of the request, then by their last use
 * (docs/product#devices-of-an-account).
 */
export const sessionListSchema = /* @__PURE__ */ (() =>
  v.object({
    sessions: v.array(
      v.object({
        /** Id of the session, which is not the token of its cookie. */
        id: v.string(),
        device: v.pipe(
          v.nullable(v.string()),
          v.description("browser and system, such as 'Firefox, Android'; null where unknown"),
        ),
        created_at: v.pipe(instantSchema, v.description("time of the sign-in")),
        last_used_at: v.pipe(
          instantSchema,
          v.description("a use that is at most a day older than the last one"),
        ),
        current: v.pipe(v.boolean(), v.description("whether it is the session that asks")),
      }),
    ),
  }))();

export type SessionList = v.InferOutput<typeof sessionListSchema>;

/** Session of an account, for its page and the API. */
export type ShownSession = SessionList["sessions"][number];
