import { data } from "react-router";
import { SignPage } from "#app/features/place-page/sign-page.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { doorParameter, reportPath, signPath } from "#app/place/place-paths.ts";
import { drawQrCode } from "#app/ui/qr-code.tsx";
import { isLocalhost } from "#domain/operation/is-localhost.ts";
import { parseId } from "#domain/place/place-id.ts";
import { fallbackLanguage, languageOfCountry, languages } from "#domain/text/language.ts";
import {
  i18nContext,
  i18nInContext,
  originContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/sign.ts";

/** @throws {Response} 404 for a place that the visitor may not see */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = parseId(params.id);
  const { places } = context.get(servicesContext);
  const place = id === null ? null : await places.findPlace(id, context.get(viewerContext));
  if (place === null) throw data(null, { status: 404 });
  const url = `${context.get(originContext)}${reportPath(place.id)}?${doorParameter}`;
  const i18nIn = context.get(i18nInContext);
  const own = context.get(i18nContext);
  // Those at the door first, then the visitor who prints it; the sheet has room for three.
  const order = [languageOfCountry(place.country), own.language, fallbackLanguage, ...languages];
  const texts = [...new Set(order)].slice(0, 3).map((language) => {
    const { t } = i18nIn(language);
    return { language, toilet: t("found.sign.toilet"), prompt: t("found.sign.ask") };
  });
  return {
    place,
    logo: context.get(publicConfigContext).site.logo,
    url,
    isLocal: isLocalhost(url),
    picture: drawQrCode(url),
    texts,
    ...pageMessagesOf(own, "found"),
  };
}

export const handle: PageHandle = { isStatic: true };

export default function SignRoute({ loaderData }: Route.ComponentProps) {
  return (
    <PageMessagesProvider given={loaderData} path={signPath(loaderData.place.id)}>
      <SignPage {...loaderData} />
    </PageMessagesProvider>
  );
}
