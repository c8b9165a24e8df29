import { type ReactNode, useEffect, useMemo } from "react";
import { useFetcher } from "react-router";
import { I18n, type Words } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import { I18nProvider, useTranslation } from "./use-translation.tsx";

/** Words that a page's loader brings along, because no other page needs them. */
export interface PageWords {
  readonly language: Language;
  readonly words: Words;
}

/** Words of some groups, as a page's loader brings them along. */
export function pageWordsOf({ language, words }: I18n, ...groups: readonly string[]): PageWords {
  return { language, words: Object.fromEntries(groups.map((group) => [group, words[group]])) };
}

interface OwnWordsProps {
  given: PageWords;
  /** Address of the page, whose loader has the words in another language too. */
  address: string;
  children: ReactNode;
}

/** Adds a page's own words to those of every page, and follows a change of the language. */
export function OwnWords({ given, address, children }: OwnWordsProps) {
  const { i18n } = useTranslation();
  const { data, load } = useFetcher<PageWords>();
  const wanted = [given, data].find((known) => known?.language === i18n.language);
  const isMissing = wanted === undefined;
  useEffect(() => {
    if (!isMissing) return;
    void load(`${address}${address.includes("?") ? "&" : "?"}lang=${i18n.language}`);
  }, [isMissing, i18n.language, address, load]);
  const { language, words } = wanted ?? given;
  const withOwn = useMemo(
    () => new I18n(language, { ...i18n.words, ...words }),
    [language, i18n.words, words],
  );
  return <I18nProvider i18n={withOwn}>{children}</I18nProvider>;
}
