import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { rememberLanguage } from "#app/i18n/browser-language.ts";
import { switchLanguage } from "#app/i18n/switch-language.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { postToWorker } from "#app/network/worker-message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Locale, localeEntries, localeEntryOf } from "#domain/text/language.ts";

/** A change of language that the page has not finished. */
interface Change {
  readonly locale: Locale;
  readonly hasFailed: boolean;
}

interface LanguageChange {
  choose: (locale: Locale) => Promise<void>;
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

  async function choose(locale: Locale) {
    const chosen = { locale, hasFailed: false };
    setChange(chosen);
    const isSpoken = await switchLanguage(i18n, locale);
    // The visitor may have chosen another language since.
    setChange((last) =>
      last !== chosen ? last : isSpoken ? null : { ...chosen, hasFailed: true },
    );
    if (!isSpoken) return;
    rememberLanguage(locale);
    postToWorker({ kind: "language", language: locale });
    const parameters = new URLSearchParams(search);
    if (!parameters.has("lang")) return;
    parameters.delete("lang");
    await navigate({ pathname, search: parameters.toString(), hash }, { replace: true });
  }

  const notice = change && (
    <ChangeNotice
      key={change.locale}
      change={change}
      onRetry={() => void choose(change.locale)}
      onClose={() => setChange(null)}
    />
  );
  return { choose, notice: notice && createPortal(notice, document.body) };
}

interface LanguageLinksProps {
  className?: string;
  linkClassName?: string;
  onChoose: (locale: Locale) => void;
}

/** All languages, a new one marked, and the regions with units of their own. As links with `?lang=` they work without script. */
export function LanguageLinks({ className, linkClassName, onChoose }: LanguageLinksProps) {
  const { t, i18n } = useTranslation();
  const { pathname, search, hash } = useLocation();

  const parameters = new URLSearchParams(search);
  parameters.delete("lang");
  const query = parameters.size > 0 ? `${parameters}&` : "";

  function press(event: MouseEvent, locale: Locale) {
    event.preventDefault();
    onChoose(locale);
  }

  return (
    <ul className={className}>
      {localeEntries.map(({ locale, name, state }) => (
        <li key={locale}>
          <a
            href={`${pathname}?${query}lang=${locale}${hash}`}
            lang={locale}
            hrefLang={locale}
            aria-current={i18n.locale === locale ? "true" : undefined}
            className={linkClassName}
            onClick={(event) => press(event, locale)}
          >
            {name}
            {state === "new" && <span className="text-sm text-muted">{t("language.new")}</span>}
          </a>
        </li>
      ))}
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
  const { hasFailed, locale } = change;
  if (!isSlow && !hasFailed) return null;
  const { name } = localeEntryOf(locale);
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
