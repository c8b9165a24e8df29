import { useSearchParams } from "react-router";
import { cardLanguageOf, cardSentences } from "#app/features/card/card-sentences.ts";
import { useHome } from "#app/i18n/home.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

export const handle: PageHandle = { isStatic: true };

/**
 * A card to show, 'I cannot wait' (docs/product#card): in the language of where one stands, and below in one's own. It
 * has nothing to load, so that it opens without a connection.
 */
export default function CardRoute() {
  const { t } = useTranslation();
  const shown = useShownLanguage();
  return (
    <PageMain>
      <PageTitle screen={t("card.title")} />
      <article className="grid min-h-[65dvh] content-center gap-8 rounded-card border-4 border-brand bg-raised p-6 text-center wrap-break-word text-text">
        <Card language={shown} />
      </article>
      <button
        type="button"
        popoverTarget={fullScreenId}
        className={buttonClass("primary", "medium", "mt-4 print:hidden")}
      >
        <Icon name="eye" />
        {t("card.fullScreen")}
      </button>
      {/* An iPhone has no full screen for elements. */}
      <div
        id={fullScreenId}
        popover="auto"
        className="m-0 h-dvh max-h-none w-screen max-w-none content-center justify-items-center gap-8 overflow-y-auto border-0 bg-raised p-6 text-center wrap-break-word text-text open:grid"
      >
        <Card language={shown} isCopy />
        <button
          type="button"
          popoverTarget={fullScreenId}
          className={buttonClass("secondary", "medium")}
        >
          <Icon name="close" />
          {t("action.close")}
        </button>
      </div>
      <nav aria-label={t("card.language")} className="mt-4 print:hidden">
        <ul className="flex flex-wrap gap-2">
          {Object.entries(cardSentences).map(([language, { name }]) => (
            <li key={language}>
              <ChipLink
                to={`/card?in=${language}`}
                replace
                preventScrollReset
                isCurrent={language === shown}
              >
                <span lang={language}>{name}</span>
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
    </PageMain>
  );
}

const fullScreenId = "card-full-screen";

/** The sentences in a language and, below, in the visitor's own. */
function Card({ language, isCopy = false }: { language: string; isCopy?: boolean }) {
  const { i18n } = useTranslation();
  const own = i18n.language in cardSentences ? i18n.language : "en";
  return (
    <>
      <Sentences language={language} title={isCopy ? "p" : "h1"} />
      {own !== language && <Sentences language={own} />}
    </>
  );
}

interface SentencesProps {
  language: string;
  /** Element of the title of the sentences that are shown large; absent for those below. */
  title?: "h1" | "p";
}

function Sentences({ language, title: Title }: SentencesProps) {
  const { title, text } = cardSentences[language];
  return (
    <div lang={language} className={Title ? "text-[clamp(1.25rem,5vw,2rem)]" : "text-muted"}>
      {Title ? (
        <Title className="mb-4 text-[clamp(2rem,10vw,4.5rem)] leading-tight font-bold">
          {title}
        </Title>
      ) : (
        <p className="font-bold">{title}</p>
      )}
      <p>{text}</p>
    </div>
  );
}

/** The chosen language; else that of the device's time zone, which it sets by where it is; at first the operator's. */
function useShownLanguage(): string {
  const [parameters] = useSearchParams();
  const { country } = useHome();
  const isHydrated = useIsHydrated();
  const chosen = parameters.get("in");
  if (chosen !== null && Object.hasOwn(cardSentences, chosen)) return chosen;
  return cardLanguageOf(isHydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : country);
}
