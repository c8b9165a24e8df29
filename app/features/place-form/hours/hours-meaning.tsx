import { type ReactNode, useEffect, useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { openingText } from "#app/place/opening-hours.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";
import type { HoursReading, HoursMeaning as Meaning } from "#domain/opening/hours-meaning.ts";
import { localTimeOnWall } from "#domain/opening/local-time.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { maxOpeningHoursLength } from "#domain/text/text-limits.ts";
import type { FaultyPart, ValidationError } from "#domain/validation/check-fields.ts";

/** Words of a fault of the hours; those of a text say which part of it is wrong. */
export function hoursFaultText(t: Translate, { field, code, at }: ValidationError): string {
  if (field === "hours.season") return t("addPlace.hours.fault.season");
  if (field.startsWith("hours.")) {
    if (code === "error.fillout") return t("addPlace.hours.fault.fillout");
    if (field.endsWith(".to")) return t("error.invalidtime");
    return t(
      code === "error.invalidtime" ? "addPlace.hours.fault.overlap" : "addPlace.fault.opening",
    );
  }
  if (at) return t(`addPlace.hours.fault.${at.reason}`, { part: at.part, number: at.position + 1 });
  if (code === "error.fillout") return t("addPlace.hours.fault.noText");
  return t("addPlace.hours.fault.long", { max: maxOpeningHoursLength });
}

/** Where a text of opening hours is meant. */
export interface HoursSite {
  /** ISO 3166-1 alpha-2; empty while none is chosen. */
  readonly country: string;
  readonly position: Coordinates | null;
}

/** Wait after the last letter before the server is asked. */
const pauseMs = 400;

type Read = { readonly text: string; readonly reading: HoursReading | null };

/** The server's reading of a text, once nothing has been typed for a moment; its `reading` is null without an answer. */
function useHoursReading(text: string, { country, position }: HoursSite): Read | null {
  const { i18n } = useTranslation();
  const [read, setRead] = useState<Read | null>(null);
  const asked = text.trim();
  const at = position?.map(formatDegrees).join() ?? "";
  const query = questionOf({ text: asked, country, at, lang: i18n.language });
  useEffect(() => {
    if (asked === "") return;
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      const { signal } = leave;
      const answer = await fetchApi<HoursReading>(`/api/v1/opening-hours?${query}`, { signal });
      if (!signal.aborted) setRead({ text: asked, reading: answer.ok ? answer.body : null });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [asked, query]);
  return asked === "" ? null : read;
}

function questionOf({
  text,
  country,
  at,
  lang,
}: Record<"text" | "country" | "at" | "lang", string>) {
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
  /** The typed text. */
  text: string;
  site: HoursSite;
  /** What the server has said of it already, until another answer comes. */
  children?: ReactNode;
}

/** What a typed text means, said while it is typed (docs/product#meaning-of-a-text). */
export function HoursMeaning({ text, site, children }: HoursMeaningProps) {
  const { t } = useTranslation();
  const read = useHoursReading(text, site);
  const isOld = read !== null && read.text !== text.trim();
  return (
    <div aria-live="polite" aria-busy={isOld} className={isOld ? "opacity-60" : undefined}>
      {read === null && children}
      {read !== null && read.reading === null && (
        <p className="mt-2 text-sm text-muted">{t("addPlace.hours.meaning.unasked")}</p>
      )}
      {read?.reading?.fault && (
        <FieldError id="hours-reading">
          {hoursFaultText(t, {
            field: "opening_hours",
            code: "error.parameter",
            at: read.reading.fault,
          })}
          <MarkedFault text={read.text} at={read.reading.fault} />
        </FieldError>
      )}
      {read?.reading?.meaning && <SaidMeaning meaning={read.reading.meaning} />}
    </div>
  );
}

/** A text with its faulty part marked. */
export function MarkedFault({ text, at: { position, part } }: { text: string; at: FaultyPart }) {
  const end = position + part.length;
  const said = text.trim();
  return (
    <span className="block font-mono font-normal text-text wrap-anywhere">
      {said.slice(0, position)}
      <mark className="rounded-xs bg-closed-tint px-0.5 font-bold text-closed underline decoration-2">
        {said.slice(position, end)}
      </mark>
      {said.slice(end)}
    </span>
  );
}

/** The meaning of a text in words, and the week that comes. */
export function SaidMeaning({ meaning }: { meaning: Meaning }) {
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
