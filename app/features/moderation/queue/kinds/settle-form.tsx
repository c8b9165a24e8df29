import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { editPath } from "#app/place/place-paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { outcomes } from "#domain/moderation/decision.ts";
import { DecisionForm, OutcomeButton } from "../task-card.tsx";

interface SettleFormProps {
  kind: "reports" | "corrections";
  id: number;
  version?: number | undefined;
  name: string;
  /** Whether there may be a sender to notify. */
  notifiesSender: boolean;
  fields?: ReactNode;
  children?: ReactNode;
  /** Place that the link edits, and query parameters that name the entry; null without a link. */
  applied: { readonly placeId: number; readonly entry: string } | null;
}

/** Settles a report or a correction, or leads to the page that edits the place and settles it with that. */
export function SettleForm(props: SettleFormProps) {
  const { kind, id, version, name, notifiesSender, fields, children, applied } = props;
  const { t } = useTranslation();
  return (
    <>
      <DecisionForm
        {...{ kind, id, version, fields }}
        answer={notifiesSender ? t("moderation.answer") : null}
      >
        {outcomes.map((outcome) => (
          <OutcomeButton
            key={outcome}
            value={outcome}
            icon={outcome === "done" ? "check" : "close"}
            label={t(`moderation.outcome.${outcome}`)}
            about={name}
          />
        ))}
        {children}
      </DecisionForm>
      {applied && (
        <ButtonLink
          to={`${editPath(applied.placeId)}?${applied.entry}`}
          icon="edit"
          variant="primary"
          aria-label={`${t("moderation.apply")}: ${name}`}
        >
          {t("moderation.apply")}
        </ButtonLink>
      )}
    </>
  );
}

export const settledOutcomes = {
  usual: { outcome: "done", icon: "check", label: "moderation.outcome.done" },
  removal: {
    outcome: "declined",
    icon: "close",
    label: "moderation.outcome.declined",
    confirmLabel: "queue.decline.confirmReports",
    reason: "moderation.answer",
  },
} as const;
