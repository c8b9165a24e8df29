import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { openingText, weekdaysText } from "#app/place/opening-hours.tsx";
import { Fact, FactItems, mainFactLabels, PlacePrice } from "#app/place/place-facts.tsx";
import { placePagePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { QrCode, type QrPicture } from "#app/ui/qr-code.tsx";
import { SiteName } from "#app/ui/site-sign.tsx";
import { washroomIconPath } from "#domain/map/marker-shapes.ts";
import {
  isAroundTheClock,
  noOpeningTimes,
  openingDayRuns,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import { isFree } from "#domain/place/place-fee.ts";
import type { Language } from "#domain/text/language.ts";

interface SignPageProps {
  place: Place;
  logo: string | null;
  /** Whole URL that the code leads to. */
  url: string;
  /** Whether it leads to the machine alone on which the page is shown. */
  isLocal: boolean;
  picture: QrPicture;
  texts: readonly {
    readonly language: Language;
    readonly toilet: string;
    readonly prompt: string;
  }[];
}

/** A sheet to print for the door (docs/product#door-sign), with a code that asks whether all is right. */
export function SignPage({ place, logo, url, isLocal, picture, texts }: SignPageProps) {
  const { t } = useTranslation();
  const title = usePlaceTitles()(place);
  return (
    <PageMain className="print:p-0!">
      <PageTitle screen={t("found.sign.title", { name: title.whole })} />
      <div className="mb-6 print:hidden">
        <p>
          <PageLink
            to={placePagePath(place.id)}
            className="text-link -ml-1 inline-flex min-h-11 items-center gap-1"
          >
            <Icon name="chevron-left" /> {title.whole}
          </PageLink>
        </p>
        <p className="mt-2 text-muted">{t("found.sign.how")}</p>
        {isLocal && (
          <Alert kind="warning" className="mt-4">
            {t("found.sign.onlyHere")}
          </Alert>
        )}
      </div>
      <section className="flex flex-col items-center justify-between gap-6 rounded-card border border-line p-6 text-center sm:p-10 print:min-h-[calc(100vh-30mm)] print:border-0 print:gap-[3mm] print:p-[2mm]">
        <DoorPictogram />
        <h1 className="flex flex-col gap-1">
          {texts.map(({ language, toilet }, index) => (
            <span
              key={language}
              lang={language}
              className={
                index === 0
                  ? "text-3xl font-bold print:text-[42pt]"
                  : "text-2xl font-normal print:text-[22pt]"
              }
            >
              {toilet}
            </span>
          ))}
        </h1>
        <p className="text-xl wrap-anywhere print:text-[22pt]">{title.whole}</p>
        <SignFacts place={place} />
        <div className="grid items-center justify-items-center gap-4 sm:grid-cols-[auto_1fr] sm:text-left print:grid-cols-[auto_1fr] print:gap-[8mm] print:text-left">
          <QrCode
            picture={picture}
            label={url}
            pixelsOfSquare={6}
            className="h-auto max-w-full print:w-[74mm]"
          />
          <div className="grid gap-3">
            {texts.map(({ language, prompt }) => (
              <p
                key={language}
                lang={language}
                className="text-xl text-balance first:font-bold print:text-[20pt]"
              >
                {prompt}
              </p>
            ))}
          </div>
        </div>
        <div className="wrap-anywhere">
          <p className="flex items-center justify-center gap-2">
            <SiteName logo={logo} />
          </p>
          <p className="text-sm">{url}</p>
        </div>
      </section>
    </PageMain>
  );
}

/** Two people on a sign, as the map's markers have them. */
function DoorPictogram() {
  return (
    <svg viewBox="-11 -31.5 22 16.5" className="h-28 print:h-[36mm]" aria-hidden="true">
      <rect x="-11" y="-31.5" width="22" height="16.5" rx="2.5" className="fill-brand" />
      <path d={washroomIconPath} className="fill-on-brand" />
    </svg>
  );
}

/** What the place is known to have: who comes to its door need not read what it lacks. */
function SignFacts({ place }: Pick<SignPageProps, "place">) {
  const labels = mainFactLabels(place.facts).filter(
    ({ icon, label }) => icon !== "public" && !label.endsWith(".no"),
  );
  const hours = useWeek(place);
  const hasPrice = place.price_known !== false;
  if (labels.length === 0 && hours.length === 0 && !hasPrice) return null;
  return (
    <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-lg print:gap-x-[8mm] print:text-[20pt] print:[&_svg]:size-[8mm]">
      {hasPrice && (
        <Fact icon={isFree(place.price) ? "free" : "price"}>
          <PlacePrice place={place} />
        </Fact>
      )}
      <FactItems labels={labels} />
      {hours.map((line) => (
        <Fact key={line} icon="clock">
          <span className="tabular">{line}</span>
        </Fact>
      ))}
    </ul>
  );
}

/** The week in as few lines as it takes; none where a day is unknown, or where the seven days do not say all. */
function useWeek(place: Place): string[] {
  const { t } = useTranslation();
  const format = useFormatter();
  const week = place.opening_hours === undefined ? weekOf(place) : [];
  if (week.length === 0 || week.includes(noOpeningTimes)) return [];
  const runs = openingDayRuns(week);
  return runs.map((run) => {
    const hours = openingText(run.times, t);
    if (runs.length > 1) return `${weekdaysText(run, format)} ${hours}`;
    return isAroundTheClock(run.times) ? hours : t("found.place.daily", { hours });
  });
}
