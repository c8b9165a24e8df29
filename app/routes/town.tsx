import { data, redirect } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { TownPage } from "#app/features/towns/town-page.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { townPath } from "#app/place/found-page-paths.ts";
import type { PageHandle } from "#app/postpone-start.ts";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { i18nContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/town.ts";

/**
 * @throws {Response} 404 for a town without a place, and for a page beyond the last; 301 to the name that most
 *   of its places have
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const url = new URL(request.url);
  const parsed = parseQuery(pageQuerySchema, url.searchParams, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data(null, { status: 404 });
  const query = { name: params.town, page: parsed.query.page };
  const town = await services.places.readTown(query, context.get(viewerContext));
  if (town === null || (town.places.length === 0 && town.page > 1)) {
    throw data(null, { status: 404 });
  }
  if (town.name !== params.town) throw redirect(townPath(town.name) + url.search, 301);
  return {
    town,
    renderedAt: services.now().toISOString(),
    ...pageMessagesOf(context.get(i18nContext), "found"),
  };
}

export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function TownRoute({ loaderData }: Route.ComponentProps) {
  const { town, renderedAt } = loaderData;
  return (
    <PageMessagesProvider given={loaderData} path={townPath(town.name)}>
      <TownPage {...{ town, renderedAt }} origin={useOrigin()} />
    </PageMessagesProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
