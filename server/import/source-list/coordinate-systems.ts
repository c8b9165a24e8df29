import proj4 from "proj4";
import { type Coordinates, isOnEarth } from "#domain/geography/coordinates.ts";
import { nameKey } from "#domain/text/search-key.ts";

/** System of coordinates in which towns of some countries publish, in metres. */
interface GridSystem {
  readonly epsg: number;
  /** Name in the registry. */
  readonly title: string;
  /** ISO 3166-1 alpha-2 of the countries whose towns mostly use it, or one of its zones. */
  readonly countries: string;
  /** Further countries, or `all`, where it is used too. */
  readonly also: string;
  /** Further names in files, in the form of `nameKey`. */
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

/** Systems, each a line with the fields of {@link GridSystem} in their order. */
const rows = `
27700 ; OSGB36 / British National Grid ; GB ; ; osgb36|osgb|osgb 1936|british national grid|bng|os grid|national grid ; +proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894
23700 ; HD72 / EOV ; HU ; ; eov|hd72|hd 72|egyseges orszagos vetulet ; +proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k_0=0.99993 +x_0=650000 +y_0=200000 +ellps=GRS67 +towgs84=52.17,-71.82,-14.9
31254 ; MGI / Austria GK West ; AT ; ; mgi austria gk west|gk west ; ${austrian("10.3333333333333", 0)}
31255 ; MGI / Austria GK Central ; AT ; ; mgi austria gk central|gk central ; ${austrian("13.3333333333333", 0)}
31256 ; MGI / Austria GK East ; AT ; ; mgi austria gk east|gk east ; ${austrian("16.3333333333333", 0)}
31257 ; MGI / Austria GK M28 ; AT ; ; mgi austria gk m28|m28 ; ${austrian("10.3333333333333", 150000)}
31258 ; MGI / Austria GK M31 ; AT ; ; mgi austria gk m31|m31 ; ${austrian("13.3333333333333", 450000)}
31259 ; MGI / Austria GK M34 ; AT ; ; mgi austria gk m34|m34 ; ${austrian("16.3333333333333", 750000)}
31287 ; MGI / Austria Lambert ; AT ; ; mgi austria lambert|austria lambert ; +proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${austria}
2154 ; RGF93 / Lambert-93 ; FR ; ; lambert 93|lambert93|rgf93 ; +proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80
28992 ; Amersfoort / RD New ; NL ; ; rd|rd new|rijksdriehoek ; +proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725
31370 ; BD72 / Belgian Lambert 72 ; BE ; ; lambert 72|belgian lambert 72|bd72 ; +proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,-0.3366,0.457,-1.8422,-1.2747
2056 ; CH1903+ / LV95 ; CH LI ; ; lv95|ch1903 plus ; +proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346
21781 ; CH1903 / LV03 ; CH LI ; ; lv03|ch1903 ; +proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346
5514 ; S-JTSK / Krovak East North ; CZ SK ; ; s jtsk|sjtsk|jtsk|krovak ; +proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +ellps=bessel +towgs84=589,76,480
2180 ; ETRF2000-PL / CS92 ; PL ; ; puwg 1992|cs92|pl 1992 ; +proj=tmerc +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80
2157 ; IRENET95 / Irish Transverse Mercator ; IE ; GB ; itm|irenet95|irish transverse mercator ; +proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80
29903 ; TM75 / Irish Grid ; IE ; GB ; irish grid|tm75 ; +proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15
3765 ; HTRS96 / Croatia TM ; HR ; ; htrs96|htrs96 tm ; +proj=tmerc +lon_0=16.5 +k=0.9999 +x_0=500000 +ellps=GRS80
3794 ; Slovenia 1996 / Slovene National Grid ; SI ; ; d96|d96 tm|slovenia 1996 ; +proj=tmerc +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 +ellps=GRS80
3844 ; Pulkovo 1942(58) / Stereo70 ; RO ; ; stereo 70|stereo70 ; +proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=2.329,-147.042,-92.08,0.309,-0.325,-0.497,5.69
3006 ; SWEREF99 TM ; SE ; ; sweref99|sweref 99 tm ; ${utm(33)}
3067 ; ETRS89 / TM35FIN(E,N) ; FI ; ; etrs tm35fin|tm35fin ; ${utm(35)}
31466 ; DHDN / Gauss-Kruger zone 2 ; DE ; ; gk2|gauss kruger 2 ; ${gaussKrueger(2)}
31467 ; DHDN / Gauss-Kruger zone 3 ; DE ; ; gk3|gauss kruger 3 ; ${gaussKrueger(3)}
31468 ; DHDN / Gauss-Kruger zone 4 ; DE ; ; gk4|gauss kruger 4 ; ${gaussKrueger(4)}
31469 ; DHDN / Gauss-Kruger zone 5 ; DE ; ; gk5|gauss kruger 5 ; ${gaussKrueger(5)}
25831 ; ETRS89 / UTM zone 31N ; ; DE NL BE FR ES ; utm 31n|utm31 ; ${utm(31)}
25832 ; ETRS89 / UTM zone 32N ; DE DK NO IT ; AT CH ; utm 32n|utm32|etrs89 utm 32n ; ${utm(32)}
25833 ; ETRS89 / UTM zone 33N ; DE NO IT ; AT CZ PL SI HR ; utm 33n|utm33|etrs89 utm 33n ; ${utm(33)}
25834 ; ETRS89 / UTM zone 34N ; ; HU SK PL RO RS ; utm 34n|utm34|etrs89 utm 34n ; ${utm(34)}
3857 ; WGS 84 / Pseudo-Mercator ; ; all ; web mercator|pseudo mercator|google mercator|epsg 900913 ; +proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null
`;

const systems: readonly GridSystem[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [epsg, title, countries, also, names, definition] = row
      .split(";")
      .map((cell) => cell.trim());
    return { epsg: Number(epsg), title, countries, also, names, definition };
  });

/** WGS 84 in degrees. */
export const degreesEpsg = 4326;

/** Systems to choose from, by their numbers in the EPSG registry. */
export const coordinateSystems: readonly { readonly epsg: number; readonly title: string }[] = [
  { epsg: degreesEpsg, title: "WGS 84" },
  ...systems.map(({ epsg, title }) => ({ epsg, title })),
];

const degreesNames = new Set(
  "wgs84|wgs 84|wgs|gps|etrs89|crs84|lat long|latlong|epsg 4326|epsg 4258|4326|4258|world geodetic system".split(
    "|",
  ),
);

const epsgByName = new Map(
  systems.flatMap(({ epsg, title, names }) =>
    [nameKey(title), ...names.split("|")].map((name) => [name, epsg]),
  ),
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
  return systems.flatMap(({ epsg, countries, also }) => {
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
