import { offlineAfterMs } from "#app/network/offline-detection.ts";
import { addLimit, addLimitWindowMs, correctionLimit } from "#domain/account/daily-limits.ts";
import { passwordLength } from "#domain/account/password-rules.ts";
import { minSuggestCharacters } from "#domain/address-search/search-limits.ts";
import { restoreDays } from "#domain/moderation/decision.ts";
import { soonMinutes } from "#domain/opening/open-status.ts";
import { similarPlaceRadiusMeters } from "#domain/place/similar-places.ts";
import type { Language } from "#domain/text/language.ts";
import { maxReportLength, maxReviewLength } from "#domain/text/text-limits.ts";
import { placesPerPage } from "#domain/validation/page-sizes.ts";
import { offRouteMeters } from "#domain/walking/route-progress.ts";
import { walkLimitMeters } from "#domain/walking/walking-time.ts";

export const guidePictureSize = { width: 390, height: 660 } as const;

/** Picture of the product, on a phone's screen, in the guide's language (`scripts/take-screenshots.ts`). */
export interface GuidePicture {
  /** Its name in `public/guide/`. */
  name: string;
  alt: string;
}

/** One part of the guide: a picture beside it, paragraphs, then a list. */
export interface GuideSection {
  /** Anchor of the part in the URL, the same in every language. */
  id: string;
  title: string;
  picture?: GuidePicture;
  paragraphs: string[];
  items?: string[];
}

/** The guide in the form of `public/locales/{language}/guide.json`. */
export interface GuideText {
  title: string;
  contents: string;
  sections: GuideSection[];
  contact: { title: string; text: string };
}

/** The guide in a language, with values and names filled in. */
export interface Guide {
  readonly language: Language;
  /** English for a language without a guide. */
  readonly textLanguage: Language;
  readonly pictureLanguage: Language;
  readonly text: GuideText;
}

/** Every value that the guide names, from the rule that defines it. */
const values: Readonly<Record<string, number>> = {
  addHours: addLimitWindowMs / 3_600_000,
  addLimit,
  correctionLimit,
  minSearch: minSuggestCharacters,
  offRouteMeters,
  offlineSeconds: offlineAfterMs / 1000,
  passwordMax: passwordLength.max,
  passwordMin: passwordLength.min,
  perPage: placesPerPage,
  reportLength: maxReportLength,
  restoreDays,
  reviewLength: maxReviewLength,
  similarMeters: similarPlaceRadiusMeters,
  soonMinutes,
  walkKilometers: walkLimitMeters / 1000,
};

/**
 * Fills the guide: the product's values for `{{name}}`, the page's messages for `$t(key)`.
 * @throws {RangeError} for a value or a key that does not exist
 */
export function fillGuide(
  text: GuideText,
  messageOf: (key: string) => string | undefined,
): GuideText {
  const known = <Value>(name: string, value: Value | undefined): Value => {
    if (value === undefined) throw new RangeError(`the guide names ${name}, which does not exist`);
    return value;
  };
  const fill = (line: string) =>
    line
      .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(known(name, values[name])))
      .replace(/\$t\(([\w.-]+)\)/g, (_, key: string) => known(key, messageOf(key)));
  return {
    ...text,
    sections: text.sections.map(({ id, title, picture, paragraphs, items }) => ({
      id,
      title,
      ...(picture && { picture: { ...picture, alt: fill(picture.alt) } }),
      paragraphs: paragraphs.map(fill),
      ...(items && { items: items.map(fill) }),
    })),
  };
}
