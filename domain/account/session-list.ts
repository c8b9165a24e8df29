import * as v from "valibot";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/**
 * Devices on which an account is signed in, one for each session: the one that asks first, then by their last
 * use (docs/product#devices-of-an-account).
 */
export const sessionListSchema = /* @__PURE__ */ (() =>
  v.object({
    sessions: v.array(
      v.object({
        /** Name of the session, and not the token that its cookie holds. */
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

/** Session of an account, as its page and the API show it. */
export type ShownSession = SessionList["sessions"][number];
