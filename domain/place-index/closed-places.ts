/**
 * Places that are closed for now, regardless of their schedules, each until an instant
 * (docs/product#closed-for-now). There are few of them.
 */
export class ClosedPlaces {
  readonly #untilMs = new Map<number, number>();
  #nowMs = Number.NEGATIVE_INFINITY;

  /** Ids of the places. */
  get ids(): ReadonlyMap<number, unknown> {
    return this.#untilMs;
  }

  has(id: number): boolean {
    return this.#untilMs.has(id);
  }

  /** Closes a place until an instant; null or a past instant opens it. Returns whether anything changed. */
  put(id: number, untilMs: number | null): boolean {
    if (untilMs === null || untilMs <= this.#nowMs) return this.#untilMs.delete(id);
    const isNew = this.#untilMs.get(id) !== untilMs;
    this.#untilMs.set(id, untilMs);
    return isNew;
  }

  /** Opens the places whose closure has ended. Returns whether there were any. */
  refresh(now: Date): boolean {
    this.#nowMs = now.getTime();
    let hasChanged = false;
    for (const [id, untilMs] of this.#untilMs) {
      if (untilMs > this.#nowMs) continue;
      this.#untilMs.delete(id);
      hasChanged = true;
    }
    return hasChanged;
  }
}
