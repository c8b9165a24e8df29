import {
  type ModerationIntent,
  type ModerationRequest,
  moderationIntents,
  moderationRequestSchema,
} from "#domain/moderation/moderation-request.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";

/** Intent of the form, or of the button by which it was sent, which comes last. */
function intentOf(form: FormData): unknown {
  return form.getAll("intent").at(-1);
}

/** Null for an unknown intent. */
export function readIntent(form: FormData): ModerationIntent | null {
  return moderationIntents.find((intent) => intent === intentOf(form)) ?? null;
}

/**
 * Reads `intent` and, as it requires, `id` (several for some), `account`, `outcome`, `decision`, `reason`,
 * `field`, `version`, `waiting` and `filter`; null when malformed.
 */
export function readModerationForm(form: FormData): ModerationRequest | null {
  const checked = checkFields(moderationRequestSchema, {
    intent: intentOf(form),
    ids: form.getAll("id"),
    accountId: formText(form, "account"),
    decision: form.get("decision"),
    added: form.get("added") ?? undefined,
    outcome: formText(form, "outcome"),
    reason: formText(form, "reason"),
    fields: form.getAll("field"),
    version: formText(form, "version"),
    waiting: form.get("waiting") ?? undefined,
    filter: form.get("filter") ?? undefined,
  });
  return checked.ok ? checked.value : null;
}
