import { type ReactNode, useEffect, useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { openingText } from "#app/place/opening-hours.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";
import type { HoursExplanation, HoursMeaning as Meaning } from "#domain/opening/hours-meaning.ts";
import { localTimeOnWall } from "#domain/opening/local-time.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { maxOpeningHoursLength } from "#domain/text/text-limits.ts";
import type { InvalidPart, ValidationError } from "#domain/validation/check-fields.ts";

/** Message of a validation error of opening hours; for a text it names the invalid part. */
export function hoursErrorText(t: Translate, { field, code, at }: ValidationError): string {
  if (field === "hours.season") return t("addPlace.hours.fault.season");
  if (field.startsWith("hours.")) {
    if (code === "error.fillout") return t(code);
    if (field.endsWith(".to")) return t("error.invalidtime");
    return t(
      code === "error.invalidtime" ? "addPlace.hours.fault.overlap" : "addPlace.fault.opening",
    );
  }
  if (at) return t(`addPlace.hours.fault.${at.reason}`, { part: at.part, number: at.position + 1 });
  if (code === "error.fillout") return t("addPlace.hours.fault.noText");
  return t("addPlace.hours.fault.long", { max: maxOpeningHoursLength });
}

/** Location at which a text of opening hours is evaluated. */
export interface HoursLocation {
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  readonly country: string;
  readonly position: Coordinates | null;
}

/** Debounce: delay between the last key and the request. */
const pauseMs = 400;

type FetchedExplanation = { readonly text: string; readonly explanation: HoursExplanation | null };

/** The server's explanation of a text, debounced; its `explanation` is null where the request failed. */
function useHoursExplanation(
  text: string,
  { country, position }: HoursLocation,
): FetchedExplanation | null {
  const { i18n } = useTranslation();
  const [fetched, setFetched] = useState<FetchedExplanation | null>(null);
  const trimmed = text.trim();
  const at = position?.map(formatDegrees).join() ?? "";
  const query = queryOf({ text: trimmed, country, at, lang: i18n.language });
  useEffect(() => {
    if (trimmed === "") return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const { signal } = abort;
      const response = await fetchApi<HoursExplanation>(`/api/v1/opening-hours?${query}`, {
        signal,
      });
      if (!signal.aborted)
        setFetched({ text: trimmed, explanation: response.ok ? response.body : null });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [trimmed, query]);
  return trimmed === "" ? null : fetched;
}

function queryOf({ text, country, at, lang }: Record<"text" | "country" | "at" | "lang", string>) {
  const query = new URLSearchParams({ text, lang });
  if (country !== "") query.set("country", country);
  const [lng, lat] = at.split(",");
  if (lat !== undefined) {
    query.set("lat", lat);
    query.set("lng", lng);
  }
  return query.toString();
}

interface HoursMeaningProps {
  text: string;
  location: HoursLocation;
  /** Explanation from the server's page, shown until a response replaces it. */
  children?: ReactNode;
}

/** Meaning of a text, updated while it is typed (docs/product#meaning-of-a-text). */
export function HoursMeaning({ text, location, children }: HoursMeaningProps) {
  const { t } = useTranslation();
  const fetched = useHoursExplanation(text, location);
  const isStale = fetched !== null && fetched.text !== text.trim();
  return (
    <div aria-live="polite" aria-busy={isStale} className={isStale ? "opacity-60" : undefined}>
      {fetched === null && children}
      {fetched !== null && fetched.explanation === null && (
        <p className="mt-2 text-sm text-muted">{t("addPlace.hours.meaning.unasked")}</p>
      )}
      {fetched?.explanation?.fault && (
        <FieldError id="hours-error">
          {hoursErrorText(t, {
            field: "opening_hours",
            code: "error.parameter",
            at: fetched.explanation.fault,
          })}
          <MarkedError text={fetched.text} at={fetched.explanation.fault} />
        </FieldError>
      )}
      {fetched?.explanation?.meaning && <MeaningSummary meaning={fetched.explanation.meaning} />}
    </div>
  );
}

export function MarkedError({ text, at: { position, part } }: { text: string; at: InvalidPart }) {
  const end = position + part.length;
  const trimmed = text.trim();
  return (
    <span className="block font-mono font-normal text-text wrap-anywhere">
      {trimmed.slice(0, position)}
      <mark className="rounded-xs bg-closed-tint px-0.5 font-bold text-closed underline decoration-2">
        {trimmed.slice(position, end)}
      </mark>
      {trimmed.slice(end)}
    </span>
  );
}

/** Meaning of a text in sentences, and the times of the coming week. */
export function MeaningSummary({ meaning }: { meaning: Meaning }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <div className="mt-2 rounded-control border border-line p-3">
      <p className="flex items-center gap-2 font-bold">
        <Icon name="check" className="size-5 shrink-0 text-brand" />
        {t("addPlace.hours.meaning.title")}
      </p>
      <ul className="mt-1 list-disc pl-7">
        {meaning.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {!meaning.is_whole && (
        <p className="mt-2 text-sm text-muted">{t("addPlace.hours.meaning.partly")}</p>
      )}
      <table className="mt-2 w-full max-w-96 text-sm [&_td]:py-0.5 [&_td]:text-right [&_th]:py-0.5 [&_th]:pr-4 [&_th]:text-left [&_th]:align-top [&_th]:font-normal">
        <caption className="pb-1 text-left text-muted">{t("addPlace.hours.meaning.week")}</caption>
        <tbody>
          {meaning.week.map(({ date, times }) => (
            <tr key={date}>
              <th scope="row">{format.weekday(localTimeOnWall(Date.parse(date)).weekday)}</th>
              <td className="tabular">
                {times === null
                  ? t("places.opening.unknown")
                  : times.length === 0
                    ? t("places.opening.closed")
                    : times.map((range) => openingText(range, t)).join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
