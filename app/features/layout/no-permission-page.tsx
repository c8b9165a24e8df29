import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";

interface NoPermissionPageProps {
  /** `signin`: the visitor is not signed in (401); `forbidden`: the visitor lacks the right (403). */
  kind: "signin" | "forbidden";
}

/** The page for a URL that not every visitor may open; its route has the status. */
export function NoPermissionPage({ kind }: NoPermissionPageProps) {
  const { t } = useTranslation();
  const title = t(`refused.${kind}.title`);
  return (
    <PageMain className="flex flex-col items-center text-center">
      <PageTitle screen={title} />
      <Icon name={kind === "signin" ? "log-in" : "private"} className="size-14 text-soon" />
      <h1 className="mt-6 text-2xl">{title}</h1>
      <p className="mt-2 mb-6 max-w-[46ch] text-muted">{t(`refused.${kind}.text`)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {kind === "signin" && (
          <ButtonLink to="/login" variant="primary" icon="log-in">
            {t("navigation.login")}
          </ButtonLink>
        )}
        <ButtonLink to="/" icon="map">
          {t("action.home")}
        </ButtonLink>
        <ButtonLink to="/places" icon="list">
          {t("navigation.places")}
        </ButtonLink>
      </div>
    </PageMain>
  );
}
