import type { Line } from "../geometry.ts";

/** A label of a lake: names in Hungarian, English and German, its point, and its minimum zoom. */
export const lakeLabels = [
  { hu: "Balaton", en: "Lake Balaton", de: "Plattensee", position: [17.74, 46.85], zoom: 7 },
  { hu: "Fertő", en: "Lake Neusiedl", de: "Neusiedler See", position: [16.76, 47.84], zoom: 8 },
  { hu: "Velencei-tó", en: "Lake Velence", de: "Velencer See", position: [18.6, 47.21], zoom: 9 },
  { hu: "Tisza-tó", en: "Lake Tisza", de: "Theiß-See", position: [20.68, 47.61], zoom: 9 },
] as const;

/**
 * Shores of the Balaton, the Velencei-tó and the Tisza-tó, which are rough or incomplete in the
 * data. Set by hand from the towns on them, accurate to a few hundred metres; the last point is the
 * first again.
 */
export const lakeOutlines: readonly Line[] = [
  shore(
    "17.255,46.757 17.243,46.73 17.247,46.706 17.275,46.704 17.31,46.711 17.38,46.706 17.43,46.708 17.48,46.716 17.525,46.733 17.55,46.752 17.585,46.762 17.645,46.783 17.695,46.792 17.775,46.817 17.825,46.835 17.885,46.857 17.9,46.8745 17.92,46.884 17.96,46.892 18.01,46.906 18.045,46.913 18.085,46.925 18.125,46.94 18.155,46.962 18.17,46.985 18.165,47.012 18.14,47.028 18.105,47.033 18.075,47.05 18.045,47.061 18.03,47.055 18.02,47.03 17.998,47.005 17.975,46.983 17.935,46.963 17.89,46.95 17.872,46.939 17.885,46.931 17.9,46.92 17.899,46.9 17.894,46.886 17.88,46.887 17.866,46.895 17.85,46.902 17.838,46.92 17.815,46.909 17.79,46.895 17.75,46.88 17.7,46.862 17.665,46.84 17.635,46.823 17.605,46.812 17.575,46.808 17.54,46.803 17.515,46.795 17.49,46.788 17.46,46.783 17.43,46.781 17.4,46.787 17.375,46.775 17.355,46.755 17.315,46.75 17.29,46.76",
  ),
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
