import { useEffect } from "react";
import { data, useFetcher } from "react-router";
import { useOrigin } from "#app/features/layout/use-session.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { hungary } from "#domain/place/home-country.ts";
import type { Language } from "#domain/text/language.ts";
import { type LegalPageName, legalPageNames } from "#domain/text/legal-text.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import {
  i18nContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/legal.ts";
import "./legal-text.css";

export const cacheable: CacheablePage = { parameters: [] };

/** The page that the URL names, of the four that an operator is responsible for (docs/product#legal-pages). */
export function loader({ request, context }: Route.LoaderArgs): LegalPageData {
  const path = new URL(request.url).pathname.replace(/\/$|\.data$/g, "");
  const name = legalPageNames.find((known) => path === `/${known}`);
  const { t, language } = context.get(i18nContext);
  if (name === undefined) throw data(null, { status: 404 });
  const isHungary = context.get(publicConfigContext).home.country === hungary.country;
  const { textLanguage, title, html, missing } = context.get(servicesContext).showLegalPage({
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
  return { name, language, textLanguage, title, html, notice };
}

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

interface LegalPageData {
  readonly name: LegalPageName;
  readonly language: Language;
  /** English for a language without the text. */
  readonly textLanguage: Language;
  readonly title: string;
  /** HTML of the text, which the server has made of Markdown. */
  readonly html: string;
  /** What the administrator is told of missing settings; null for others, and where none is missing. */
  readonly notice: string | null;
}

/** A page that the operator answers for (docs/product#legal-pages), in the page's language. */
function LegalPage({ page }: { page: LegalPageData }) {
  const { title, html, textLanguage, notice } = usePageInLanguage(page);
  return (
    <PageMain>
      <PageTitle screen={title} />
      {notice && (
        <Alert kind="info" className="mb-6">
          {notice}
        </Alert>
      )}
      {/* Made by the server, which lets no HTML of a text through. */}
      <article
        lang={textLanguage}
        className="legal-text"
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </PageMain>
  );
}

/** The page that came first; after a change of language, that in the language once it has loaded. */
function usePageInLanguage(page: LegalPageData): LegalPageData {
  const { i18n } = useTranslation();
  const { data, load } = useFetcher<LegalPageData>();
  const wanted = [page, data].find((known) => known?.language === i18n.language);
  const isMissing = wanted === undefined;
  useEffect(() => {
    if (isMissing) void load(`/${page.name}?lang=${i18n.language}`);
  }, [isMissing, i18n.language, load, page.name]);
  return wanted ?? page;
}
