import { maxAcceptedAtOnce, moderationPerPage } from "#domain/moderation/moderation-query.ts";

const instant = { type: "string", format: "date-time" } as const;
const id = { type: "integer", minimum: 1 } as const;
const text = { type: "string" } as const;
const textOrNull = { type: ["string", "null"] } as const;
const count = { type: "integer", minimum: 0 } as const;
const yesOrNo = { type: "boolean" } as const;

const object = (properties: object) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const listOf = (items: object) => ({ type: "array", items });
const orNull = (schema: object) => ({ oneOf: [schema, { type: "null" }] });

const account = object({ id: text, email: text, disabled: yesOrNo, own: yesOrNo });
const named = { id, country: text, city: text, address: text, comments: text, accepted: yesOrNo };
const totals = {
  waiting: count,
  reports: count,
  corrections: count,
  deleted: count,
  accounts: count,
  audit: count,
};

/** The JSON schemas of the administrator's calls. */
export const openApiModerationSchemas = {
  ModerationQueue: {
    type: "object",
    description: "One page of each requested list, and the lengths of all lists",
    required: ["page", "per_page", "totals"],
    properties: {
      page: id,
      per_page: { type: "integer", const: moderationPerPage },
      totals: object(totals),
      waiting: listOf({
        allOf: [
          { $ref: "#/components/schemas/Place" },
          object({
            adder: orNull(account),
            near_duplicates: listOf(object({ ...named, distance: { type: "number" } })),
          }),
        ],
      }),
      reports: listOf(
        object({
          id,
          place: { $ref: "#/components/schemas/Place" },
          reason: { enum: ["closed", "hours", "position", "other"] },
          text,
          at: instant,
          sender: orNull(account),
        }),
      ),
      corrections: listOf(
        object({
          id,
          action: text,
          reason: text,
          longitude: { type: "number" },
          latitude: { type: "number" },
          changes: {},
          place_name: text,
          at: instant,
          sender: orNull(account),
        }),
      ),
      deleted: listOf(
        object({ ...named, deleted_at: instant, deleted_by_email: textOrNull, days_left: count }),
      ),
      accounts: listOf(account),
      audit: listOf(
        object({
          id,
          at: instant,
          action: text,
          actor: textOrNull,
          actor_email: textOrNull,
          place_id: { type: ["integer", "null"] },
          place: orNull(object({ ...named, deleted: yesOrNo })),
          user_id: textOrNull,
          user_email: textOrNull,
        }),
      ),
    },
  },
  AcceptMany: object({ ids: { ...listOf(id), minItems: 1, maxItems: maxAcceptedAtOnce } }),
  AcceptedMany: object({ accepted: listOf(id), unknown: listOf(id) }),
} as const;
