import type { Line } from "../geometry.ts";
import { type Names, namesOf } from "../names.ts";

/** Names, point and minimum zoom of a lake's label. */
const labelRows = `
en | hu | de | sk | uk | position | zoom
Lake Balaton | Balaton | Plattensee | Balaton | Балатон | 17.74,46.85 | 7
Lake Neusiedl | Fertő | Neusiedler See | Neziderské jazero | Нойзідлер-Зе | 16.76,47.84 | 8
Lake Velence | Velencei-tó | Velencer See | | Веленце | 18.6,47.21 | 9
Vänern | | | | Венерн | 13.3,58.95 | 6
Vättern | | | | Веттерн | 14.55,58.4 | 7
Lake Ladoga | Ladoga-tó | Ladogasee | Ladožské jazero | Ладозьке озеро | 31.5,60.8 | 5
Lake Onega | Onyega-tó | Onegasee | Onežské jazero | Онезьке озеро | 35.5,61.6 | 6
Lake Peipus | Csúd-tó | Peipussee | Čudské jazero | Чудське озеро | 27.45,58.65 | 7
Saimaa | | | | Сайма | 28.2,61.25 | 7
Lake Constance | Bodeni-tó | Bodensee | Bodamské jazero | Боденське озеро | 9.4,47.6 | 8
Lake Geneva | Genfi-tó | Genfersee | Ženevské jazero | Женевське озеро | 6.5,46.44 | 8
Lake Garda | Garda-tó | Gardasee | Gardské jazero | Гарда | 10.68,45.6 | 8
Caspian Sea | Kaszpi-tenger | Kaspisches Meer | Kaspické more | Каспійське море | 50.8,42 | 4
Lake Victoria | Viktória-tó | Viktoriasee | Viktóriino jazero | Вікторія | 33,-1 | 5
Lake Superior | Felső-tó | Oberer See | Horné jazero | Верхнє озеро | -88,47.6 | 5
Lake Baikal | Bajkál-tó | Baikalsee | Bajkal | Байкал | 108.2,53.6 | 5
Lake Tisza | Tisza-tó | Theiß-See | | Озеро Тиса | 20.68,47.61 | 9
`;

const [header, ...labelledLakes] = labelRows.trim().split("\n");
const languages = header.split(" | ").slice(0, -2);

/** Labels of lakes. */
export const lakeLabels = labelledLakes.map((row) => {
  const cells = row.split("|");
  const [longitude, latitude] = cells.at(-2)!.split(",").map(Number);
  return {
    names: namesOf(languages, cells) as Names,
    position: [longitude, latitude] as const,
    zoom: Number(cells.at(-1)),
  };
});

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
