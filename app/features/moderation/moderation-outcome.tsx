import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeText, useFieldNames } from "#app/place/place-change.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { changedFields } from "#domain/edits/place-change.ts";
import { isClosureStep } from "#domain/moderation/decision.ts";
import type {
  ChangedPlace,
  DecisionResult,
  ModerationFailureCode,
  ModerationResult,
} from "#domain/moderation/moderation-result.ts";
import type { DecidedAs, DecidedKind } from "#domain/moderation/task-kinds.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { ModerationForm, moderationHref } from "./moderation-form.tsx";

type Done = ModerationResult & { ok: true };
type Decided = DecisionResult & { ok: true };

/** Result of one of the staff's forms, with a button that undoes it where it can be undone. */
export function ModerationOutcome({ result }: { result: ModerationResult }) {
  const { t } = useTranslation();
  if (!result.ok) {
    const { kind, code, conflict } = result;
    return (
      <>
        <p>{failureText(t, result)}</p>
        {conflict && <Changes conflict={conflict} />}
        {code === "error.conflict" && kind === "proposals" && (
          <PageLink
            to={moderationHref("proposals")}
            reloadDocument
            className="text-link inline-block py-2.5"
          >
            {t("moderation.proposal.again")}
          </PageLink>
        )}
      </>
    );
  }
  const { changedCount: count } = result;
  const isAcceptance = "outcome" in result && result.outcome === "accept";
  const waits = isAcceptance && result.intent === "decide";
  const unknown = "unknownIds" in result ? result.unknownIds.length : 0;
  return (
    <>
      <p>{"outcome" in result ? decidedText(t, result) : t(`moderation.done.${result.intent}`)}</p>
      {unknown > 0 && <p>{t("moderation.done.unknown", { count: unknown })}</p>}
      {count > 0 && <p>{t(`moderation.done.${waits ? "changed" : "left"}`, { count })}</p>}
      <Undo result={result} />
    </>
  );
}

/** Button that undoes a decision, where it can be undone. */
function Undo({ result }: { result: Done }) {
  const { t } = useTranslation();
  const button = (
    <Button type="submit" icon="retry">
      {t("moderation.undo")}
    </Button>
  );
  if (!("outcome" in result)) {
    if (result.intent !== "remove-sent") return null;
    return (
      <ModerationForm intent="restore-sent" account={result.accountId} className="mt-2 mb-1">
        {button}
      </ModerationForm>
    );
  }
  if (!canBeUndone(result)) return null;
  const { kind, outcome, ids, versions } = result;
  return (
    <ModerationForm
      intent="undo"
      {...{ kind, outcome, ids, versions: outcome === "accept" ? versions : undefined }}
      className="mt-2 mb-1"
    >
      {button}
    </ModerationForm>
  );
}

/** A step is undone by its opposite, an accepted proposal, which is an edit, in the history of its place. */
function canBeUndone({ intent, outcome, ids }: Decided): boolean {
  const isLasting = outcome === "accepted" || outcome === "restore" || isClosureStep(outcome);
  return intent === "decide" && ids.length > 0 && !isLasting;
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

function decidedText(t: Translate, { intent, count, ...decided }: Decided): string {
  const isUndo = intent === "undo";
  if (decided.outcome === "accept") {
    return t(`moderation.done.${isUndo ? "undone" : "accepted"}`, { count });
  }
  if (decided.kind === "waiting" || decided.kind === "places") {
    if (decided.outcome === "open") return t("moderation.done.opened", { count });
    const isRestored = isUndo || decided.outcome === "restore";
    if (count === 1) return t(`moderation.done.${isRestored ? "restore" : "delete"}`);
    return t(`moderation.done.${isRestored ? "restored" : "deleted"}`, { count });
  }
  if (isUndo) return t(`moderation.done.${decided.kind}-reopened`, { count });
  const settled = `${decided.kind}-${decided.outcome}` as SettledAs;
  // It may have been accepted in part.
  if (settled === "proposals-accepted" && count === 1) return t("moderation.done.decide-proposal");
  return t(`moderation.done.${settled}`, { count });
}

/** A kind and an outcome of it, such as `reports-done`. */
type SettledAs = {
  [Kind in Exclude<DecidedKind, "waiting" | "places">]: `${Kind}-${(DecidedAs & {
    kind: Kind;
  })["outcome"]}`;
}[Exclude<DecidedKind, "waiting" | "places">];

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
  const { intent, kind, outcome, code, conflict } = result;
  if (conflict) {
    const isAccepted = outcome === "delete" && conflict.accepted;
    return t(isAccepted ? "moderation.failure.accepted" : "moderation.failure.changed");
  }
  // Nothing but the ticks of a decision can be left out.
  if (code === "error.parameter" && intent === "decide" && !kind) {
    return t("moderation.failure.noneTicked");
  }
  if (kind === "reviews" && code === "error.conflict") return t("moderation.failure.review");
  if (kind === "proposals" && code === "error.duplicate") return t("edit.duplicate");
  return isGeneral(code) ? t(code) : t(ownTexts[code]);
}
