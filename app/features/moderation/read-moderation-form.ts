import {
  type ModerationIntent,
  type ModerationRequest,
  moderationIntents,
  moderationRequestSchema,
} from "#domain/moderation/moderation-request.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";

/** Null for an unknown intent. */
export function readIntent(form: FormData): ModerationIntent | null {
  return moderationIntents.find((intent) => intent === form.get("intent")) ?? null;
}

/**
 * Reads `intent` and, as it requires, `kind`, `outcome`, `id` (several), `account`, `reason`, `byField` with `field`, and
 * `filter`; null when malformed. With `reasonFor` the reason is dropped for other outcomes.
 */
export function readModerationForm(form: FormData): ModerationRequest | null {
  const outcome = formText(form, "outcome");
  const reasonFor = form.get("reasonFor");
  const checked = checkFields(moderationRequestSchema, {
    intent: form.get("intent"),
    kind: form.get("kind"),
    outcome,
    ids: form.getAll("id"),
    accountId: formText(form, "account"),
    reason: reasonFor === null || reasonFor === outcome ? formText(form, "reason") : "",
    byField: form.get("byField") ?? undefined,
    fields: form.getAll("field"),
    filter: form.get("filter") ?? undefined,
  });
  return checked.ok ? checked.value : null;
}
