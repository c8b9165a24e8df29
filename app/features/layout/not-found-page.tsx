import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";

interface NotFoundPageProps {
  isGone?: boolean;
  /** Time since when OpenStreetMap says that it is gone, ISO 8601; null where somebody else has deleted it. */
  goneSince?: string | null;
}

/** The page for a URL that does not exist, or no longer; its route has status 404 or 410. */
export function NotFoundPage({ isGone = false, goneSince = null }: NotFoundPageProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const title = isGone ? t("notFound.gone.title") : t("notFound.title");
  return (
    <PageMain className="flex flex-col items-center text-center">
      <PageTitle screen={title} />
      {!isGone && <NotFoundPicture label={t("notFound.image")} />}
      <h1 className="mt-6 text-2xl">{title}</h1>
      <p className="mt-2 mb-6 max-w-[40ch] text-muted">
        {isGone ? t("notFound.gone.text") : t("notFound.text")}
        {goneSince !== null && (
          <> {t("notFound.gone.import", { date: format.date(goneSince, "UTC") })}</>
        )}
      </p>
      <ButtonLink to="/" variant="primary" icon="map">
        {t("action.home")}
      </ButtonLink>
    </PageMain>
  );
}

/** The picture of the 404 page: a locked door with its number, in the page's colours. */
export function NotFoundPicture({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 240 196" role="img" aria-label={label} className="w-60 max-w-full">
      <path d="M20 188h200" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
      <g strokeWidth="3">
        <rect
          x="62"
          y="10"
          width="116"
          height="178"
          rx="8"
          className="fill-raised stroke-control-line"
        />
        <rect
          x="74"
          y="22"
          width="92"
          height="166"
          rx="4"
          className="fill-brand-tint stroke-brand"
        />
      </g>
      <rect x="88" y="40" width="64" height="36" rx="8" className="fill-brand" />
      <text
        x="120"
        y="66"
        textAnchor="middle"
        fontSize="22"
        fontWeight="650"
        className="tabular fill-on-brand"
      >
        404
      </text>
      <g fill="none" strokeWidth="2" className="stroke-brand" opacity="0.45">
        <rect x="88" y="92" width="44" height="78" rx="4" />
      </g>
      <circle cx="152" cy="108" r="7" className="fill-raised stroke-brand" strokeWidth="2" />
      <path d="M147.500 108a4.500 4.500 0 0 1 9 0z" className="fill-closed" />
      <path d="M143 128h14" className="stroke-brand" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
