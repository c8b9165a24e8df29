import { useRef } from "react";
import { useSearchParams } from "react-router";
import {
  type CardSentences,
  cardLanguageOf,
  cardSentences,
} from "#app/features/card/card-sentences.ts";
import { useHome } from "#app/i18n/home.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { Button } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

export const handle: PageHandle = { isStatic: true };

/**
 * A card to show, 'I cannot wait' (docs/product#card): in the language of where one stands, and below in one's own. It
 * has nothing to load, so that it opens without a connection.
 */
export default function CardRoute() {
  const { t, i18n } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const shown = useShownLanguage();
  const own = i18n.language in cardSentences ? i18n.language : "en";
  return (
    <PageMain>
      <PageTitle screen={t("card.title")} />
      <article
        ref={card}
        className="grid min-h-[65dvh] content-center gap-8 overflow-y-auto rounded-card border-4 border-brand bg-raised p-6 text-center wrap-break-word text-text"
      >
        <Sentences language={shown} {...cardSentences[shown]} />
        {own !== shown && <Sentences language={own} {...cardSentences[own]} isOwn />}
      </article>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <Button
          variant="primary"
          icon="eye"
          className="noscript:hidden"
          onClick={() => void card.current?.requestFullscreen?.().catch(() => {})}
        >
          {t("card.fullScreen")}
        </Button>
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

interface SentencesProps extends CardSentences {
  language: string;
  isOwn?: boolean;
}

function Sentences({ language, title, text, isOwn = false }: SentencesProps) {
  const Title = isOwn ? "p" : "h1";
  return (
    <div lang={language} className={isOwn ? "text-muted" : "text-[clamp(1.25rem,5vw,2rem)]"}>
      <Title
        className={
          isOwn ? "font-bold" : "mb-4 text-[clamp(2rem,10vw,4.5rem)] leading-tight font-bold"
        }
      >
        {title}
      </Title>
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
