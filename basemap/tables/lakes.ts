import type { Line } from "../geometry.ts";

/** A label of a lake: names in Hungarian, English and German, its point, and its minimum zoom. */
export const lakeLabels = [
  { hu: "Balaton", en: "Lake Balaton", de: "Plattensee", position: [17.74, 46.85], zoom: 7 },
  { hu: "Fertő", en: "Lake Neusiedl", de: "Neusiedler See", position: [16.76, 47.84], zoom: 8 },
  { hu: "Velencei-tó", en: "Lake Velence", de: "Velencer See", position: [18.6, 47.21], zoom: 9 },
  { hu: "Vänern", en: "Vänern", de: "Vänern", position: [13.3, 58.95], zoom: 6 },
  { hu: "Vättern", en: "Vättern", de: "Vättern", position: [14.55, 58.4], zoom: 7 },
  { hu: "Ladoga-tó", en: "Lake Ladoga", de: "Ladogasee", position: [31.5, 60.8], zoom: 5 },
  { hu: "Onyega-tó", en: "Lake Onega", de: "Onegasee", position: [35.5, 61.6], zoom: 6 },
  { hu: "Csúd-tó", en: "Lake Peipus", de: "Peipussee", position: [27.45, 58.65], zoom: 7 },
  { hu: "Saimaa", en: "Saimaa", de: "Saimaa", position: [28.2, 61.25], zoom: 7 },
  { hu: "Bodeni-tó", en: "Lake Constance", de: "Bodensee", position: [9.4, 47.6], zoom: 8 },
  { hu: "Genfi-tó", en: "Lake Geneva", de: "Genfersee", position: [6.5, 46.44], zoom: 8 },
  { hu: "Garda-tó", en: "Lake Garda", de: "Gardasee", position: [10.68, 45.6], zoom: 8 },
  { hu: "Kaszpi-tenger", en: "Caspian Sea", de: "Kaspisches Meer", position: [50.8, 42], zoom: 4 },
  { hu: "Viktória-tó", en: "Lake Victoria", de: "Viktoriasee", position: [33, -1], zoom: 5 },
  { hu: "Felső-tó", en: "Lake Superior", de: "Oberer See", position: [-88, 47.6], zoom: 5 },
  { hu: "Bajkál-tó", en: "Lake Baikal", de: "Baikalsee", position: [108.2, 53.6], zoom: 5 },
  { hu: "Tisza-tó", en: "Lake Tisza", de: "Theiß-See", position: [20.68, 47.61], zoom: 9 },
] as const;

/**
 * Shores of the Velencei-tó, the Tisza-tó and Lake Skadar, which are rough or missing in the data. Set by hand from the towns on them, accurate to a few hundred metres; the last point is the
 * first again.
 */
export const lakeOutlines: readonly Line[] = [
  shore(
    "18.663,47.235 18.655,47.222 18.64,47.21 18.62,47.199 18.6,47.19 18.58,47.183 18.555,47.178 18.54,47.18 18.533,47.188 18.54,47.197 18.552,47.203 18.568,47.21 18.585,47.22 18.6,47.229 18.62,47.233 18.64,47.239 18.655,47.242",
  ),
  shore(
    "20.505,47.492 20.518,47.522 20.545,47.548 20.59,47.575 20.625,47.605 20.66,47.632 20.675,47.66 20.7,47.68 20.735,47.69 20.725,47.665 20.712,47.64 20.73,47.627 20.705,47.612 20.68,47.592 20.655,47.56 20.64,47.528 20.61,47.5 20.588,47.482 20.55,47.482",
  ),
  shore(
    "19.05,42.235 19.09,42.245 19.115,42.27 19.13,42.30 19.155,42.285 19.20,42.275 19.26,42.265 19.31,42.275 19.36,42.295 19.41,42.325 19.44,42.32 19.42,42.285 19.40,42.25 19.415,42.215 19.44,42.18 19.465,42.13 19.485,42.075 19.475,42.055 19.44,42.06 19.405,42.075 19.37,42.095 19.32,42.125 19.27,42.145 19.22,42.165 19.17,42.19 19.12,42.215 19.08,42.225",
  ),
];

function shore(text: string): Line {
  const positions = text.split(" ").map((pair): [number, number] => {
    const [longitude, latitude] = pair.split(",").map(Number);
    return [longitude, latitude];
  });
  return [...positions, positions[0]];
}
