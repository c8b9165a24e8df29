import type { TFunction } from "i18next";
import { type StreetCase, streetWithSuffix } from "#domain/hungarian/street-with-suffix.ts";
import type { Language } from "#domain/language.ts";
import type { Manoeuvre, ManoeuvreKind } from "./manoeuvre.ts";
import { roundedLength } from "./rounded-length.ts";

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
