import { type StreetCase, streetWithSuffix } from "#domain/text/hungarian-grammar.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { intlLocales, type Language } from "#domain/text/language.ts";
import { createServerI18n, type Translations } from "#server/i18n.ts";

/** Language and its translations. */
export interface InstructionLocale {
  readonly language: Language;
  readonly t: Translate;
}

/**
 * Instruction for one step of a walk: `Fordulj balra az Andrássy útra.` Routers have sentences of
 * their own, but their Hungarian is not grammatical, so the product composes them in every
 * language.
 *
 * The distance is part of the sentence only where the step is to go on; for all other steps the
 * page shows it beside the sentence.
 */
export function composeInstruction(manoeuvre: Manoeuvre, locale: InstructionLocale): string {
  const { t } = locale;
  const { kind, streetNames, lengthMeters } = manoeuvre;
  const name = streetNames[0]?.trim() ?? "";
  if (isWalked(kind)) {
    const distance = roundedLength(lengthMeters, locale.language);
    return name === ""
      ? t(`walking.${kind}.unnamed`, { distance })
      : t(`walking.${kind}.named`, { distance, street: streetPhrase(name, "on", locale) });
  }
  if (isTurn(kind)) {
    return name === ""
      ? t(`walking.${kind}.unnamed`)
      : t(`walking.${kind}.named`, { street: streetPhrase(name, "onto", locale) });
  }
  return t(`walking.${kind}`);
}

/**
 * Street within a sentence; after a turn with the preposition or the sign before it: ` onto X`, `:
 * X`.
 */
function streetPhrase(
  name: string,
  streetCase: StreetCase,
  { language, t }: InstructionLocale,
): string {
  const inflected = language === "hu" ? streetWithSuffix(name, streetCase) : null;
  if (inflected === null) return t(`walking.street.${streetCase}`, { name });
  return streetCase === "onto" ? ` ${inflected}` : inflected;
}

const walked = ["depart", "continue"] as const satisfies readonly ManoeuvreKind[];
const isWalked = (kind: ManoeuvreKind): kind is (typeof walked)[number] =>
  walked.some((known) => known === kind);

const turns = [
  "slightRight",
  "right",
  "sharpRight",
  "turnAround",
  "sharpLeft",
  "left",
  "slightLeft",
  "leaveRoundabout",
] as const satisfies readonly ManoeuvreKind[];
const isTurn = (kind: ManoeuvreKind): kind is (typeof turns)[number] =>
  turns.some((known) => known === kind);

/** Locales of the languages, each created at its first use. */
export function createInstructionLocales(
  translations: Translations,
): (language: Language) => InstructionLocale {
  const locales = new Map<Language, InstructionLocale>();
  return (language) => {
    let locale = locales.get(language);
    if (!locale) {
      locale = { language, t: createServerI18n(language, translations).t };
      locales.set(language, locale);
    }
    return locale;
  };
}

/** Kind of manoeuvre of a walk, for every router. */
export type ManoeuvreKind =
  | "depart"
  | "continue"
  | "slightRight"
  | "right"
  | "sharpRight"
  | "turnAround"
  | "sharpLeft"
  | "left"
  | "slightLeft"
  | "roundabout"
  | "leaveRoundabout"
  | "ferry"
  | "leaveFerry"
  | "elevator"
  | "steps"
  | "escalator"
  | "enterBuilding"
  | "leaveBuilding"
  | "arrive"
  | "arriveRight"
  | "arriveLeft";

export interface Manoeuvre {
  readonly kind: ManoeuvreKind;
  /** Names of the way after the manoeuvre, the usual one first; empty where it has none. */
  readonly streetNames: readonly string[];
  /** Length of the walk until the next manoeuvre. */
  readonly lengthMeters: number;
}

/**
 * Kind of a manoeuvre of Valhalla, by its number (`DirectionsLeg.Maneuver.Type`). Types that no
 * walk has, such as motorway exits, count as the most similar turn, and an unknown one as
 * `continue`.
 */
export function manoeuvreKindOf(valhallaType: number): ManoeuvreKind {
  return valhallaKinds.get(valhallaType) ?? "continue";
}

const valhallaKinds: ReadonlyMap<number, ManoeuvreKind> = new Map([
  [1, "depart"],
  [2, "depart"],
  [3, "depart"],
  [4, "arrive"],
  [5, "arriveRight"],
  [6, "arriveLeft"],
  [9, "slightRight"],
  [10, "right"],
  [11, "sharpRight"],
  [12, "turnAround"],
  [13, "turnAround"],
  [14, "sharpLeft"],
  [15, "left"],
  [16, "slightLeft"],
  [18, "right"],
  [19, "left"],
  [20, "slightRight"],
  [21, "slightLeft"],
  [23, "slightRight"],
  [24, "slightLeft"],
  [26, "roundabout"],
  [27, "leaveRoundabout"],
  [28, "ferry"],
  [29, "leaveFerry"],
  [37, "slightRight"],
  [38, "slightLeft"],
  [39, "elevator"],
  [40, "steps"],
  [41, "escalator"],
  [42, "enterBuilding"],
  [43, "leaveBuilding"],
]);

/**
 * Rounded length for a walker, with its unit: `40`, `250` metres, rounded to ten; from one
 * kilometre on in kilometres with one decimal. Hungarian has the accusative, `250 métert`.
 */
function roundedLength(lengthMeters: number, language: Language): string {
  const isFar = lengthMeters >= 995;
  const value = isFar ? lengthMeters / 1000 : Math.max(10, Math.round(lengthMeters / 10) * 10);
  const text = new Intl.NumberFormat(intlLocales[language], {
    style: "unit",
    unit: isFar ? "kilometer" : "meter",
    unitDisplay: "long",
    maximumFractionDigits: isFar ? 1 : 0,
  }).format(value);
  return language === "hu" ? `${text}t` : text;
}
