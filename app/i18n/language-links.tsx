import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { type Language, languages } from "#domain/language.ts";
import { rememberLanguage } from "./browser-language.ts";
import { switchLanguage } from "./switch-language.ts";

interface LanguageLinksProps {
  className?: string;
  linkClassName?: string;
  /** Called once the page speaks the chosen language. */
  onChosen?: () => void;
}

/**
 * The three languages. As links with `?lang=` they work without script; with script the page changes
 * its language where it stands, and the choice is remembered.
 */
export function LanguageLinks({ className, linkClassName, onChosen }: LanguageLinksProps) {
  const { t, i18n } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [hasFailed, setHasFailed] = useState(false);

  async function choose(event: MouseEvent, language: Language) {
    event.preventDefault();
    const isSpoken = await switchLanguage(i18n, language);
    setHasFailed(!isSpoken);
    if (!isSpoken) return;
    rememberLanguage(language);
    onChosen?.();
    const parameters = new URLSearchParams(search);
    if (!parameters.has("lang")) return;
    parameters.delete("lang");
    await navigate({ pathname, search: parameters.toString(), hash }, { replace: true });
  }

  return (
    <ul className={className}>
      {languages.map((language) => {
        const parameters = new URLSearchParams(search);
        parameters.set("lang", language);
        return (
          <li key={language}>
            <Link
              to={{ pathname, search: parameters.toString(), hash }}
              reloadDocument
              lang={language}
              hrefLang={language}
              aria-current={i18n.language === language ? "true" : undefined}
              className={linkClassName}
              onClick={(event) => choose(event, language)}
            >
              {t(`language.${language}`)}
            </Link>
          </li>
        );
      })}
      {hasFailed && (
        <li role="alert" className="px-3 py-2 text-sm">
          {t("language.failed")}
        </li>
      )}
    </ul>
  );
}
