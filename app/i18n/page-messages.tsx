import { type ReactNode, useEffect, useMemo } from "react";
import { useFetcher } from "react-router";
import { I18n, type Messages } from "#domain/text/i18n.ts";
import type { Language } from "#domain/text/language.ts";
import { I18nProvider, useTranslation } from "./use-translation.tsx";

/** Messages that only this page needs, from its loader. */
export interface PageMessages {
  readonly language: Language;
  readonly messages: Messages;
}

/** Messages of some groups, for a page's loader. */
export function pageMessagesOf(
  { language, messages }: I18n,
  ...groups: readonly string[]
): PageMessages {
  return {
    language,
    messages: Object.fromEntries(groups.map((group) => [group, messages[group]])),
  };
}

interface PageMessagesProviderProps {
  given: PageMessages;
  /** URL of the page, whose loader has the messages in another language too. */
  path: string;
  children: ReactNode;
}

/** Adds a page's own messages to those of every page, and follows a change of the language. */
export function PageMessagesProvider({ given, path, children }: PageMessagesProviderProps) {
  const { i18n } = useTranslation();
  const { data, load } = useFetcher<PageMessages>();
  const wanted = [given, data].find((known) => known?.language === i18n.language);
  const isMissing = wanted === undefined;
  useEffect(() => {
    if (!isMissing) return;
    void load(`${path}${path.includes("?") ? "&" : "?"}lang=${i18n.language}`);
  }, [isMissing, i18n.language, path, load]);
  const { language, messages } = wanted ?? given;
  const merged = useMemo(
    () =>
      new I18n(language === i18n.language ? i18n.locale : language, {
        ...i18n.messages,
        ...messages,
      }),
    [language, i18n.locale, i18n.language, i18n.messages, messages],
  );
  return <I18nProvider i18n={merged}>{children}</I18nProvider>;
}
