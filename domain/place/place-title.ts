import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  bearingDegrees,
  compassDirectionOf,
  distanceMeters,
} from "#domain/geography/distance-and-bearing.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { Place } from "./place.ts";
import type { PlaceFacts } from "./place-facts.ts";

/** Parts of a place that make its title. */
export interface TitledPlace extends Pick<Place, "city" | "address" | "comments"> {
  readonly facts?: Pick<PlaceFacts, "name" | "inside" | "level" | "operator">;
}

/** Maximum length of a title from a comment, in code points (docs/product#place-name). */
export const maxTitleLength = 80;

/** What a title is made of, the first that is known. */
type TitleSource = "name" | "inside" | "address" | "comments" | "operator";

/** Names that say no more than what it is. */
const genericNames: ReadonlySet<string> = new Set(
  ["wc", "toilet", "toilets", "public toilet", "public toilets", "restroom", "toalett"].concat(
    ["toaletter", "offentlig toalett", "toilette", "toiletten", "öffentliche toilette"],
    ["mosdó", "nyilvános wc", "nyilvános mosdó", "nyilvános illemhely", "yleisövessa", "vessa"],
  ),
);

/**
 * What names a place within its town (docs/product#place-name): its own name, what it is inside, street and number
 * with the building, the beginning of its comment, or its operator. Null where at most the town is known.
 */
export function ownTitleOf({
  address,
  comments,
  facts = {},
}: TitledPlace): { readonly source: TitleSource; readonly text: string } | null {
  const { name = "", inside = "", operator = "" } = facts;
  if (name !== "" && !genericNames.has(name.toLowerCase())) return { source: "name", text: name };
  if (inside !== "") return { source: "inside", text: inside };
  if (address !== "") return { source: "address", text: address };
  if (comments !== "") return { source: "comments", text: oneLine(comments) };
  return operator === "" ? null : { source: "operator", text: operator };
}

/** The title in the words of a language; 'public toilet' where nothing names the place. A number is no title. */
export function titleText(place: TitledPlace, t: Translate): string {
  const title = ownTitleOf(place);
  if (title === null) return t("places.named.unknown");
  const { source, text } = title;
  if (source === "inside") {
    const whole = t("places.named.inside", { text });
    const level = levelText(place, t);
    return level === null ? whole : `${whole}, ${level}`;
  }
  return source === "operator" ? t("places.named.operator", { text }) : text;
}

/** The title and, if known, the town in one line. */
export function titleWithTown(place: TitledPlace, t: Translate): string {
  return joined(titleText(place, t), place.city);
}

/** Whether the title is the whole comment, so that the comment need not stand below it. */
export function isTitledByComment(place: TitledPlace): boolean {
  const title = ownTitleOf(place);
  return title?.source === "comments" && title.text === place.comments;
}

/** A place in one line without words of any language: its own title, then the town, if known. */
export function plainTitle(place: TitledPlace): string {
  return joined(ownTitleOf(place)?.text ?? "", place.city);
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

/** A place of a list whose titles are distinguished. */
export interface ListedPlace extends TitledPlace {
  readonly id: number;
  readonly fee?: Place["fee"];
  readonly facts?: Pick<
    PlaceFacts,
    | ("name" | "inside" | "level" | "operator" | "access")
    | ("women" | "men" | "all_genders" | "wheelchair")
  >;
  readonly coordinates?: Place["coordinates"];
  readonly distance?: number;
}

/**
 * Titles of the places of a list by id. Equal ones of one town are distinguished by what differs: level, operator, fee,
 * who may use them, for whom they are, wheelchairs, the side on which they are, else by the distance
 * (docs/product#place-name).
 *
 * @param distanceText writes metres
 */
export function titlesOf(
  places: readonly ListedPlace[],
  t: Translate,
  distanceText: (meters: number) => string,
): ReadonlyMap<number, string> {
  const titles = new Map(places.map((place) => [place.id, titleText(place, t)]));
  const alike = new Map<string, ListedPlace[]>();
  for (const place of places) {
    const key = JSON.stringify([titles.get(place.id), place.city]);
    alike.set(key, [...(alike.get(key) ?? []), place]);
  }
  for (const group of alike.values()) {
    if (group.length === 1) continue;
    const marks = distinguish(group, t, distanceText);
    for (const { id } of group) {
      const mark = marks.get(id) ?? [];
      if (mark.length > 0) titles.set(id, `${titles.get(id)} (${mark.join(", ")})`);
    }
  }
  return titles;
}

/** For each of some places of one title, as much as tells it from the others. */
function distinguish(
  group: readonly ListedPlace[],
  t: Translate,
  distanceText: (meters: number) => string,
): Map<number, string[]> {
  const marks = new Map(group.map(({ id }): [number, string[]] => [id, []]));
  const details: ((place: ListedPlace) => string | null)[] = [
    (place) => (ownTitleOf(place)?.source === "inside" ? null : levelText(place, t)),
    ({ facts }) => facts?.operator ?? null,
    ({ fee }) => (fee === "free" || fee === "costs" ? t(`places.named.fee.${fee}`) : null),
    ({ facts }) => (facts?.access ? lowered(t(`fact.access.${facts.access}`)) : null),
    ({ facts }) => genderText(facts, t),
    ({ facts }) => (facts?.wheelchair === "yes" ? lowered(t("filter.accessible")) : null),
    sideText(group, t),
    ({ distance }) => (distance === undefined ? null : distanceText(distance)),
  ];
  for (const detail of details) {
    const marked = [...marks.values()].map((mark) => mark.join("\n"));
    const open = group.filter(({ id }) => {
      const own = marks.get(id)?.join("\n");
      return marked.filter((mark) => mark === own).length > 1;
    });
    if (new Set(open.map(detail)).size < 2) continue;
    for (const place of open) {
      const text = detail(place);
      if (text !== null) marks.get(place.id)?.push(text);
    }
  }
  return marks;
}

/** For whom a toilet alone is; null where it is for more, or not known. */
function genderText(facts: ListedPlace["facts"], t: Translate): string | null {
  if (facts?.all_genders === "yes") return lowered(t("filter.all_genders"));
  const isForWomen = facts?.women === "yes";
  if (isForWomen === (facts?.men === "yes")) return null;
  return lowered(t(isForWomen ? "filter.women" : "filter.men"));
}

/** Least distance from the middle of places that lie on different sides, and the greatest of one site, in metres. */
const sideMeters = { least: 10, greatest: 300 };

/** Describes the side of a place, as seen from the middle of all; null in the middle, and where they are far apart. */
function sideText(
  group: readonly ListedPlace[],
  t: Translate,
): (place: ListedPlace) => string | null {
  const points = group.flatMap(({ coordinates }) => (coordinates ? [coordinates] : []));
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const middle: Coordinates = [mean(0), mean(1)];
  const meters = points.map((point) => distanceMeters(middle, point));
  const isOneSite = points.length === group.length && Math.max(...meters) <= sideMeters.greatest;
  return ({ coordinates }) => {
    if (!isOneSite || coordinates === undefined) return null;
    if (distanceMeters(middle, coordinates) < sideMeters.least) return null;
    return t(`places.named.side.${compassDirectionOf(bearingDegrees(middle, coordinates))}`);
  };
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Floor in words; null for the ground floor alone, and where it is not known. */
function levelText({ facts }: TitledPlace, t: Translate): string | null {
  const level = facts?.level;
  if (level === undefined || Number(level) === 0) return null;
  return t("places.named.level", { level: level.replaceAll("-", "−").replaceAll(";", ", ") });
}

/** Text on one line, of at most `maxTitleLength` code points, cut between words where there are several. */
function oneLine(written: string): string {
  const text = written.replace(/\s+/gu, " ").trim();
  const characters = [...text];
  if (characters.length <= maxTitleLength) return text;
  const cut = characters.slice(0, maxTitleLength - 1).join("");
  const textEnd = cut.lastIndexOf(" ");
  return `${textEnd > maxTitleLength / 2 ? cut.slice(0, textEnd) : cut}…`;
}
