import { boxOf } from "./cell-store.ts";
import { type CoastLine, isClosed } from "./coastline.ts";

/** What a line of the coast says of a place beside it. */
export interface Claim {
  /** Index of the line. */
  readonly line: number;
  readonly isWater: boolean;
}

interface Ring {
  /** Whether the ring has water around it and land inside: an island. */
  readonly isIsland: boolean;
  /** Area of its box, in units of the world. */
  readonly area: number;
  /** By other lines, how much more often their claims around the ring agree with its own than not. */
  readonly agreements: Map<number, number>;
}

/** Rings of a coast that most of what is said around them contradicts. A ring far from any other is as it says. */
export class RingDirections {
  readonly #rings = new Map<number, Ring>();

  constructor(lines: readonly CoastLine[]) {
    for (const [index, line] of lines.entries()) {
      if (!isClosed(line)) continue;
      const [west, north, east, south] = boxOf([Uint32Array.from(line)]);
      const area = (east - west) * (south - north);
      this.#rings.set(index, { isIsland: isIsland(line), area, agreements: new Map() });
    }
  }

  /** Compares what two lines say of a place. */
  compare(one: Claim, other: Claim): void {
    if (one.line === other.line) return;
    this.#compareAround(one, other);
    this.#compareAround(other, one);
  }

  /** Notes what another line says where a ring's own claim is that around it. */
  #compareAround(own: Claim, { line, isWater }: Claim): void {
    const ring = this.#rings.get(own.line);
    if (ring?.isIsland !== own.isWater) return;
    const difference = own.isWater === isWater ? 1 : -1;
    ring.agreements.set(line, (ring.agreements.get(line) ?? 0) + difference);
  }

  /**
   * The contradicted rings to put right first: those that an uncontradicted line contradicts, else of each two a lake
   * before an island and the smaller before the larger. Lakes in water are islands of the wrong direction. Islands in
   * land, as in a river above the end of the coast, are land in land.
   */
  contradicted(): Map<number, "reversed" | "left out"> {
    const found = new Map<number, readonly number[]>();
    for (const [index, { agreements }] of this.#rings) {
      const sum = [...agreements.values()].reduce((total, agreement) => total + agreement, 0);
      const against = [...agreements].filter(([, agreement]) => agreement < 0);
      if (sum < 0)
        found.set(
          index,
          against.map(([line]) => line),
        );
    }
    const all = [...found];
    const clear = all.filter(([, lines]) => lines.some((line) => !found.has(line)));
    const wrong =
      clear.length > 0
        ? clear
        : all.filter(([index, lines]) => lines.every((line) => this.#isBefore(index, line)));
    return new Map(
      wrong.map(([index]) => [index, this.#rings.get(index)!.isIsland ? "left out" : "reversed"]),
    );
  }

  /** Whether a ring is put right before another one. */
  #isBefore(index: number, other: number): boolean {
    const [ring, against] = [this.#rings.get(index)!, this.#rings.get(other)!];
    return ring.isIsland === against.isIsland ? ring.area < against.area : against.isIsland;
  }
}

/** Whether a line is a ring with land inside, on its left, seen with north up. */
export function isIsland(ring: CoastLine): boolean {
  if (!isClosed(ring)) return false;
  // Relative to its first point, against rounding errors.
  const [originX, originY] = ring;
  let area = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [fromX, fromY] = [ring[at] - originX, ring[at + 1] - originY];
    const [toX, toY] = [ring[at + 2] - originX, ring[at + 3] - originY];
    area += fromX * toY - toX * fromY;
  }
  // The units grow downward.
  return area < 0;
}
