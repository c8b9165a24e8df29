import type { Resource } from "i18next";
import type { Language } from "#domain/language.ts";
import { createServerI18n } from "#server/i18n.ts";
import type { Speaker } from "./compose-instruction.ts";

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
