import { type ReactNode, use, useMemo } from "react";
import { ChunkLoadError } from "#app/chunks/import-chunk.ts";
import { fetchTranslations } from "#app/i18n/fetch-translations.ts";
import { I18nProvider, useTranslation } from "#app/i18n/use-translation.tsx";
import { I18n, type Messages } from "#domain/text/i18n.ts";

/** Requested messages, by language. */
const requested = new Map<string, Promise<Messages>>();

/**
 * Adds the messages of the map's keyboard, which are loaded with the first use of it, to those of the page.
 * Until they are there, and in another language once more, the boundary around it shows its fallback.
 */
export function KeyboardMessagesProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const messages = use(messagesIn(language));
  const merged = useMemo(
    () => new I18n(i18n.locale, { ...i18n.messages, ...messages }),
    [i18n.locale, i18n.messages, messages],
  );
  return <I18nProvider i18n={merged}>{children}</I18nProvider>;
}

function messagesIn(language: string): Promise<Messages> {
  const known = requested.get(language);
  if (known) return known;
  const messages = fetchTranslations(language, "keyboard").catch((cause: unknown) => {
    // The boundary explains what could not be loaded.
    throw new ChunkLoadError(`keyboard.json in '${language}' could not be loaded`, { cause });
  });
  requested.set(language, messages);
  return messages;
}
