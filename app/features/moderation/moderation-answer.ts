/** What the administrator's forms ask for. */
export const moderationIntents = [
  "accept",
  "delete",
  "restore",
  "resolve-report",
  "resolve-correction",
  "disable",
  "enable",
  "remove-sent",
] as const;

export type ModerationIntent = (typeof moderationIntents)[number];

/** Why one of these did not work. */
export type ModerationFailureCode =
  | "error.signin"
  | "error.forbidden"
  | "error.notfound"
  | "error.duplicate"
  | "error.parameter"
  | "error.toomanyrequests"
  | "error.error"
  | "error.unavailable";

/** What the route's action answers to the administrator's forms. */
export type ModerationAnswer =
  | {
      readonly ok: true;
      readonly intent: ModerationIntent;
      /** Places, for `accept`, `delete` and `restore`; empty otherwise. */
      readonly placeIds: readonly number[];
      /** Ids that were to be accepted and do not exist any more. */
      readonly unknownIds: readonly number[];
    }
  | {
      readonly ok: false;
      readonly intent: ModerationIntent | null;
      readonly code: ModerationFailureCode;
    };
