import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { reportFailedLoad } from "#app/network/contact.ts";
import { Button } from "#app/ui/button.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain } from "#app/ui/page-main.tsx";

interface TroublePageProps {
  /**
   * `renderError`: our own fault; `unreachable`: no answer from the network; `unavailable`: the
   * server answers that it can't.
   */
  kind: "renderError" | "unreachable" | "unavailable";
  error: unknown;
}

/** Says what went wrong and offers to try again; the error itself is shown in development only. */
export function TroublePage({ kind, error }: TroublePageProps) {
  const { t } = useTranslation();
  useEffect(() => {
    if (kind === "unreachable") reportFailedLoad();
  }, [kind]);
  const title = t(`trouble.${kind}.title`);
  return (
    <PageMain className="flex flex-col items-center text-center">
      <PageTitle screen={title} />
      <Icon name={kind === "unreachable" ? "offline" : "warning"} className="size-14 text-soon" />
      {/* The heading of a render error is English in every language (docs/product#render-failure). */}
      <h1 className="mt-6 text-2xl" lang={kind === "renderError" ? "en" : undefined}>
        {title}
      </h1>
      <p className="mt-2 mb-6 max-w-[46ch] text-muted">{t(`trouble.${kind}.text`)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="primary" icon="retry" onClick={() => location.reload()}>
          {t("action.reload")}
        </Button>
        <ButtonLink to="/" icon="map" reloadDocument>
          {t("action.home")}
        </ButtonLink>
      </div>
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="mt-8 w-full overflow-auto rounded-control bg-closed-tint p-4 text-left text-sm">
          {error.stack}
        </pre>
      )}
    </PageMain>
  );
}
