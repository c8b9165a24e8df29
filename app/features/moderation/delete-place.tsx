import { useTranslation } from "react-i18next";
import { restoreDays } from "#domain/restore-period.ts";
import { ConfirmedForm } from "./confirmed-form.tsx";

/** Deletes a place, after asking once. */
export function DeletePlace({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  return (
    <ConfirmedForm
      intent="delete"
      id={id}
      icon="delete"
      label={t("moderation.delete.action")}
      about={name}
      question={t("moderation.delete.question", { name, days: restoreDays })}
      confirm={t("moderation.delete.confirm")}
    />
  );
}
