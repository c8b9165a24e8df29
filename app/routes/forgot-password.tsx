import { useTranslation } from "react-i18next";
import { LaterPage } from "#app/features/layout/later-page.tsx";

export default function ForgotPassword() {
  const { t } = useTranslation();
  return <LaterPage title={t("forgotPassword.title")} />;
}
