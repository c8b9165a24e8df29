import { GuidePage } from "#app/features/guide/guide-page.tsx";
import type { GuideText } from "#app/features/guide/guide-text.ts";
import { i18nContext, publicConfigContext } from "#server/request-context.ts";
import type { Route } from "./+types/guide.ts";

export function loader({ context }: Route.LoaderArgs) {
  const text: GuideText = context.get(i18nContext).getResourceBundle("hu", "guide");
  return { text, contactEmail: context.get(publicConfigContext).contactEmail };
}

export default function Guide({ loaderData }: Route.ComponentProps) {
  return <GuidePage {...loaderData} />;
}
