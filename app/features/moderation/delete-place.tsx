import { useTranslation } from "react-i18next";
import { ConfirmedSubmit } from "#app/ui/confirmed-submit.tsx";
import { restoreDays } from "#domain/restore-period.ts";
import { ModerationForm } from "./moderation-form.tsx";

/** Deletes a place, after asking once. */
export function DeletePlace({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  return (
    <ModerationForm intent="delete" id={id} className="has-open:basis-full">
      <ConfirmedSubmit
        icon="delete"
        label={t("moderation.delete.action")}
        about={name}
        question={t("moderation.delete.question", { name, days: restoreDays })}
        confirmLabel={t("moderation.delete.confirm")}
      />
    </ModerationForm>
  );
}
