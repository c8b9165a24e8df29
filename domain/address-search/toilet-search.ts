import type { Language } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";

/** Words for a toilet, as search keys. */
const toiletTerms: Readonly<Record<Language, string>> = {
  hu: "wc, ve ce, vece, vecek, mosdo, mosdok, illemhely, toalett, budi",
  en: "toilet, toilets, loo, restroom, restrooms, washroom, bathroom, lavatory",
  de: "toilette, toiletten, klo, klos, abort",
};

const nearby = /^(?:nyilvanos|kozeli|legkozelebbi|a|public|nearest|the|offentliches?|nachstes?) +/;

const terms: ReadonlySet<string> = new Set(Object.values(toiletTerms).join(", ").split(", "));

/** Whether a text asks for toilets and for nothing else: 'wc', 'nearest public toilet'. */
export function isToiletSearch(text: string): boolean {
  let key = searchKey(text);
  while (nearby.test(key)) key = key.replace(nearby, "");
  return terms.has(key);
}
