import type { GeoAddress, GeoConfidence } from "#domain/geo/geo-address.ts";
import { maxSuggestions } from "#domain/geo/geo-limits.ts";
import type { Language } from "#domain/language.ts";
import type { GeoFit, GeoMatch, SettlementFinder } from "./geo-match.ts";
import type { GeoProvider, GeoResult, GeoSearchOptions } from "./geo-provider.ts";
import { joinSettlements } from "./join-settlements.ts";
import { toSuggestion } from "./to-suggestion.ts";

/**
 * An extract that finds settlements outside it too, where it finds anything at all: 'Bécs' is Vienna
 * before it is Budapest's Bécsi út. Where it finds nothing or does not answer, nothing is added: the next
 * level then answers in its own name.
 *
 * @param extract makes its suggestions of the addresses that it finds (`to-suggestion.ts`)
 */
export function completeExtract(extract: GeoProvider, gazetteer: SettlementFinder): GeoProvider {
  const find = async (
    text: string,
    options: GeoSearchOptions,
  ): Promise<GeoResult<readonly GeoMatch[]>> => {
    const found = await extract.search(text, options);
    if (!found.ok) return found;
    if (found.value.length === 0) return { ok: true, value: [] };
    const matches = found.value.map((address) => toMatch(address, extract, options.language));
    return {
      ok: true,
      value: joinSettlements(matches, gazetteer.findSettlements(text, options)).slice(
        0,
        options.limit ?? maxSuggestions,
      ),
    };
  };
  return {
    ...extract,
    async suggest(text, options) {
      const found = await find(text, options);
      return found.ok ? { ok: true, value: found.value.map((match) => match.suggestion) } : found;
    },
    async search(text, options) {
      const found = await find(text, options);
      return found.ok ? { ok: true, value: found.value.map(({ address }) => address) } : found;
    },
  };
}

const fitOf: Readonly<Record<GeoConfidence, GeoFit>> = {
  exact: "whole",
  high: "whole",
  medium: "unfinished",
  low: "vague",
};

function toMatch(address: GeoAddress, { name }: GeoProvider, language: Language): GeoMatch {
  const suggestion = toSuggestion(address, { language, level: name });
  return { address, suggestion, fit: fitOf[address.confidence] };
}
