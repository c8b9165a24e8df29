import { GuidePage } from "#app/features/guide/guide-page.tsx";
import {
  fillGuide,
  type Guide,
  type GuideText,
  guidePictureSize,
} from "#app/features/guide/guide-text.ts";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PageDescription } from "#app/place/page-description.tsx";
import type { PageHandle } from "#app/postpone-start.ts";
import { findText } from "#domain/text/i18n.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { guideContext, i18nContext, publicConfigContext } from "#server/request-context.ts";
import type { Route } from "./+types/guide.ts";

export const cacheable: CacheablePage = { parameters: [] };

export function loader({ context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  const { language, messages: words } = i18n;
  const raw = context.get(guideContext) as GuideText;
  const text = fillGuide(raw, (key) => findText(words, key));
  const guide: Guide = { language, text };
  const { contactEmail } = context.get(publicConfigContext);
  return { guide, pictureSize: guidePictureSize, contactEmail };
}

/** The guide is static (docs/decisions/026). */
export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function GuideRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageDescription name={t("guide.title")} url={`${useOrigin()}/guide`} />
      <GuidePage {...loaderData} />
    </>
  );
}
