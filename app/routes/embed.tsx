import { data } from "react-router";
import { useSite } from "#app/features/layout/use-session.ts";
import { EmbedPage } from "#app/features/map/embed/embed-page.tsx";
import { EmbedError } from "#app/features/map/embed/embed-parts.tsx";
import { readMapPage } from "#app/features/map/map-page-data.ts";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { embedPath } from "#domain/embed/embed-path.ts";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import { toLocale } from "#domain/text/language.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import {
  i18nContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/embed.ts";

/** Frame for which the first list is made; the live map then shows its real area. */
const typicalFrame = { width: 640, height: 420 };

export const cacheable: CacheablePage = { parameters: ["place", "view", "lang"], hasFilters: true };

/**
 * The page for frames (docs/product#embed). @throws {Response} 404 where no site may show it, 422 for malformed
 * parameters
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { embedOrigins, site } = context.get(publicConfigContext);
  if (embedOrigins.length === 0) throw data(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const parsed = parseMapPageQuery(searchParams);
  if (!parsed.ok) throw data(null, { status: 422 });
  const { places, now } = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const { page, status } = await readMapPage(
    // A frame shows the present.
    { ...parsed.query, at: undefined },
    {
      findPlace: (id) => places.findPlace(id, viewer),
      listPlaces: (query) => places.listPlaces(query, viewer),
      now: now(),
      startView: site.startView,
    },
    typicalFrame,
  );
  const named = toLocale(searchParams.get("lang") ?? "");
  return data(
    { page, embedOrigins, named, ...pageMessagesOf(context.get(i18nContext), "embed") },
    { status },
  );
}

/** The frame's own state holds what is chosen: nothing is loaded again. */
export const shouldRevalidate = () => false;

export const handle: PageHandle = { isEmbedded: true, describesItself: true };

/** A search engine shows the map itself. */
export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function EmbedRoute({ loaderData }: Route.ComponentProps) {
  const { page, embedOrigins, named } = loaderData;
  const site = useSite();
  return (
    <PageMessagesProvider given={loaderData} path={embedPath}>
      <EmbedPage
        data={page}
        startView={site?.startView ?? null}
        logo={site?.logo ?? null}
        language={named}
        origins={embedOrigins}
      />
    </PageMessagesProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EmbedError error={error} />;
}
