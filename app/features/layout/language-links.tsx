import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { rememberLanguage } from "#app/i18n/browser-language.ts";
import { switchLanguage } from "#app/i18n/switch-language.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Language, languages } from "#domain/text/language.ts";

/** A change of language that the page has not finished. */
interface Change {
  readonly language: Language;
  readonly hasFailed: boolean;
}

interface LanguageChange {
  choose: (language: Language) => Promise<void>;
  /** Message while the messages are loading, and where they cannot be loaded. */
  notice: ReactNode;
}

/**
 * The visitor's choice of a language: the page changes in place, and stores the choice. The notice belongs on
 * the page rather than into the menu, which has closed by then.
 */
export function useLanguageChange(): LanguageChange {
  const { i18n } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [change, setChange] = useState<Change | null>(null);

  async function choose(language: Language) {
    const chosen = { language, hasFailed: false };
    setChange(chosen);
    const isSpoken = await switchLanguage(i18n, language);
    // The visitor may have chosen another language since.
    setChange((last) =>
      last !== chosen ? last : isSpoken ? null : { ...chosen, hasFailed: true },
    );
    if (!isSpoken) return;
    rememberLanguage(language);
    const parameters = new URLSearchParams(search);
    if (!parameters.has("lang")) return;
    parameters.delete("lang");
    await navigate({ pathname, search: parameters.toString(), hash }, { replace: true });
  }

  const notice = change && (
    <ChangeNotice
      key={change.language}
      change={change}
      onRetry={() => void choose(change.language)}
      onClose={() => setChange(null)}
    />
  );
  return { choose, notice: notice && createPortal(notice, document.body) };
}

interface LanguageLinksProps {
  className?: string;
  linkClassName?: string;
  onChoose: (language: Language) => void;
}

/** The three languages. As links with `?lang=` they work without script. */
export function LanguageLinks({ className, linkClassName, onChoose }: LanguageLinksProps) {
  const { t, i18n } = useTranslation();
  const { pathname, search, hash } = useLocation();

  function press(event: MouseEvent, language: Language) {
    event.preventDefault();
    onChoose(language);
  }

  return (
    <ul className={className}>
      {languages.map((language) => {
        const parameters = new URLSearchParams(search);
        parameters.set("lang", language);
        return (
          <li key={language}>
            <a
              href={`${pathname}?${parameters}${hash}`}
              lang={language}
              hrefLang={language}
              aria-current={i18n.language === language ? "true" : undefined}
              className={linkClassName}
              onClick={(event) => press(event, language)}
            >
              {t(`language.${language}`)}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Loads shorter than this have no message. */
const slowMs = 300;

interface ChangeNoticeProps {
  change: Change;
  onRetry: () => void;
  onClose: () => void;
}

/** Message that a language is loading, or could not be loaded; at the lower end, clear of the bar. */
function ChangeNotice({ change, onRetry, onClose }: ChangeNoticeProps) {
  const { t } = useTranslation();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  const { hasFailed, language } = change;
  if (!isSlow && !hasFailed) return null;
  const name = t(`language.${language}`);
  return (
    <Alert
      // A failure is a message of its own, and is announced as one.
      key={hasFailed ? "failed" : "loading"}
      kind={hasFailed ? "danger" : "info"}
      onDismiss={hasFailed ? onClose : undefined}
      className="fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+1rem)] z-50 mx-auto w-fit max-w-[28rem] shadow-float"
    >
      {hasFailed ? (
        <>
          <p>{t("language.failed", { name })}</p>
          <Button icon="retry" onClick={onRetry} className="mt-2">
            {t("action.retry")}
          </Button>
        </>
      ) : (
        t("language.loading", { name })
      )}
    </Alert>
  );
}
