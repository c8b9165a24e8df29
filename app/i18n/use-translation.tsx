import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { I18n, Translate } from "#domain/text/i18n.ts";

/** Messages of the page's language. */
interface Translation {
  /** Translates a key; another function after each change of the language. */
  readonly t: Translate;
  readonly i18n: I18n;
}

const TranslationContext = createContext<Translation | null>(null);

/** Messages for the components within it, which are rendered again in another language after a change. */
export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const translateNow = () => i18n.t;
  const t = useSyncExternalStore(i18n.subscribe, translateNow, translateNow);
  const translation = useMemo(() => ({ t, i18n }), [i18n, t]);
  return <TranslationContext value={translation}>{children}</TranslationContext>;
}

/**
 * Messages of the page's language, and their `I18n`.
 *
 * @throws {Error} outside of an {@link I18nProvider}
 */
export function useTranslation(): Translation {
  const translation = useContext(TranslationContext);
  if (translation === null) throw new Error("a component that needs words is outside I18nProvider");
  return translation;
}
