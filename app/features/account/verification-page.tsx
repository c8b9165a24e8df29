import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { AccountCard } from "./account-card.tsx";

interface VerificationPageProps {
  isVerified: boolean;
  /** Where to go on to, on our own origin. */
  continuePath: string;
}

/** What became of the link that verifies an e-mail address. */
export function VerificationPage({ isVerified, continuePath }: VerificationPageProps) {
  const { t } = useTranslation();
  return (
    <AccountCard title={t("verification.title")}>
      <Alert kind={isVerified ? "success" : "danger"} className="mb-5">
        {t(isVerified ? "verification.success" : "verification.failed")}
      </Alert>
      <ButtonLink to={continuePath} variant="primary" className="w-full">
        {t("reset.continue")}
      </ButtonLink>
    </AccountCard>
  );
}
