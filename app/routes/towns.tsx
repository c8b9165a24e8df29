import { data } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { TownsPage } from "#app/features/towns/towns-page.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { townsPath } from "#app/place/found-page-paths.ts";
import type { PageHandle } from "#app/postpone-start.ts";
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
