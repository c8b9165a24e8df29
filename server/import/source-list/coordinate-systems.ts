import proj4 from "proj4";
import { type Coordinates, isOnEarth } from "#domain/geography/coordinates.ts";
import { nameKey } from "#domain/text/search-key.ts";

/** System of coordinates in which towns of some countries publish, in metres. */
interface GridSystem {
  readonly epsg: number;
  /** ISO 3166-1 alpha-2 of the countries whose towns mostly use it, or one of its zones. */
  readonly countries: string;
  /** Further countries, or all, where it is used too. */
  readonly also?: string;
  /** Names in files, in the form of `nameKey`. */
  readonly names: string;
  /** Definition of PROJ, from the EPSG registry; shifts of older datums are exact to some metres. */
  readonly definition: string;
}

const utm = (zone: number) => `+proj=utm +zone=${zone} +ellps=GRS80`;
const gaussKrueger = (zone: number) =>
  `+proj=tmerc +lon_0=${zone * 3} +x_0=${zone}500000 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7`;
const austria = "+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232";
const austrian = (longitude: string, easting: number) =>
  `+proj=tmerc +lon_0=${longitude} +x_0=${easting} +y_0=-5000000 ${austria}`;

const systems: readonly GridSystem[] = [
  {
    epsg: 27700,
    countries: "GB",
    names: "osgb36|osgb|osgb 1936|british national grid|bng|os grid|national grid",
    definition:
      "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894",
  },
  {
    epsg: 23700,
    countries: "HU",
    names: "eov|hd72|hd72 eov|hd 72|egyseges orszagos vetulet",
    definition:
      "+proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k_0=0.99993 +x_0=650000 +y_0=200000 +ellps=GRS67 +towgs84=52.17,-71.82,-14.9",
  },
  {
    epsg: 31254,
    countries: "AT",
    names: "mgi austria gk west|gk west",
    definition: austrian("10.3333333333333", 0),
  },
  {
    epsg: 31255,
    countries: "AT",
    names: "mgi austria gk central|gk central",
    definition: austrian("13.3333333333333", 0),
  },
  {
    epsg: 31256,
    countries: "AT",
    names: "mgi austria gk east|gk east",
    definition: austrian("16.3333333333333", 0),
  },
  {
    epsg: 31257,
    countries: "AT",
    names: "mgi austria gk m28|m28",
    definition: austrian("10.3333333333333", 150000),
  },
  {
    epsg: 31258,
    countries: "AT",
    names: "mgi austria gk m31|m31",
    definition: austrian("13.3333333333333", 450000),
  },
  {
    epsg: 31259,
    countries: "AT",
    names: "mgi austria gk m34|m34",
    definition: austrian("16.3333333333333", 750000),
  },
  {
    epsg: 31287,
    countries: "AT",
    names: "mgi austria lambert|austria lambert",
    definition: `+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${austria}`,
  },
  {
    epsg: 2154,
    countries: "FR",
    names: "lambert 93|lambert93|rgf93|rgf93 lambert 93",
    definition:
      "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80",
  },
  {
    epsg: 28992,
    countries: "NL",
    names: "rd|rd new|amersfoort rd new|rijksdriehoek",
    definition:
      "+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725",
  },
  {
    epsg: 31370,
    countries: "BE",
    names: "lambert 72|belgian lambert 72|bd72",
    definition:
      "+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,-0.3366,0.457,-1.8422,-1.2747",
  },
  {
    epsg: 2056,
    countries: "CH LI",
    names: "lv95|ch1903 lv95|ch1903 plus",
    definition:
      "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346",
  },
  {
    epsg: 21781,
    countries: "CH LI",
    names: "lv03|ch1903|ch1903 lv03",
    definition:
      "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346",
  },
  {
    epsg: 5514,
    countries: "CZ SK",
    names: "s jtsk|sjtsk|jtsk|krovak|s jtsk krovak east north",
    definition:
      "+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +ellps=bessel +towgs84=589,76,480",
  },
  {
    epsg: 2180,
    countries: "PL",
    names: "puwg 1992|cs92|etrf2000 pl cs92|pl 1992",
    definition: "+proj=tmerc +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80",
  },
  {
    epsg: 2157,
    countries: "IE",
    also: "GB",
    names: "itm|irenet95|irish transverse mercator",
    definition: "+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80",
  },
  {
    epsg: 29903,
    countries: "IE",
    also: "GB",
    names: "irish grid|tm75|tm75 irish grid",
    definition:
      "+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15",
  },
  {
    epsg: 3765,
    countries: "HR",
    names: "htrs96|htrs96 tm",
    definition: "+proj=tmerc +lon_0=16.5 +k=0.9999 +x_0=500000 +ellps=GRS80",
  },
  {
    epsg: 3794,
    countries: "SI",
    names: "d96|d96 tm|slovenia 1996",
    definition: "+proj=tmerc +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 +ellps=GRS80",
  },
  {
    epsg: 3844,
    countries: "RO",
    names: "stereo 70|stereo70|pulkovo 1942 58 stereo70",
    definition:
      "+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=2.329,-147.042,-92.08,0.309,-0.325,-0.497,5.69",
  },
  { epsg: 3006, countries: "SE", names: "sweref99|sweref99 tm|sweref 99 tm", definition: utm(33) },
  { epsg: 3067, countries: "FI", names: "etrs tm35fin|tm35fin", definition: utm(35) },
  { epsg: 31466, countries: "DE", names: "gk2|gauss kruger 2", definition: gaussKrueger(2) },
  { epsg: 31467, countries: "DE", names: "gk3|gauss kruger 3", definition: gaussKrueger(3) },
  { epsg: 31468, countries: "DE", names: "gk4|gauss kruger 4", definition: gaussKrueger(4) },
  { epsg: 31469, countries: "DE", names: "gk5|gauss kruger 5", definition: gaussKrueger(5) },
  {
    epsg: 25831,
    countries: "",
    also: "DE NL BE FR ES",
    names: "utm 31n|utm31",
    definition: utm(31),
  },
  {
    epsg: 25832,
    countries: "DE DK NO IT",
    also: "AT CH",
    names: "utm 32n|utm32|etrs89 utm 32n",
    definition: utm(32),
  },
  {
    epsg: 25833,
    countries: "DE NO IT",
    also: "AT CZ PL SI HR",
    names: "utm 33n|utm33|etrs89 utm 33n",
    definition: utm(33),
  },
  {
    epsg: 25834,
    countries: "",
    also: "HU SK PL RO RS",
    names: "utm 34n|utm34|etrs89 utm 34n",
    definition: utm(34),
  },
  {
    epsg: 3857,
    countries: "",
    also: "all",
    names: "web mercator|pseudo mercator|google mercator|epsg 900913",
    definition:
      "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null",
  },
];

/** WGS 84 in degrees. */
export const degreesEpsg = 4326;

const degreesNames = new Set(
  "wgs84|wgs 84|wgs|gps|etrs89|crs84|lat long|latlong|epsg 4326|epsg 4258|4326|4258|world geodetic system".split(
    "|",
  ),
);

const epsgByName = new Map(
  systems.flatMap(({ epsg, names }) => names.split("|").map((name) => [name, epsg])),
);

/** Number of a system in the EPSG registry by its name in a file: `OSGB36`, `EPSG:27700`; null for another one. */
export function epsgOf(name: string): number | null {
  if (name === "") return null;
  const key = nameKey(name);
  if (degreesNames.has(key) || /\bcrs84\b/.test(key)) return degreesEpsg;
  const [, number] = /\b(\d{4,6})$/.exec(key) ?? [];
  const epsg = number === "4258" ? degreesEpsg : Number(number);
  if (number !== undefined && /^(?:\d+|.*\b(?:epsg|srid)\b.*)$/.test(key)) {
    return epsg === degreesEpsg || systemOf(epsg) !== undefined ? epsg : null;
  }
  return epsgByName.get(key) ?? null;
}

/** Numbers of the systems that may be a country's, or of all where it is null; `isUsual` in most of its towns. */
export function systemsOf(
  country: string | null,
): { readonly epsg: number; readonly isUsual: boolean }[] {
  return systems.flatMap(({ epsg, countries, also = "" }) => {
    const isUsual = country !== null && countries.includes(country);
    const isUsed = isUsual || country === null || also === "all" || also.includes(country);
    return isUsed ? [{ epsg, isUsual }] : [];
  });
}

function systemOf(epsg: number): GridSystem | undefined {
  return systems.find((system) => system.epsg === epsg || sameAs[epsg] === system.epsg);
}

/** Systems that are the same within a metre. */
const sameAs: Readonly<Record<number, number>> = {
  ...{ 32631: 25831, 32632: 25832, 32633: 25833, 32634: 25834, 29902: 29903, 900913: 3857 },
  5513: 5514,
};

const converters = new Map<number, (point: [number, number]) => number[]>();

/**
 * Position of coordinates in a system.
 *
 * @param point easting and northing, or longitude and latitude
 * @returns null for a point that is not on the earth, and for a system that is not known
 */
export function toPosition(point: readonly [number, number], epsg: number): Coordinates | null {
  if (epsg === degreesEpsg) return isOnEarth(point) ? point : null;
  const system = systemOf(epsg);
  if (system === undefined) return null;
  let convert = converters.get(system.epsg);
  if (convert === undefined) {
    const converter = proj4(`${system.definition} +units=m +no_defs`, "+proj=longlat +datum=WGS84");
    convert = (from) => converter.forward(from);
    converters.set(system.epsg, convert);
  }
  const [longitude, latitude] = convert(system.epsg === 5514 ? toEastAndNorth(point) : [...point]);
  const position: Coordinates = [longitude, latitude];
  return Number.isFinite(longitude) && Number.isFinite(latitude) && isOnEarth(position)
    ? position
    : null;
}

/** Krovak's coordinates often lack their sign; of the two, the distance to the west is the shorter one. */
function toEastAndNorth([x, y]: readonly [number, number]): [number, number] {
  return x > 0 && y > 0 ? [-Math.min(x, y), -Math.max(x, y)] : [x, y];
}
