declare module "tz-lookup" {
  /** IANA time zone of a point; throws a RangeError outside ±90/±180. */
  export default function tzLookup(latitude: number, longitude: number): string;
}
