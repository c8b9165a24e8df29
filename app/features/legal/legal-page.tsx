import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import type { Language } from "#domain/text/language.ts";
import type { LegalPageName } from "#domain/text/legal-text.ts";
import "./legal-text.css";

/** Text of a legal page in a language. */
export interface LegalPageData {
  readonly name: LegalPageName;
  readonly language: Language;
  readonly title: string;
  /** HTML of the text, which the server has made of Markdown. */
  readonly html: string;
  /** What the administrator is told of missing settings; null for others, and where none is missing. */
  readonly notice: string | null;
}

/** A page that the operator answers for (docs/product#legal-pages), in the page's language. */
export function LegalPage({ page }: { page: LegalPageData }) {
  const { title, html, language, notice } = usePageInLanguage(page);
  return (
    <PageMain>
      <PageTitle screen={title} />
      {notice && (
        <Alert kind="info" className="mb-6">
          {notice}
        </Alert>
      )}
      {/* Made by the server, which lets no HTML of a text through. */}
      <article lang={language} className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />
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
