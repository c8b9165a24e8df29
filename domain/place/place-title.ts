import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  bearingDegrees,
  compassDirectionOf,
  distanceMeters,
} from "#domain/geography/distance-and-bearing.ts";
import type { Translate } from "#domain/text/i18n.ts";
import type { Place } from "./place.ts";
import type { PlaceFacts } from "./place-facts.ts";

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

/** Whether there is a comment that is neither the whole title nor what the place is inside, so that it is shown too. */
export function hasOwnComment(place: TitledPlace): boolean {
  const said = ["", place.facts?.inside, ownTitleOf(place)?.text];
  return !said.includes(place.comments);
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
    | ("name" | "inside" | "level" | "operator" | "access" | "door")
    | ("women" | "men" | "all_genders" | "wheelchair")
  >;
  readonly coordinates?: Place["coordinates"];
  readonly distance?: number;
}

export interface ListedTitle {
  /** With what tells it apart. */
  readonly text: string;
  /** Letter in the text, which the place's marker has too; absent where something else tells it apart. */
  readonly letter?: string;
}

/** What may tell a place from others of its title; null where it has nothing of the kind. */
type Detail = (place: ListedPlace, alike: readonly ListedPlace[]) => string | null;

/**
 * Titles of the places of a list by id. Equal ones of one town are distinguished by what differs, the first that does:
 * building, street, level, operator, fee, who may use them, for whom they are, wheelchairs, the way to the door, the
 * side on which they are; of what is left, a letter on one site, else the distance (docs/product#place-name).
 *
 * @param distanceText writes metres; null where the distances are not the visitor's
 */
export function titlesOf(
  places: readonly ListedPlace[],
  t: Translate,
  distanceText: ((meters: number) => string) | null,
): ReadonlyMap<number, ListedTitle> {
  const details: Detail[] = [
    (place) => otherText(place, "inside", place.facts?.inside),
    (place) => otherText(place, "address", place.address),
    (place) => (ownTitleOf(place)?.source === "inside" ? null : levelText(place, t)),
    ({ facts }) => facts?.operator ?? null,
    ({ fee }) => (fee === "free" || fee === "costs" ? t(`places.named.fee.${fee}`) : null),
    ({ facts }) => (facts?.access ? lowered(t(`fact.access.${facts.access}`)) : null),
    ({ facts }) => genderText(facts, t),
    ({ facts }) => (facts?.wheelchair === "yes" ? lowered(t("filter.accessible")) : null),
    ({ facts }) => (facts?.door ? oneLine(facts.door) : null),
    (place, alike) => sideText(place, alike, t),
  ];
  const titled = places.map((place): MarkedTitle => {
    const own = titleText(place, t);
    return { place, own, key: `${own}\n${place.city}`, marks: [] };
  });
  const twins = groupsOf(titled)
    .filter(({ length }) => length > 1)
    .flat();
  for (const detail of details) addDetail(twins, detail);
  addLetters(twins);
  addDetail(twins, ({ distance }) =>
    distance === undefined ? null : (distanceText?.(distance) ?? null),
  );
  return new Map(
    titled.map(({ place, own, marks, letter }) => {
      const text = marks.length > 0 ? `${own} (${marks.join(", ")})` : own;
      return [place.id, { text, letter }];
    }),
  );
}

interface MarkedTitle {
  readonly place: ListedPlace;
  readonly own: string;
  /** The same for places of one title and town. */
  readonly key: string;
  /** What tells it apart so far. */
  readonly marks: string[];
  letter?: string;
}

/** Groups of titles that are alike so far, or of another key, in their order. */
function groupsOf(
  titled: readonly MarkedTitle[],
  keyOf = ({ key, marks }: MarkedTitle) => `${key}\n${marks}`,
): MarkedTitle[][] {
  const groups: Record<string, MarkedTitle[]> = {};
  for (const one of titled) {
    groups[keyOf(one)] ??= [];
    groups[keyOf(one)].push(one);
  }
  return Object.values(groups);
}

/** Adds a detail to titles that are still alike, where it is not the same for all of them. */
function addDetail(titled: readonly MarkedTitle[], detail: Detail): void {
  for (const group of groupsOf(titled)) {
    const alike = group.map(({ place }) => place);
    const texts = alike.map((place) => detail(place, alike));
    if (new Set(texts).size < 2) continue;
    for (const [index, text] of texts.entries()) {
      if (text !== null) group[index].marks.push(text);
    }
  }
}

/**
 * Adds letters to titles that are still alike on one site, by the ids of their places: a letter stays while the map
 * moves. After Z come numbers.
 */
function addLetters(titled: readonly MarkedTitle[]): void {
  const alike = groupsOf(titled).filter(
    (group) => group.length > 1 && middleOfSite(group.map(({ place }) => place)) !== null,
  );
  for (const group of groupsOf(alike.flat(), ({ key }) => key)) {
    group.sort((one, other) => one.place.id - other.place.id);
    group.forEach((one, index) => {
      one.letter = (index + 10).toString(36).toUpperCase();
      one.marks.push(one.letter);
    });
  }
}

/** A text of a place that its title is not made of; null without. */
function otherText(place: ListedPlace, source: TitleSource, text = ""): string | null {
  return text === "" || ownTitleOf(place)?.source === source ? null : text;
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

/** The middle of places that are one site; null where they are far apart, or not all positions are known. */
function middleOfSite(alike: readonly ListedPlace[]): Coordinates | null {
  const points = alike.flatMap(({ coordinates }) => (coordinates ? [coordinates] : []));
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const middle: Coordinates = [mean(0), mean(1)];
  const isNear = (point: Coordinates) => distanceMeters(middle, point) <= sideMeters.greatest;
  return points.length === alike.length && points.every(isNear) ? middle : null;
}

/** Describes the side of a place, as seen from the middle of a site; null in the middle. */
function sideText(
  { coordinates }: ListedPlace,
  alike: readonly ListedPlace[],
  t: Translate,
): string | null {
  const middle = middleOfSite(alike);
  if (middle === null || coordinates === undefined) return null;
  if (distanceMeters(middle, coordinates) < sideMeters.least) return null;
  return t(`places.named.side.${compassDirectionOf(bearingDegrees(middle, coordinates))}`);
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
