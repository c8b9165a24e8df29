import { acceptManySchema } from "#domain/moderation/moderation-query.ts";
import { parsePlaceId } from "#domain/place/place.ts";
import { checkFields } from "#domain/reading/check-fields.ts";
import { formText } from "#domain/reading/form-text.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import {
  type ModerationIntent,
  type ModerationRequest,
  moderationIntents,
} from "./moderation-answer.ts";

/** Null for an unknown intent. */
export function readIntent(form: FormData): ModerationIntent | null {
  const named = form.get("intent");
  return moderationIntents.find((intent) => intent === named) ?? null;
}

/** Reads `intent` and, as it requires, `id` (several for `accept`) or `account`; null when malformed. */
export function readModerationForm(form: FormData): ModerationRequest | null {
  const intent = readIntent(form);
  if (intent === null) return null;
  if (intent === "disable" || intent === "enable" || intent === "remove-sent") {
    const accountId = formText(form, "account");
    return accountId !== "" && isHarmlessText(accountId) ? { intent, accountId } : null;
  }
  const ids = form.getAll("id").map((id) => (typeof id === "string" ? parsePlaceId(id) : null));
  const checked = checkFields(acceptManySchema, { ids });
  if (!checked.ok) return null;
  if (intent === "accept") return { intent, ids: checked.value.ids };
  return checked.value.ids.length === 1 ? { intent, id: checked.value.ids[0] } : null;
}
