import { roundDistance } from "#domain/text/distance-units.ts";
import { type StreetCase, streetWithSuffix } from "#domain/text/hungarian-grammar.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { intlLocale, type Language, type Locale, languageOf } from "#domain/text/language.ts";
import { createServerI18n, type Translations } from "#server/i18n.ts";

/** Locale and its translations. */
export interface InstructionLocale {
  readonly locale: Locale;
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
    const distance = formatLength(lengthMeters, locale);
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
 * Grammar of street names, for languages whose words for `on` and `onto` depend on the name. Null for a name that the
 * rules do not cover; that name and all others are in the words of the language's messages.
 */
const inflections: Readonly<
  Record<Language, ((name: string, streetCase: StreetCase) => string | null) | undefined>
> = { hu: streetWithSuffix };

/**
 * Street within a sentence; after a turn with the preposition or the sign before it: ` onto X`, `:
 * X`.
 */
function streetPhrase(
  name: string,
  streetCase: StreetCase,
  { locale, t }: InstructionLocale,
): string {
  const inflected = inflections[languageOf(locale)]?.(name, streetCase) ?? null;
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

/** Locales with their messages, each created at its first use. */
export function createInstructionLocales(
  translations: Translations,
): (locale: Locale) => InstructionLocale {
  const known = new Map<Locale, InstructionLocale>();
  return (locale) => {
    const found = known.get(locale) ?? createServerI18n(locale, translations);
    known.set(locale, found);
    return found;
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
 * Rounded length for a walker with its unit, at least ten small ones, in the case that the sentence needs: `250 metres`,
 * Hungarian `250 métert`.
 */
function formatLength(lengthMeters: number, { locale, t }: InstructionLocale): string {
  const { value, unit, digits } = roundDistance(lengthMeters, locale);
  const count = digits === 0 ? Math.max(10, value) : value;
  const numbers = new Intl.NumberFormat(intlLocale(locale), { maximumFractionDigits: digits });
  const length = numbers.format(count);
  return t(`walking.length.${unit}`, { count: Number(count.toFixed(digits)), length });
}
