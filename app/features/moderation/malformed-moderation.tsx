import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { PageMain } from "#app/ui/page-main.tsx";
import { moderationPath } from "./use-moderation.ts";

/** For an address whose list or page makes no sense: the way to one that does. */
export function MalformedModeration() {
  const { t } = useTranslation();
  return (
    <PageMain>
      <PageTitle screen={t("moderation.title")} />
      <h1 className="mb-4 text-2xl">{t("moderation.title")}</h1>
      <Alert kind="warning">
        <p>{t("moderation.malformed")}</p>
        <ButtonLink to={moderationPath} className="my-2">
          {t("moderation.back")}
        </ButtonLink>
      </Alert>
    </PageMain>
  );
}
