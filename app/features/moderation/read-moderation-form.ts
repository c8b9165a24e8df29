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
 * Reads `intent` and, as it requires, `id` (several for some), `part`, `account`, `outcome`, `reason`, `field`,
 * `version`, `waiting` and `filter`; null when malformed. With `reasonFor` the reason is dropped for other outcomes.
 */
export function readModerationForm(form: FormData): ModerationRequest | null {
  const outcome = formText(form, "outcome");
  const reasonFor = form.get("reasonFor");
  const checked = checkFields(moderationRequestSchema, {
    intent: intentOf(form),
    ids: form.getAll("id"),
    accountId: formText(form, "account"),
    part: form.get("part"),
    outcome,
    reason: reasonFor === null || reasonFor === outcome ? formText(form, "reason") : "",
    fields: form.getAll("field"),
    version: formText(form, "version"),
    waiting: form.get("waiting") ?? undefined,
    filter: form.get("filter") ?? undefined,
  });
  return checked.ok ? checked.value : null;
}
