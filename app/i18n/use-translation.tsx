import type { i18n, TFunction } from "i18next";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from "react";

/** Words of the page's language. */
interface Translation {
  /** Translates a key; another function after each change of the language. */
  readonly t: TFunction;
  readonly i18n: i18n;
}

const TranslationContext = createContext<Translation | null>(null);

/** Words for the components within it, which are rendered again in another language after a change. */
export function I18nProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      i18n.on("languageChanged", onChange);
      return () => i18n.off("languageChanged", onChange);
    },
    [i18n],
  );
  const languageNow = () => i18n.language;
  const language = useSyncExternalStore(subscribe, languageNow, languageNow);
  const translation = useMemo(() => ({ t: i18n.getFixedT(language), i18n }), [i18n, language]);
  return <TranslationContext value={translation}>{children}</TranslationContext>;
}

/**
 * Words of the page's language, and its i18next.
 *
 * @throws {Error} outside of an {@link I18nProvider}
 */
export function useTranslation(): Translation {
  const translation = useContext(TranslationContext);
  if (translation === null) throw new Error("a component that needs words is outside I18nProvider");
  return translation;
}
