/** Signs of spam in a pending place, for the staff who decide on it (docs/product#signs-of-spam). */
export const spamSigns = ["link", "price", "burst", "twin"] as const;

export type SpamSign = (typeof spamSigns)[number];

/** A pending place, and what is around it. */
interface SuspectedPlace {
  /** Texts that name the place or say where it is. */
  readonly texts: readonly string[];
  /** Null where it is unknown. */
  readonly price: number | null;
  /** Median of the known prices in its country; null where there are too few of them. */
  readonly medianPrice: number | null;
  /** Number of places that its sender added within a minute of it, itself included. */
  readonly sentInMinute: number;
  /** Whether its sender added another place at its address or beside it. */
  readonly hasTwin: boolean;
}

const link =
  /https?:\/\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|info|biz|xyz|top|shop|online|site)\b/iu;
/** Multiple of the median from which a price is a sign. */
const priceMultiple = 10;
/** Number of places within a minute from which they are a sign. */
const burstCount = 5;

export function spamSignsOf(place: SuspectedPlace): SpamSign[] {
  const { texts, price, medianPrice, sentInMinute, hasTwin } = place;
  const applies: Readonly<Record<SpamSign, boolean>> = {
    link: texts.some((text) => link.test(text)),
    price: price !== null && medianPrice !== null && price >= medianPrice * priceMultiple,
    burst: sentInMinute >= burstCount,
    twin: hasTwin,
  };
  return spamSigns.filter((sign) => applies[sign]);
}
