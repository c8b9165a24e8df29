import { OfflinePage } from "#app/features/offline/offline-page.tsx";
import { fetchTranslations } from "#app/i18n/fetch-translations.ts";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import { i18nContext, publicConfigContext } from "#server/request-context.ts";
import type { Route } from "./+types/offline.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { offline } = context.get(publicConfigContext);
  return { isOffered: offline, ...pageMessagesOf(context.get(i18nContext), "keeping") };
}

/**
 * The page is to open without a connection, so its messages come from a file that the service worker caches, in the
 * language of `?lang=` or of the document.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const named = new URL(request.url).searchParams.get("lang") ?? document.documentElement.lang;
  const language = toLanguage(named) ?? fallbackLanguage;
  const messages = await fetchTranslations(language, "offline-page");
  return { isOffered: true, language, messages };
}

export default function OfflineRoute({ loaderData }: Route.ComponentProps) {
  const { isOffered, ...given } = loaderData;
  return <OfflinePage isOffered={isOffered} given={given} />;
}
