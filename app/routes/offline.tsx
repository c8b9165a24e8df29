import { loadOfflineMessages } from "#app/features/offline/offline-messages.ts";
import { OfflinePage } from "#app/features/offline/offline-page.tsx";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { i18nContext, publicConfigContext } from "#server/request-context.ts";
import type { Route } from "./+types/offline.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { offline } = context.get(publicConfigContext);
  return { isOffered: offline, ...pageMessagesOf(context.get(i18nContext), "keeping") };
}

/** The page is to open without a connection, so its messages come from a file that the service worker caches. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { isOffered: true, ...(await loadOfflineMessages(new URL(request.url).searchParams)) };
}

export default function OfflineRoute({ loaderData }: Route.ComponentProps) {
  const { isOffered, ...given } = loaderData;
  return <OfflinePage isOffered={isOffered} given={given} />;
}
