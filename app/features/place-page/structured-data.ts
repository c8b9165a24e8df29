import type { HoursMeaning } from "#domain/opening/hours-meaning.ts";
import {
  closedDay,
  isAroundTheClock,
  parseOpeningRange,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import { type PicklistFact, picklistFacts } from "#domain/place/place-facts.ts";

/** Terms of schema.org for the facts that search engines read. */
const amenities: Partial<Record<PicklistFact, string>> = {
  wheelchair: "Wheelchair accessible",
  changing_table: "Changing table",
  euro_key: "Euro key",
  changing_place: "Changing Places toilet",
  hoist: "Hoist",
  all_genders: "All-gender",
  women: "Women",
  men: "Men",
  shower: "Shower",
  hand_washing: "Hand washing",
  paper: "Toilet paper",
  menstrual_products: "Menstrual products",
  drinking_water: "Drinking water",
  pay_card: "Card payment",
};

const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** What a page states beside the place itself. */
interface TellingPage {
  readonly name: string;
  readonly url: string;
  /** Whole URLs of its picture and of the place on the map. */
  readonly image: string;
  readonly map: string;
  /** Ranges of today and the days after it, where the hours go by a text; null where the week says all. */
  readonly daysAhead: HoursMeaning["week"] | null;
}

/** A place as `PublicToilet` of schema.org, in JSON-LD, without what is not known. */
export function structuredData(place: Place, page: TellingPage) {
  const [longitude, latitude] = place.coordinates;
  const { facts, price, price_known, rating_count, rating_calculated, postcode } = place;
  const hours = page.daysAhead?.flatMap(hoursOfDate) ?? weekOf(place).flatMap(hoursOfWeekday);
  const features = picklistFacts.flatMap((fact) => featureOf(fact, facts[fact]));
  return {
    "@context": "https://schema.org",
    "@type": "PublicToilet",
    "@id": page.url,
    url: page.url,
    name: page.name,
    image: page.image,
    hasMap: page.map,
    geo: { "@type": "GeoCoordinates", latitude, longitude },
    address: {
      "@type": "PostalAddress",
      addressCountry: place.country,
      ...(place.city !== "" && { addressLocality: place.city }),
      ...(place.address !== "" && { streetAddress: place.address }),
      ...(postcode !== undefined && { postalCode: postcode }),
    },
    ...(price_known !== false && { isAccessibleForFree: (price ?? 0) === 0 }),
    ...(facts.access !== undefined && { publicAccess: facts.access === "everyone" }),
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
    ...(place.closed_for_now && {
      specialOpeningHoursSpecification: closedFor(place.closed_for_now),
    }),
    ...(features.length > 0 && { amenityFeature: features }),
    ...(rating_count > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: Math.round(rating_calculated * 100) / 100,
        ratingCount: rating_count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}

const specification = { "@type": "OpeningHoursSpecification" };

/** A time without hours opens and closes at the same moment. */
const closed = { opens: "00:00", closes: "00:00" };

function hoursOfWeekday(entry: string, weekday: number) {
  const day = { ...specification, dayOfWeek: `https://schema.org/${weekdays[weekday]}` };
  if (entry === closedDay) return [{ ...day, ...closed }];
  return parseOpeningRange(entry) === null ? [] : [{ ...day, ...rangeOf(entry) }];
}

function hoursOfDate({ date, times }: HoursMeaning["week"][number]) {
  if (times === null) return [];
  const day = { ...specification, validFrom: date, validThrough: date };
  if (times.length === 0) return [{ ...day, ...closed }];
  return times.map((range) => ({ ...day, ...rangeOf(range) }));
}

/** A range `HH:MM-HH:MM`; midnight at its end is the next day's `00:00`, but a whole day ends at `23:59`. */
function rangeOf(range: string) {
  if (isAroundTheClock(range)) return { opens: "00:00", closes: "23:59" };
  const [opens, closes] = range.split("-");
  return { opens, closes: closes === "24:00" ? "00:00" : closes };
}

/** A closure for now, which holds whatever the opening times say. */
function closedFor({ since, until }: NonNullable<Place["closed_for_now"]>) {
  return { ...specification, ...closed, validFrom: since, validThrough: until };
}

function featureOf(fact: PicklistFact, answer: string | undefined) {
  const name = amenities[fact];
  if (name === undefined || (answer !== "yes" && answer !== "no")) return [];
  return [{ "@type": "LocationFeatureSpecification", name, value: answer === "yes" }];
}
