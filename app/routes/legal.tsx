import { data } from "react-router";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { LegalPage, type LegalPageData } from "#app/features/legal/legal-page.tsx";
import { PageDescription } from "#app/place/page-description.tsx";
import type { PageHandle } from "#app/postpone-start.ts";
import { hungary } from "#domain/place/home-country.ts";
import { toLanguage } from "#domain/text/language.ts";
import { legalPageNames } from "#domain/text/legal-text.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import {
  i18nContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/legal.ts";

export const cacheable: CacheablePage = { parameters: [] };

/** The page that the URL names, of the four that an operator is responsible for (docs/product#legal-pages). */
export function loader({ request, context }: Route.LoaderArgs): LegalPageData {
  const path = new URL(request.url).pathname.replace(/\/$|\.data$/g, "");
  const name = legalPageNames.find((known) => path === `/${known}`);
  const { t, language: spoken } = context.get(i18nContext);
  const language = toLanguage(spoken);
  if (name === undefined || language === null) throw data(null, { status: 404 });
  const isHungary = context.get(publicConfigContext).home.country === hungary.country;
  const { title, html, missing } = context.get(servicesContext).showLegalPage({
    name,
    language,
    siteName: t("app.title"),
    unset: {
      operator: t("legal.unset.operator"),
      address: t("legal.unset.address"),
      contact: t("legal.unset.contact"),
      authority: t(isHungary ? "legal.unset.authority" : "legal.unset.authorityElsewhere"),
      enforcement: t("legal.unset.enforcement"),
    },
  });
  const isShown = missing.length > 0 && context.get(viewerContext).role === "administrator";
  const notice = isShown ? t("legal.missing", { names: missing.join(", ") }) : null;
  return { name, language, title, html, notice };
}

/** Legal pages are static (docs/decisions/026). */
export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function Legal({ loaderData }: Route.ComponentProps) {
  const { title, name } = loaderData;
  return (
    <>
      <PageDescription name={title} url={`${useOrigin()}/${name}`} />
      <LegalPage page={loaderData} />
    </>
  );
}
