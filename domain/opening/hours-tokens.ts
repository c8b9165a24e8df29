import { hoursVocabulary } from "./hours-vocabulary.ts";

/** Token of a text of opening hours in words. */
export type HoursToken =
  | NumberToken
  /** Date in digits, `15.4.`; month and day are unchecked. */
  | { readonly kind: "date"; readonly month: number; readonly day: number }
  /** Word with its key in the vocabulary. */
  | { readonly kind: "word"; readonly meaning: string; readonly side?: RangeSide | undefined }
  | { readonly kind: "mark"; readonly mark: string };

/** End of a range that a suffix marks, as in '8-tól 18-ig'. */
type RangeSide = "from" | "to";

/** Number of an hour or a day. */
export interface NumberToken {
  readonly kind: "number";
  readonly value: number;
  /** Minutes, where they are written. */
  readonly minute?: number;
  /** `:`, `.` or `h` between hour and minutes; absent in '0730'. */
  readonly separator?: string;
  /** Whether it begins with a zero, as `08`, which a clock of twelve hours lacks. */
  readonly isPadded: boolean;
  readonly half?: "am" | "pm" | undefined;
  /** `hours` can also be a duration, as in '24 h'. */
  readonly unit?: "clock" | "hours";
  readonly isOrdinal: boolean;
  readonly side?: RangeSide | undefined;
}

/** Languages of which words are known. */
export const hoursLanguages = Object.keys(hoursVocabulary);

/** Splits a text into tokens of a language; null where a part is unknown to it. */
export function tokenizeHours(text: string, language: string): HoursToken[] | null {
  const source = normalize(text);
  const forms = formsOf(language);
  const tokens: HoursToken[] = [];
  for (let at = 0; at < source.length; ) {
    const match = matchAt(forms, source, at, language);
    if (match === null) return null;
    tokens.push(...match.tokens);
    at += match.length;
  }
  return tokens;
}

const formsByLanguage = new Map<string, readonly Form[]>();

function formsOf(language: string): readonly Form[] {
  const known = formsByLanguage.get(language);
  if (known) return known;
  const forms = [...commonForms, wordForm(language), numberForm(language)];
  formsByLanguage.set(language, forms);
  return forms;
}

/** Lower case without accents. A capital within a word begins another one, where sentences were run together. */
function normalize(text: string): string {
  return text
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, "$1 ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[’‘`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, "-");
}

/** Reads a match; null where it is something else. */
type Form = readonly [
  RegExp,
  (groups: readonly (string | undefined)[], language: string) => HoursToken[] | null,
];

function matchAt(forms: readonly Form[], source: string, at: number, language: string) {
  for (const [form, read] of forms) {
    form.lastIndex = at;
    const groups = form.exec(source);
    const tokens = groups && read(groups, language);
    if (groups && tokens) return { tokens, length: groups[0].length };
  }
  return null;
}

const commonForms: readonly Form[] = [
  [/[ \t:._=]+/y, () => []],
  [/[\r\n;|•·]+|<br ?\/?>/y, () => [{ kind: "mark", mark: ";" }]],
  [/[-,()/]/y, ([mark]) => [{ kind: "mark", mark: mark! }]],
  [/[&+]/y, () => [{ kind: "word", meaning: "and" }]],
  // '24/7', '24h/24', '24 h sur 24'
  [
    /24 ?(?:h|hrs|hours|heures)? ?(?:\/|sur) ?(?:24|7)(?: ?(?:h|heures|j|jours|days)\b)?(?:\/365)?(?![\d/])/y,
    () => [{ kind: "word", meaning: "24/7" }],
  ],
  [
    /7 ?(?:j|jours|d|days)? ?(?:\/|sur) ?7(?: ?(?:j|jours|days)\b)?(?![\d/])/y,
    () => [{ kind: "word", meaning: "Mo-Su" }],
  ],
  [/(\d{1,2})\. ?(\d{1,2})\.(?!\d)/y, readDate],
];

/** How a language writes times and dates. */
interface Writing {
  /** Units of hours. */
  readonly units: string;
  /** Order of a date in digits with dots; null where there is none. */
  readonly dates: "day month" | "month day" | null;
  /** What may follow a number: the ending of an ordinal, or a or p of am and pm. */
  readonly afterNumber: RegExp;
  /** Suffix of a word; its group is the end of a range. */
  readonly wordSuffix: string;
  /** Whether a time may be of a clock of twelve hours. */
  readonly hasTwelveHours: boolean;
}

const commonWriting: Writing = {
  ...{ units: "h", dates: null, afterNumber: /(?:(er)\b)?()/, wordSuffix: "()" },
  hasTwelveHours: false,
};

/** Only English has am and pm, where German has 'am Samstag'. */
const writings: Readonly<Record<string, Partial<Writing>>> = {
  en: {
    units: "h|hrs?|hours?|o'clock",
    afterNumber: /(?:(st|nd|rd|th)\b|(?: ?([ap])\.? ?m\.?)?)/,
    hasTwelveHours: true,
  },
  de: { units: "uhr|h|stunden|std", dates: "day month" },
  fr: { units: "h|heures?" },
  hu: {
    units: "h|oras?",
    dates: "month day",
    wordSuffix: "(?:-?(tol|ig)|[aeo]?n(?:kent)?|i|okon|eken|ken|b[ae]n)?",
  },
};

export function writingOf(language: string): Writing {
  return { ...commonWriting, ...writings[language] };
}

function readDate(
  [, first, second]: readonly (string | undefined)[],
  language: string,
): HoursToken[] | null {
  const { dates } = writingOf(language);
  const [day, month] = dates === "month day" ? [second, first] : [first, second];
  return dates !== null && Number(month) <= 12
    ? [{ kind: "date", month: Number(month), day: Number(day) }]
    : null;
}

/** Form of a number with what is written at it. */
function numberForm(language: string): Form {
  const { units, afterNumber } = writingOf(language);
  const parts = [
    // '7', '7:30', '7.30', '7h30', '7 h 30', '0730'
    /(?:(\d{1,2})(?:([:.]| ?h ?)([0-5]\d)(?::00)?)?|([01]\d|2[0-4])([0-5]\d))(?!\d)/,
    afterNumber,
    new RegExp(`(?: ?(${units})(?=tol|ig|[^a-z]|$))?`),
    // '8-tól', '1-jétől', '18 óráig', '24-én'
    /(?:-?(?:j?[ea])?(tol|ig)\b|-j?[ea]n\b)?/,
  ];
  return [
    new RegExp(parts.map(({ source }) => source).join(""), "y"),
    ([, hour, separator, minute, plainHour, plainMinute, ordinal, half, unit, side]) => {
      const digits = (hour ?? plainHour)!;
      const minutes = minute ?? plainMinute;
      return [
        {
          kind: "number",
          value: Number(digits),
          minute: minutes === undefined ? undefined : Number(minutes),
          separator: separator?.trim(),
          isPadded: digits.startsWith("0"),
          half: half ? (`${half}m` as "am") : undefined,
          unit: unit ? (/^(?:uhr|o'clock)$/.test(unit) ? "clock" : "hours") : undefined,
          isOrdinal: ordinal !== undefined,
          side: sideOf(side),
        },
      ];
    },
  ];
}

/** Form of a language's words. */
function wordForm(language: string): Form {
  const meanings = new Map(
    Object.entries(hoursVocabulary[language]).flatMap(([meaning, words]) =>
      words.split("|").map((word) => [word, meaning] as const),
    ),
  );
  const words = [...meanings.keys()].sort((a, b) => b.length - a.length);
  const [whole, joined] = [/[a-z]$/, /[^a-z]$/].map((end) =>
    words.filter((word) => end.test(word)).join("|"),
  );
  return [
    new RegExp(
      `(${whole})${writingOf(language).wordSuffix}(?![a-z])${joined && `|(${joined})`}`,
      "y",
    ),
    ([, word, side, joined]) => {
      const meaning = meanings.get((word ?? joined)!)!;
      return meaning === "" ? [] : [{ kind: "word", meaning, side: sideOf(side) }];
    },
  ];
}

function sideOf(suffix: string | undefined): RangeSide | undefined {
  return !suffix ? undefined : suffix === "tol" ? "from" : "to";
}
