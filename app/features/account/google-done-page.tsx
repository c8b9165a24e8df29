import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { AccountCard } from "./account-card.tsx";
import { type AuthRecord, storeAuthRecord } from "./auth-record.ts";
import { tellGoogleOutcome } from "./google-channel.ts";

interface GoogleDonePageProps {
  /** Null when the sign-in failed. */
  record: AuthRecord | null;
  /** Whether it happened in a window of its own, which now closes. */
  isOwnWindow: boolean;
}

/** Where Google's answer leads: keeps the record, and goes on to the map or closes the window. */
export function GoogleDonePage({ record, isOwnWindow }: GoogleDonePageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    if (record) storeAuthRecord(record);
    if (isOwnWindow) {
      tellGoogleOutcome(record ? "signed-in" : "failed");
      window.close();
    } else void navigate("/", { replace: true });
  }, [record, isOwnWindow, navigate]);
  return (
    <AccountCard title={t("google.title")}>
      <Alert kind={record ? "success" : "danger"} className="mb-5">
        {t(record ? "google.done" : "error.googleerror")}
      </Alert>
      <ButtonLink to={record ? "/" : "/login"} variant="primary" className="w-full">
        {t(record ? "navigation.map" : "forgotPassword.backToLogin")}
      </ButtonLink>
      <noscript>
        <meta httpEquiv="refresh" content="0;url=/" />
      </noscript>
    </AccountCard>
  );
}
