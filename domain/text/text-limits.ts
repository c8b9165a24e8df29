/** Maximum length of each written field, in code points (docs/product#written-text). */
export const maxCityLength = 200;
export const maxAddressLength = 300;
export const maxCountyLength = 200;
export const maxPostcodeLength = 20;
/** Maximum length of a value in OpenStreetMap. */
export const maxOpeningHoursLength = 255;
export const maxCommentLength = 2000;
export const maxReviewLength = 2000;
export const maxReportLength = 2000;
/** Of a proposal's note, and of the reason of a decision on it. */
export const maxEditNoteLength = 1000;
export const maxReviewReportLength = 1000;
/** Of the reason of a decision. */
export const maxDecisionReasonLength = 1000;

/** Length in code points: an emoji outside the basic plane counts as one. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
