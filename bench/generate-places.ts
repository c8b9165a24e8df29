import { factsOf, type PlaceFacts, plainFacts } from "#domain/place/place-facts.ts";
import { lowerBound } from "#domain/place-index/lower-bound.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { generateHoursTexts } from "./generate-hours-texts.ts";
import { generateTowns, type Town } from "./generate-towns.ts";

/** Place with all fields that the database needs. */
export interface GeneratedPlace {
  /** 1…count. */
  id: number;
  country: string;
  city: string;
  /** No two places share both city and address. */
  address: string;
  /** Price; null where it is not known, 0 is free. */
  price: number | null;
  comments: string;
  accessible: boolean;
  public: boolean;
  /** As much as is known of most places: little. */
  facts: PlaceFacts;
  accepted: boolean;
  longitude: number;
  latitude: number;
  openingTimes: string[];
  /** Text of opening hours, which counts before the seven; null for most places. */
  hoursText: string | null;
  timeZone: string;
  addedMicros: number;
  /** Each 1…5; empty for most places. */
  ratings: number[];
}

const townCount = 3000;

/** Distinct texts of opening hours: one to twenty places, but never more than these. Each is of one country. */
const maxTextCount = 50_000;

/** Share of the places that have one. */
const textShare = 0.3;

const weekCount = 250;
const firstAddedMicros = Date.UTC(2021, 0, 1) * 1000;
const addedSpanMicros = 5 * 365 * 86_400_000_000;

const streets =
  "Kossuth Lajos utca,Petőfi Sándor utca,Fő tér,Rákóczi út,Ady Endre utca,Szent István tér,Béke út,Dózsa György út,Bahnhofstraße,Hauptplatz,Station Road,Vasút utca".split(
    ",",
  );
const comments = [
  "",
  "",
  "",
  "a buszpályaudvaron",
  "a parkban, a játszótér mellett",
  "im Untergeschoss",
  "next to the ticket office",
  "kulcs a pultnál",
  "pelenkázó is van",
];
const prices = [0, 0, 0, null, null, 100, 150, 200, 300, 0.5, 1];

/**
 * Plausible places one by one, clustered in some 3,000 towns, with about 2,000 different weeks of opening
 * times (by zone) and up to 50,000 texts of opening hours, so that any number of them can be streamed. The
 * same seed gives the same places.
 */
export function* generatePlaces(count: number, seed = 1): Generator<GeneratedPlace> {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const towns = generateTowns(random, townCount);
  const pickTown = weightedPicker(towns, random);
  const weeks = Array.from({ length: weekCount }, () => generateWeek(random));
  const textRandom = randomNumbers(seed + 1);
  const pickCountry = weightedPicker(towns, textRandom);
  const texts = Map.groupBy(
    generateHoursTexts(Math.min(maxTextCount, Math.ceil(count / 20))),
    () => pickCountry().country,
  );
  const pickText = (country: string) => {
    const ofCountry = textRandom() < textShare ? texts.get(country) : undefined;
    return ofCountry?.[Math.floor(textRandom() * ofCountry.length)] ?? null;
  };
  const addressCounts = new Map<string, number>();
  for (let id = 1; id <= count; id++) {
    const town = pickTown();
    const number = (addressCounts.get(town.name) ?? 0) + 1;
    addressCounts.set(town.name, number);
    const [east, north] = gaussianPair(random);
    const facts = generateFacts(random);
    const week = pick(weeks);
    const hours = pickText(town.country);
    const widening = Math.cos((town.latitude * Math.PI) / 180);
    yield {
      id,
      country: town.country,
      city: town.name,
      address: `${pick(streets)} ${number}.`,
      price: pick(prices),
      comments: pick(comments),
      ...plainFacts(facts),
      facts,
      accepted: random() < 0.98,
      longitude: town.longitude + (east * town.spreadDegrees) / widening,
      latitude: town.latitude + north * town.spreadDegrees,
      openingTimes: hours?.week ?? week,
      hoursText: hours?.text ?? null,
      timeZone: town.timeZone,
      addedMicros: firstAddedMicros + Math.floor(random() * addedSpanMicros),
      ratings: generateRatings(random),
    };
  }
}

/** Facts as in the data of a country: each known of some places only. */
function generateFacts(random: () => number): PlaceFacts {
  const answer = <Answer extends string>(known: number, answers: readonly Answer[]) =>
    random() < known ? answers[Math.floor(random() * answers.length)] : undefined;
  const yesNo = ["yes", "no"] as const;
  return factsOf({
    wheelchair: answer(0.6, ["yes", "yes", "limited", "no", "no"]),
    access: answer(0.5, ["everyone", "everyone", "customers", "key"]),
    changing_table: answer(0.15, yesNo),
    women: answer(0.3, ["yes"]),
    men: answer(0.3, ["yes"]),
    all_genders: answer(0.15, yesNo),
    euro_key: answer(0.04, ["yes"]),
    pay_card: answer(0.05, yesNo),
    shower: answer(0.04, ["yes"]),
    hand_washing: answer(0.15, yesNo),
    paper: answer(0.1, yesNo),
    seated: answer(0.1, yesNo),
  } as PlaceFacts);
}

function generateWeek(random: () => number): string[] {
  const kind = random();
  if (kind < 0.2) return Array.from({ length: 7 }, () => "-");
  if (kind < 0.35) return Array.from({ length: 7 }, () => "00:00-24:00");
  const opens = 5 * 60 + 15 * Math.floor(random() * 24);
  const closes = 14 * 60 + 15 * Math.floor(random() * 38);
  const range = `${clock(opens)}-${clock(closes)}`;
  const saturday = random() < 0.5 ? range : `${clock(opens + 60)}-${clock(closes - 120)}`;
  const sunday = random() < 0.5 ? "-" : saturday;
  return [range, range, range, range, range, saturday, sunday];
}

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Reviews of a place: three places of five have none; a few have dozens. */
function generateRatings(random: () => number): number[] {
  if (random() < 0.6) return [];
  const count = 1 + Math.floor(40 * random() ** 6);
  return Array.from({ length: count }, () => 1 + Math.floor(5 * Math.sqrt(random())));
}

function weightedPicker(towns: readonly Town[], random: () => number): () => Town {
  const sums = new Float64Array(towns.length);
  let sum = 0;
  towns.forEach((town, index) => {
    sum += town.weight;
    sums[index] = sum;
  });
  return () => {
    const wanted = random() * sum;
    return towns[lowerBound(0, towns.length - 1, (index) => sums[index] <= wanted)];
  };
}

/** Two independent normal numbers (Box and Muller). */
function gaussianPair(random: () => number): [number, number] {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
