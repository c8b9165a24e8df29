import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { townPath, townsPath } from "#app/place/found-page-paths.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { Town } from "#domain/place-index/towns.ts";
import { townsPerPage } from "#domain/validation/page-sizes.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";

interface TownsPageProps {
  list: { readonly towns: readonly Town[]; readonly total: number; readonly page: number };
  /** The page's whole URL. */
  url: string;
}

/** All towns with their numbers of places (docs/product#towns). */
export function TownsPage({ list, url }: TownsPageProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { towns, total, page } = list;
  const toPage = (other: number) => `${townsPath}${other > 1 ? `?page=${other}` : ""}`;
  const title = t("found.towns.title");
  return (
    <PageMain>
      <PageTitle screen={page === 1 ? title : t("places.pageTitle", { title, page })} />
      <PageDescription
        name={title}
        description={t("found.towns.description")}
        url={page === 1 ? url : `${url}?page=${page}`}
        data={{ "@context": "https://schema.org", "@type": "CollectionPage", name: title }}
      />
      <h1 className="text-2xl">{title}</h1>
      <p className="mb-4 text-muted">
        {t("found.towns.count", { count: total, total: format.number(total) })}
      </p>
      <ul className="gap-x-8 sm:columns-2">
        {towns.map(({ name, counts }) => (
          <li key={name} className="break-inside-avoid border-b border-line wrap-anywhere">
            <PageLink
              to={townPath(name)}
              className="flex min-h-11 items-center justify-between gap-3 no-underline hover:bg-brand-tint"
            >
              <span className="text-link">{name}</span>
              <span className="tabular shrink-0 text-muted">
                {t("places.count", { count: counts.total, total: format.number(counts.total) })}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
      <Pagination current={page} pageCount={pageCountOf(total, townsPerPage)} toPage={toPage} />
    </PageMain>
  );
}
