import { join } from "node:path";
import type { GeoAddress } from "#domain/geo/geo-address.ts";
import type { Language } from "#domain/language.ts";
import { toAddress, toSuggestion } from "./embedded/describe-place.ts";
import { type FoundPlace, findPlaces } from "./embedded/find-places.ts";
import { findSettlementAt } from "./embedded/find-settlement-at.ts";
import { type Gazetteer, readGazetteer } from "./embedded/gazetteer.ts";
import type { GazetteerPlace } from "./embedded/gazetteer-place.ts";
import type { GeoFit, SettlementFinder } from "./geo-match.ts";
import type { GeoProvider, GeoResult } from "./geo-provider.ts";
import { straightLine } from "./straight-line.ts";

export interface EmbeddedGeoProvider extends GeoProvider, SettlementFinder {
  /**
   * Reads and indexes the files, if that has not been done: a tenth of a second in which the process does
   * nothing else, so before it answers anyone.
   */
  load(): void;
}

/**
 * Level 1, which needs nothing and is always there: settlements and Budapest's districts from files of
 * our own, straight lines for directions. It never claims to know a street.
 *
 * @param folder of the gazetteer's files, which are read by `load`, or else at the first question
 */
export function createEmbeddedGeoProvider(
  folder = join(import.meta.dirname, "gazetteer"),
): EmbeddedGeoProvider {
  let known: Gazetteer | null = null;
  const gazetteer = () => {
    known ??= readGazetteer(folder);
    return known;
  };
  return {
    name: "embedded",
    load: () => void gazetteer(),
    async suggest(text, options) {
      const found = findPlaces(gazetteer(), text, options);
      return { ok: true, value: found.map(({ place }) => toSuggestion(place, options.language)) };
    },
    async retrieve(id, { language }) {
      const place = findById(gazetteer(), id);
      return place ? { ok: true, value: toAddress(place, language, "medium") } : notFound;
    },
    async search(text, options) {
      const found = findPlaces(gazetteer(), text, options);
      return { ok: true, value: found.map((match) => addressOf(match, options.language)) };
    },
    findSettlements(text, { language, ...scope }) {
      return findPlaces(gazetteer(), text, scope)
        .filter(({ place }) => place.kind === "settlement")
        .map((found) => ({
          address: addressOf(found, language),
          suggestion: toSuggestion(found.place, language),
          fit: fitOf[found.match],
        }));
    },
    async reverse(position, { language }): Promise<GeoResult<GeoAddress>> {
      const at = findSettlementAt(gazetteer(), position);
      if (!at) return notFound;
      const { settlement, isCertain } = at;
      const place = { kind: "settlement", settlement } as const;
      const address = toAddress(place, language, isCertain ? "medium" : "low");
      const [longitude, latitude] = position;
      return { ok: true, value: { ...address, longitude, latitude } };
    },
    directions: async (from, to) => ({ ok: true, value: straightLine(from, to) }),
    category: async () => unsupported,
    staticImage: async () => unsupported,
    correct: async () => unsupported,
  };
}

const notFound = { ok: false, code: "notfound" } as const;
const unsupported = { ok: false, code: "unsupported" } as const;

const fitOf: Readonly<Record<FoundPlace["match"], GeoFit>> = {
  whole: "whole",
  beginning: "unfinished",
  word: "unfinished",
  similar: "vague",
  within: "vague",
};

function addressOf({ place, match }: FoundPlace, language: Language): GeoAddress {
  return toAddress(place, language, match === "whole" ? "medium" : "low");
}

function findById({ settlements, districts }: Gazetteer, id: string): GazetteerPlace | null {
  const [, kind, digits] = /^embedded\.([sd])(\d{1,9})$/.exec(id) ?? [];
  const number = Number(digits);
  if (kind === "d") return districts.get(number) ?? null;
  const settlement = settlements.find((candidate) => candidate.id === number);
  return settlement ? { kind: "settlement", settlement } : null;
}
