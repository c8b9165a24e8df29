import {
  closedDay,
  isAroundTheClock,
  parseOpeningRange,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import { type AnsweredFact, answeredFacts } from "#domain/place/place-facts.ts";

/** Words of schema.org for the facts that search engines ask for. */
const amenities: Partial<Record<AnsweredFact, string>> = {
  wheelchair: "Wheelchair accessible",
  changing_table: "Changing table",
  euro_key: "Euro key",
  changing_place: "Changing Places toilet",
  all_genders: "All-gender",
  women: "Women",
  men: "Men",
  shower: "Shower",
  hand_washing: "Hand washing",
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

/** What a page tells of a place beside the place itself. */
interface TellingPage {
  /** Name in the page's language, in one line. */
  readonly name: string;
  /** The page's address, whole. */
  readonly address: string;
}

/**
 * A place as `PublicToilet` of schema.org, in JSON-LD. It names nothing that is not known: hours and facts
 * without an answer are left out.
 */
export function structuredData(place: Place, { name, address }: TellingPage) {
  const [longitude, latitude] = place.coordinates;
  const { facts, price, price_known, rating_count, rating_calculated, postcode } = place;
  const hours = weekOf(place).flatMap(hoursOf);
  const features = answeredFacts.flatMap((fact) => featureOf(fact, facts[fact]));
  return {
    "@context": "https://schema.org",
    "@type": "PublicToilet",
    "@id": address,
    url: address,
    name,
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

function hoursOf(entry: string, weekday: number) {
  const day = {
    "@type": "OpeningHoursSpecification",
    dayOfWeek: `https://schema.org/${weekdays[weekday]}`,
  };
  // A day without hours opens and closes at the same moment; one around the clock has no other form.
  if (entry === closedDay) return [{ ...day, opens: "00:00", closes: "00:00" }];
  if (isAroundTheClock(entry)) return [{ ...day, opens: "00:00", closes: "23:59" }];
  if (parseOpeningRange(entry) === null) return [];
  const [opens, closes] = entry.split("-");
  return [{ ...day, opens, closes: closes === "24:00" ? "23:59" : closes }];
}

function featureOf(fact: AnsweredFact, answer: string | undefined) {
  const name = amenities[fact];
  if (name === undefined || (answer !== "yes" && answer !== "no")) return [];
  return [{ "@type": "LocationFeatureSpecification", name, value: answer === "yes" }];
}
