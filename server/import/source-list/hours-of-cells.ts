import { type Cell, yesNoOf } from "./cell-values.ts";
import { headerKey } from "./column-meanings.ts";

/** Whether a column of yes and no says that a toilet is open day and night: `IsOpen24Hours`. */
export function isAlwaysColumn(header: string): boolean {
  return /\b24\s?(?:7|h|hrs?|hours?|stunden|ora)\b/.test(headerKey(header));
}

/**
 * Words of the columns of opening hours: of one its text, of several with the days that their headers name, of a column
 * each for opening and closing times the range; empty where they say nothing.
 */
export function hoursOfCells(cells: readonly Cell[]): string {
  const texts = cells
    .map(({ header, text }) => ({ header, text: text.replace(/^opening_hours\s*=\s*/i, "") }))
    .filter(({ header, text }) => !isAlwaysColumn(header) || yesNoOf(text) === null);
  if (texts.length === 0) {
    const isAlways = cells.some(({ text }) => yesNoOf(text) === "yes");
    return isAlways ? "24/7" : "";
  }
  if (texts.length === 1) return texts[0].text;
  const ranges = rangesOf(texts);
  if (ranges !== null) return ranges.join("; ");
  return texts
    .map(({ header, text }) => [daysOf(header), text].filter(Boolean).join(": "))
    .join("; ");
}

/** Days or season of a header: 'Opening hours (Sat)', 'Nyitvatartás hétvégén'. */
function daysOf(header: string): string {
  return header
    .replace(hoursNames, "")
    .replaceAll(/[()_:]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const hoursNames =
  /opening\s?(?:hours|times?)|\bhours\b|(?:ö|oe)ffnungszeiten?|nyitva\s?tartás(?:i idő)?|horaires?(?: d.ouverture)?/i;

const starts = /\b(?:open|opens|opening|from|von|ab|nyitas|nyit|ouverture)\b/;
const ends = /\b(?:close|closes|closing|until|to|bis|zaras|zar|fermeture)\b/;
const timeWord = /\btime\b/;

/** Days of OpenCouncilData's columns. */
const days: Readonly<Record<string, string>> = { week: "Mo-Fr", sat: "Sa", sun: "Su" };

/** Ranges of pairs of columns, such as `sat_open` and `sat_close`; null where one is not of a pair. */
function rangesOf(cells: readonly Cell[]): string[] | null {
  const halves = cells.map(({ header, text }) => {
    const key = headerKey(header).replace(timeWord, "");
    const half = ends.test(key) ? "end" : starts.test(key) ? "start" : null;
    const day = key.replace(starts, "").replace(ends, "").trim();
    return { half, day: days[day] ?? day, text };
  });
  const byDay = [...Map.groupBy(halves, ({ day }) => day)];
  const ranges = byDay.map(([day, ofDay]) => {
    const [start, end] = ["start", "end"].map((half) => ofDay.find((one) => one.half === half));
    if (ofDay.length !== 2 || !start || !end) return null;
    const isClosed = start.text === end.text;
    return `${day} ${isClosed ? "off" : `${start.text}-${end.text}`}`.trim();
  });
  return ranges.includes(null) ? null : (ranges as string[]);
}
