import type { Resource, TFunction } from "i18next";
import { type StreetCase, streetWithSuffix } from "#domain/text/hungarian-grammar.ts";
import { intlLocales, type Language } from "#domain/text/language.ts";
import { createServerI18n } from "#server/i18n.ts";

/** A language and its words. */
export interface Speaker {
  readonly language: Language;
  readonly t: TFunction;
}

/**
 * One step of a walk as a sentence: `Fordulj balra az Andrássy útra.` Routers bring sentences of
 * their own, but their Hungarian is not grammatical, so these are ours in every language.
 *
 * The distance is part of it only where going on is all there is to do; everywhere else it stands
 * beside the sentence.
 */
export function composeInstruction(manoeuvre: Manoeuvre, speaker: Speaker): string {
  const { t } = speaker;
  const { kind, streetNames, lengthMeters } = manoeuvre;
  const name = streetNames[0]?.trim() ?? "";
  if (isWalked(kind)) {
    const distance = roundedLength(lengthMeters, speaker.language);
    return name === ""
      ? t(`walking.${kind}.unnamed`, { distance })
      : t(`walking.${kind}.named`, { distance, street: streetPhrase(name, "on", speaker) });
  }
  if (isTurn(kind)) {
    return name === ""
      ? t(`walking.${kind}.unnamed`)
      : t(`walking.${kind}.named`, { street: streetPhrase(name, "onto", speaker) });
  }
  return t(`walking.${kind}`);
}

/** A street within a sentence; that of a turn brings what parts it from the turn: ` onto X`, `: X`. */
function streetPhrase(name: string, streetCase: StreetCase, { language, t }: Speaker): string {
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

/** The languages with their words, each made when it is first asked for. */
export function createSpeakers(translations: Resource): (language: Language) => Speaker {
  const speakers = new Map<Language, Speaker>();
  return (language) => {
    let speaker = speakers.get(language);
    if (!speaker) {
      speaker = { language, t: createServerI18n(language, translations).t };
      speakers.set(language, speaker);
    }
    return speaker;
  };
}

/** What happens at a point of a walk, whatever the router calls it. */
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
  /** What the way is called that one is on after it, the usual name first; empty where it has none. */
  readonly streetNames: readonly string[];
  /** How far one walks until the next manoeuvre. */
  readonly lengthMeters: number;
}

/**
 * Valhalla's types of manoeuvre, by their numbers (its `DirectionsLeg.Maneuver.Type`). Types that no
 * walk has, such as motorway exits, count as the turn that they are nearest to, and an unknown one
 * as going on.
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
 * A length as one says it to someone who walks: `40`, `250` metres to the next ten, from a kilometre
 * on in kilometres with one decimal. In Hungarian in the accusative, `250 métert`, as what one walks.
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
