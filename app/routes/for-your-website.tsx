import { data } from "react-router";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { WebsitePage } from "#app/features/website/website-page.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { websitePath } from "#domain/embed/embed-path.ts";
import {
  type EmbedQuery,
  embedHeights,
  embedSnippet,
  embedUrl,
  readEmbedHeight,
} from "#domain/embed/embed-url.ts";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import { isLocalhost } from "#domain/operation/is-localhost.ts";
import { toLanguage } from "#domain/text/language.ts";
import {
  i18nContext,
  i18nInContext,
  originContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/for-your-website.ts";

const suggestedTowns = 300;

/**
 * Makes the embed code (docs/product#for-your-website). @throws {Response} 404 without frames, 422 for malformed
 * parameters
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { embedOrigins, site } = context.get(publicConfigContext);
  if (embedOrigins.length === 0) throw data(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const parsed = parseMapPageQuery(searchParams);
  if (!parsed.ok) throw data(null, { status: 422 });

  const town = searchParams.get("town")?.trim() ?? "";
  const viewer = context.get(viewerContext);
  const found =
    town === ""
      ? null
      : await context.get(servicesContext).places.readTown({ name: town, page: 1 }, viewer);
  const heightText = searchParams.get("height") ?? "";
  const height = readEmbedHeight(heightText);
  const shownHeight = height ?? embedHeights.standard;
  const language = toLanguage(searchParams.get("language") ?? "");
  const view = found?.view ?? parsed.query.view ?? site.startView;
  const query: EmbedQuery = { ...parsed.query, place: null, view, language };

  const own = context.get(i18nContext);
  const { t } = language === null ? own : context.get(i18nInContext)(language);
  const product = t("app.title");
  const snippet = embedSnippet({
    origin: context.get(originContext),
    query,
    height: shownHeight,
    title: t("website.frameTitle"),
    link: t("website.link", { product }),
  });
  return {
    typed: { town, heightText, language, filters: parsed.query.filters, view: parsed.query.view },
    errors: { town: town !== "" && found === null, height: height === null },
    towns: context.get(servicesContext).places.listLargestTowns(suggestedTowns),
    preview: embedUrl({
      ...query,
      language: language ?? own.locale,
    }),
    height: shownHeight,
    snippet,
    isLocal: isLocalhost(context.get(originContext)),
    ...pageMessagesOf(own, "website"),
  };
}

export const handle: PageHandle = { describesItself: true };

function Described() {
  const { t } = useTranslation();
  return <PageDescription name={t("website.title")} url={useOrigin() + websitePath} />;
}

export default function WebsiteRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageMessagesProvider given={loaderData} path={websitePath}>
      <Described />
      <WebsitePage {...loaderData} />
    </PageMessagesProvider>
  );
}
