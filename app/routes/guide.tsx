import { GuidePage } from "#app/features/guide/guide-page.tsx";
import { fillGuide, type Guide, type GuideText } from "#app/features/guide/guide-text.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import { i18nContext, publicConfigContext } from "#server/request-context.ts";
import type { Route } from "./+types/guide.ts";

export function loader({ context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const raw: GuideText = i18n.getResourceBundle(language, "guide");
  const text = fillGuide(raw, (key) => i18n.getResource(language, "translation", key));
  const guide: Guide = { language, text };
  return { guide, contactEmail: context.get(publicConfigContext).contactEmail };
}

export default function GuideRoute({ loaderData }: Route.ComponentProps) {
  return <GuidePage {...loaderData} />;
}
