import type { Line } from "../geometry.ts";

/** A label of a lake: names in Hungarian, English and German, the point where it stands, and from which zoom on. */
export const lakeLabels = [
  { hu: "Balaton", en: "Lake Balaton", de: "Plattensee", position: [17.74, 46.85], zoom: 7 },
  { hu: "Fertő", en: "Lake Neusiedl", de: "Neusiedler See", position: [16.76, 47.84], zoom: 8 },
  { hu: "Velencei-tó", en: "Lake Velence", de: "Velencer See", position: [18.6, 47.21], zoom: 9 },
  { hu: "Tisza-tó", en: "Lake Tisza", de: "Theiß-See", position: [20.68, 47.61], zoom: 9 },
] as const;

/**
 * Shores of two lakes that the data hold only as torn scraps. Set by hand, good to a few hundred metres; the
 * last point is the first again.
 */
export const lakeOutlines: readonly Line[] = [
  shore(
    "18.663,47.235 18.655,47.222 18.64,47.21 18.62,47.199 18.6,47.19 18.58,47.183 18.555,47.178 18.54,47.18 18.533,47.188 18.54,47.197 18.552,47.203 18.568,47.21 18.585,47.22 18.6,47.229 18.62,47.233 18.64,47.239 18.655,47.242",
  ),
  shore(
    "20.505,47.492 20.518,47.522 20.545,47.548 20.59,47.575 20.625,47.605 20.66,47.632 20.675,47.66 20.7,47.68 20.735,47.69 20.725,47.665 20.712,47.64 20.73,47.627 20.705,47.612 20.68,47.592 20.655,47.56 20.64,47.528 20.61,47.5 20.588,47.482 20.55,47.482",
  ),
];

function shore(text: string): Line {
  const positions = text.split(" ").map((pair): [number, number] => {
    const [longitude, latitude] = pair.split(",").map(Number);
    return [longitude, latitude];
  });
  return [...positions, positions[0]];
}
