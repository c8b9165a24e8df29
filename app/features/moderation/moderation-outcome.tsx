import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeText, useFieldNames } from "#app/place/place-change.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { changedFields } from "#domain/edits/place-change.ts";
import { type ModerationIntent, seenPlaceText } from "#domain/moderation/moderation-request.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { ModerationForm } from "./moderation-form.tsx";
import { moderationHref } from "./moderation-paths.ts";
import type { ChangedPlace, ModerationFailureCode, ModerationResult } from "./moderation-result.ts";

/** Result of one of the staff's forms, with a button that undoes it where it can be undone. */
export function ModerationOutcome({ result }: { result: ModerationResult }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{outcomeText(t, result)}</p>
      {result.ok && result.unknownIds.length > 0 && (
        <p>{t("moderation.done.unknown", { count: result.unknownIds.length })}</p>
      )}
      {result.ok && (result.changedCount ?? 0) > 0 && (
        <p>
          {t(`moderation.done.${result.intent === "accept" ? "changed" : "left"}`, {
            count: result.changedCount,
          })}
        </p>
      )}
      {!result.ok && result.conflict && <Changes conflict={result.conflict} />}
      {!result.ok && result.code === "error.conflict" && result.intent === "decide-proposal" && (
        <PageLink
          to={moderationHref("proposals")}
          reloadDocument
          className="text-link inline-block py-2.5"
        >
          {t("moderation.proposal.again")}
        </PageLink>
      )}
      {result.ok && <Undo result={result} />}
    </>
  );
}

/** Button that undoes a decision, where it can be undone. */
function Undo({ result }: { result: ModerationResult & { ok: true } }) {
  const { t } = useTranslation();
  const { ids, part, accountId, versions } = result;
  const intent = undoOf(result);
  if (intent === null) return null;
  return (
    <ModerationForm intent={intent} part={part} account={accountId} className="mt-2 mb-1">
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={seenPlaceText(id, versions?.[id])} />
      ))}
      <Button type="submit" icon="retry">
        {t("moderation.undo")}
      </Button>
    </ModerationForm>
  );
}

function undoOf({ intent, settled, ids }: ModerationResult & { ok: true }) {
  if (intent === "remove-sent") return "restore-sent";
  if (ids.length === 0) return null;
  if (intent === "accept") return "undo-accept";
  if (intent === "delete") return "restore";
  // An accepted proposal is an edit, which is taken back in the history of its place.
  return intent === "settle" && settled !== "proposals-accepted" ? "reopen" : null;
}

/** What was changed after staff had read the place, field by field. */
function Changes({ conflict: { country, changes } }: { conflict: ChangedPlace }) {
  const nameOf = useFieldNames();
  return (
    <ul>
      {changedFields(changes).map((field) => {
        const { from, to } = changes[field]!;
        return (
          <li key={field} className="mt-2 min-w-0">
            <p className="text-sm">{nameOf(field)}</p>
            <ChangeText field={field} from={from} to={to} country={country} />
          </li>
        );
      })}
    </ul>
  );
}

function outcomeText(t: Translate, result: ModerationResult): string {
  if (!result.ok) return failureText(t, result);
  const count = result.count ?? result.ids.length;
  if (result.intent === "accept") return t("moderation.done.accepted", { count });
  if (result.intent === "undo-accept") return t("moderation.done.undone", { count });
  if (count !== 1 && result.intent === "delete") return t("moderation.done.deleted", { count });
  if (count !== 1 && result.intent === "restore") return t("moderation.done.restored", { count });
  if (result.intent === "open") return t("moderation.done.opened", { count });
  if (result.settled) return t(`moderation.done.${result.settled}`, { count });
  if (result.part) return t(`moderation.done.${result.part}-reopened`, { count });
  return t(`moderation.done.${result.intent as UncountedIntent}`);
}

type UncountedIntent = Exclude<
  ModerationIntent,
  "accept" | "undo-accept" | "open" | "settle" | "reopen"
>;

/** Messages for results about which the general ones say too little. */
const ownTexts = {
  "error.notfound": "moderation.failure.notfound",
  "error.duplicate": "moderation.failure.duplicate",
  "error.conflict": "moderation.failure.conflict",
  "error.parameter": "moderation.failure.parameter",
  "error.forbidden": "moderation.failure.forbidden",
} as const satisfies Partial<Record<ModerationFailureCode, string>>;

type GeneralCode = Exclude<ModerationFailureCode, keyof typeof ownTexts>;

function isGeneral(code: ModerationFailureCode): code is GeneralCode {
  return !(code in ownTexts);
}

function failureText(t: Translate, result: ModerationResult & { ok: false }): string {
  const { intent, part, code, conflict } = result;
  if (conflict) {
    const isAccepted = intent === "delete" && conflict.accepted;
    return t(isAccepted ? "moderation.failure.accepted" : "moderation.failure.changed");
  }
  if (code === "error.parameter") {
    const isTicked = intent === "accept" || intent === "open" || intent === "delete";
    if (isTicked || (intent === "settle" && !part)) return t("moderation.failure.noneTicked");
  }
  if (part === "reviews" && code === "error.conflict") {
    return t("moderation.failure.review");
  }
  if (intent === "decide-proposal") {
    if (code === "error.parameter") return t("history.noneTicked");
    if (code === "error.duplicate") return t("edit.duplicate");
  }
  return isGeneral(code) ? t(code) : t(ownTexts[code]);
}
