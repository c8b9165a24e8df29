import { searchKey } from "#domain/text/search-key.ts";
import { type Bounds, boundsOf } from "#server/geometry/bounds.ts";
import { type Line, middleOf } from "#server/geometry/line.ts";
import type { Settlement } from "./find-settlements.ts";

/** Street of a settlement, gathered from its ways and addresses. */
export interface CollectedStreet {
  readonly id: number;
  readonly settlement: Settlement | null;
  readonly name: string;
  readonly nameKey: string;
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly lines: readonly Line[];
  readonly bounds: Bounds;
}

interface OpenStreet {
  readonly id: number;
  readonly settlement: Settlement | null;
  readonly name: string;
  readonly nameKey: string;
  readonly lines: Line[];
  /** Point of the first address, and box around all. */
  point: Line;
  addressBounds: Bounds | null;
  readonly postcodes: Map<string, number>;
}

/**
 * Collector that makes one street of all ways and addresses of one name in a settlement, with any
 * case and any Unicode form of accents.
 */
export class StreetCollector {
  readonly #streets = new Map<string, OpenStreet>();
  readonly #numbers = new Map<Settlement | null, number>();
  readonly #nextId: () => number;

  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  /** @returns the street's id */
  addLine(settlement: Settlement | null, name: string, line: Line): number {
    const street = this.#find(settlement, name);
    street.lines.push(line);
    return street.id;
  }

  /** @returns the street's id */
  addAddress(
    settlement: Settlement | null,
    name: string,
    [longitude, latitude]: readonly [number, number],
    postcode: string,
  ): number {
    const street = this.#find(settlement, name);
    const here = [longitude, latitude];
    if (street.point.length === 0) street.point = here;
    const [west, south, east, north] = street.addressBounds ?? boundsOf([here]);
    street.addressBounds = boundsOf([[west, south, east, north], here]);
    if (postcode !== "") street.postcodes.set(postcode, (street.postcodes.get(postcode) ?? 0) + 1);
    return street.id;
  }

  *streets(): Generator<CollectedStreet> {
    for (const street of this.#streets.values()) yield close(street);
  }

  #find(settlement: Settlement | null, name: string): OpenStreet {
    const nameKey = searchKey(name);
    const key = `${this.#numberOf(settlement)} ${nameKey}`;
    let street = this.#streets.get(key);
    if (street === undefined) {
      street = {
        id: this.#nextId(),
        settlement,
        name: name.trim(),
        nameKey,
        lines: [],
        point: [],
        addressBounds: null,
        postcodes: new Map(),
      };
      this.#streets.set(key, street);
    }
    return street;
  }

  #numberOf(settlement: Settlement | null): number {
    const number = this.#numbers.get(settlement) ?? this.#numbers.size;
    this.#numbers.set(settlement, number);
    return number;
  }
}

function close(street: OpenStreet): CollectedStreet {
  const { id, settlement, name, nameKey, lines, addressBounds, postcodes } = street;
  const longest = lines.reduce(
    (long, line) => (line.length > long.length ? line : long),
    street.point,
  );
  const [longitude, latitude] = middleOf(longest) ?? [0, 0];
  const [[postcode] = [""]] = [...postcodes].sort(([, one], [, other]) => other - one);
  const bounds = boundsOf(addressBounds === null ? lines : [...lines, addressBounds]);
  return { id, settlement, name, nameKey, postcode, longitude, latitude, lines, bounds };
}
