/** Town of generated places. */
export interface Town {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IANA name. */
  timeZone: string;
  longitude: number;
  latitude: number;
  /** About how far its places lie from its middle, in degrees of latitude. */
  spreadDegrees: number;
  /** Weight among all towns. */
  weight: number;
}

/** Name, country, zone, longitude, latitude, thousands of people (rounded): what the others gather around. */
const anchors: [string, string, string, number, number, number][] = [
  ["Budapest", "HU", "Europe/Budapest", 19.04, 47.498, 1700],
  ["Debrecen", "HU", "Europe/Budapest", 21.627, 47.531, 200],
  ["Szeged", "HU", "Europe/Budapest", 20.148, 46.253, 160],
  ["Miskolc", "HU", "Europe/Budapest", 20.778, 48.104, 150],
  ["Pécs", "HU", "Europe/Budapest", 18.232, 46.071, 140],
  ["Győr", "HU", "Europe/Budapest", 17.635, 47.684, 130],
  ["Nyíregyháza", "HU", "Europe/Budapest", 21.717, 47.955, 115],
  ["Kecskemét", "HU", "Europe/Budapest", 19.691, 46.907, 110],
  ["Székesfehérvár", "HU", "Europe/Budapest", 18.422, 47.19, 95],
  ["Szombathely", "HU", "Europe/Budapest", 16.622, 47.23, 78],
  ["Eger", "HU", "Europe/Budapest", 20.373, 47.903, 53],
  ["Siófok", "HU", "Europe/Budapest", 18.058, 46.909, 25],
  ["Wien", "AT", "Europe/Vienna", 16.373, 48.208, 1900],
  ["Graz", "AT", "Europe/Vienna", 15.44, 47.071, 290],
  ["Bratislava", "SK", "Europe/Bratislava", 17.107, 48.148, 475],
  ["Praha", "CZ", "Europe/Prague", 14.421, 50.088, 1300],
  ["Berlin", "DE", "Europe/Berlin", 13.405, 52.52, 3600],
  ["München", "DE", "Europe/Berlin", 11.582, 48.135, 1500],
  ["Cluj-Napoca", "RO", "Europe/Bucharest", 23.591, 46.771, 290],
  ["București", "RO", "Europe/Bucharest", 26.103, 44.427, 1800],
  ["London", "GB", "Europe/London", -0.128, 51.507, 8800],
  ["Lisboa", "PT", "Europe/Lisbon", -9.139, 38.722, 550],
  ["Helsinki", "FI", "Europe/Helsinki", 24.938, 60.17, 650],
  ["Київ", "UA", "Europe/Kyiv", 30.523, 50.45, 2900],
];

const beginnings =
  "Alsó Felső Nagy Kis Új Ó Szent Mező Hajdú Bala Duna Tisza Rába Zala Kun Bács Őr Csorna".split(
    " ",
  );
const middles =
  "györgy mihály márton város vásár kereszt bánya keszi berény apáti szőlős hegyes füred kút tó".split(
    " ",
  );
const endings = ["", "falva", "háza", "telek", "vár", "hely", "szállás", "lak", "major", "puszta"];

/** Hungary's share among the towns: most places are to be where most visitors are. */
const hungarianAnchors = 12;
const hungarianShare = 0.6;

/** Real towns, and plausible ones around them. The same numbers from `random` give the same towns. */
export function generateTowns(random: () => number, count: number): Town[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const towns = anchors
    .slice(0, count)
    .map(([name, country, timeZone, longitude, latitude, size]) => ({
      name,
      country,
      timeZone,
      longitude,
      latitude,
      spreadDegrees: 0.02 + Math.sqrt(size) / 500,
      weight: country === "HU" ? size : size / 8,
    }));
  while (towns.length < count) {
    const isHungarian = random() < hungarianShare;
    const anchor =
      towns[Math.floor(random() * hungarianAnchors + (isHungarian ? 0 : hungarianAnchors))];
    const name = `${pick(beginnings)}${pick(middles)}${pick(endings)}`;
    towns.push({
      name: isHungarian ? name : `${name} (${anchor.country})`,
      country: anchor.country,
      timeZone: anchor.timeZone,
      longitude: anchor.longitude + (random() - 0.5) * 2.4,
      latitude: anchor.latitude + (random() - 0.5) * 1.2,
      spreadDegrees: 0.004 + random() * 0.02,
      weight: 0.2 + 4 * random() ** 4,
    });
  }
  return towns;
}
