import { Fragment } from "react";
import { data, Form } from "react-router";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { useHome } from "#app/i18n/home.ts";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { townPath, townsPath } from "#app/place/place-paths.ts";
import { Button } from "#app/ui/button.tsx";
import { SearchField } from "#app/ui/form/search-field.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { Town } from "#domain/place-index/towns.ts";
import { townsPerPage } from "#domain/validation/page-sizes.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { i18nContext, publicConfigContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/towns.ts";

/** @throws {Response} 404 for a malformed page number, or one beyond the last */
export function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const parsed = parseQuery(pageQuerySchema, url.searchParams, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data(null, { status: 404 });
  const { language } = context.get(i18nContext);
  const list = context.get(servicesContext).places.listTowns({
    page: parsed.query.page,
    search: (url.searchParams.get("q") ?? "").trim(),
    language,
    homeCountry: context.get(publicConfigContext).home.country,
  });
  if (list.towns.length === 0 && list.page > 1) throw data(null, { status: 404 });
  return { list, ...pageMessagesOf(context.get(i18nContext), "found") };
}

export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function TownsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageMessagesProvider given={loaderData} path={townsPath}>
      <TownsPage list={loaderData.list} url={useOrigin() + townsPath} />
    </PageMessagesProvider>
  );
}

interface TownsPageProps {
  list: {
    readonly towns: readonly (Pick<Town, "name" | "counts"> & { readonly country: string })[];
    readonly total: number;
    readonly page: number;
    readonly search: string;
  };
  url: string;
}

/** All towns by country with their numbers of places, and a search (docs/product#towns). */
function TownsPage({ list, url }: TownsPageProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const home = useHome();
  const { towns, total, page, search } = list;
  const toPage = (other: number) => {
    const parameters = new URLSearchParams();
    if (search !== "") parameters.set("q", search);
    if (other > 1) parameters.set("page", String(other));
    return parameters.size > 0 ? `${townsPath}?${parameters}` : townsPath;
  };
  const byCountry = [...new Set(towns.map(({ country }) => country))].map(
    (country) => [country, towns.filter((town) => town.country === country)] as const,
  );
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
      <search>
        <Form action={townsPath} className="mb-4 flex items-end gap-2">
          <div className="min-w-0 grow">
            <SearchField
              key={search}
              name="q"
              label={t("found.towns.search")}
              isLabelHidden
              placeholder={t("found.towns.search")}
              defaultValue={search}
            />
          </div>
          <Button type="submit" variant="primary">
            {t("search.submit")}
          </Button>
        </Form>
      </search>
      {byCountry.map(([country, itsTowns]) => (
        <Fragment key={country}>
          {(byCountry.length > 1 || country !== home.country) && country !== "" && (
            <h2 className="mt-6 mb-2 text-xl">{format.country(country)}</h2>
          )}
          <ul className="gap-x-8 sm:columns-2">
            {itsTowns.map(({ name, counts }) => (
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
        </Fragment>
      ))}
      <Pagination current={page} pageCount={pageCountOf(total, townsPerPage)} toPage={toPage} />
    </PageMain>
  );
}
