import { OpenDataPage } from "#app/features/open-data/open-data-page.tsx";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import type { PageHandle } from "#app/postpone-start.ts";
import { i18nContext, originContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/data.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const described = await context.get(servicesContext).openData.describe();
  const openData = { ...described, origin: context.get(originContext) };
  return { openData, ...pageMessagesOf(context.get(i18nContext), "openData") };
}

/** The page is static (docs/decisions/026). */
export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function OpenDataRoute({ loaderData }: Route.ComponentProps) {
  return <OpenDataPage {...loaderData} />;
}
