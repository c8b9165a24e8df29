import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import type { AccountFailure } from "./account-failure.ts";
import { AccountForm } from "./account-form.tsx";
import { checkDeletion } from "./check-deletion.ts";
import { ConfirmationBox } from "./confirmation-box.tsx";

/** The form that deletes the account, once someone has said that they know what it means. */
export function DeleteAccount({ answer }: { answer: AccountFailure | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mb-4">{t("account.delete.text")}</p>
      <AccountForm answer={answer} check={checkDeletion} keepsMessage>
        <input type="hidden" name="intent" value="delete" />
        <ConfirmationBox label={t("account.delete.confirm")} />
        <Button type="submit" variant="danger" icon="delete">
          {t("account.delete.action")}
        </Button>
      </AccountForm>
    </>
  );
}
