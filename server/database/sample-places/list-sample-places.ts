import { budapest } from "./budapest.ts";
import { lakesBathsAndRoadsOfHungary } from "./lakes-baths-and-roads-of-hungary.ts";
import { neighboursOfHungary } from "./neighbours-of-hungary.ts";
import type { SamplePlace } from "./sample-place.ts";
import { townsOfHungary } from "./towns-of-hungary.ts";

/** A sample with its country, and with its comment saying what it is. */
export interface ListedSample extends SamplePlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly comments: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** 'Sample data' in the language of each country that has samples. */
const sampleMarks: Readonly<Record<string, string>> = {
  HU: "mintaadat",
  AT: "Beispieldaten",
  CH: "Beispieldaten",
  SK: "vzorové údaje",
  CZ: "ukázková data",
  PL: "dane przykładowe",
  RO: "date de exemplu",
  RS: "primer podataka",
  HR: "ogledni podaci",
  SI: "vzorčni podatki",
  UA: "зразок даних",
  GB: "sample data",
};

/** All samples, country by country. */
export function listSamplePlaces(): ListedSample[] {
  const hungary = [...budapest, ...townsOfHungary, ...lakesBathsAndRoadsOfHungary];
  return Object.entries({ HU: hungary, ...neighboursOfHungary }).flatMap(([country, samples]) =>
    samples.map((sample) => listSample(country, sample)),
  );
}

function listSample(country: string, sample: SamplePlace): ListedSample {
  const [longitude, latitude] = sample.at;
  const comments = [sample.comments, sampleMarks[country]].filter(Boolean).join(" – ");
  return { ...sample, country, comments, longitude, latitude };
}
