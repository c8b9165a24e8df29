/**
 * The few places that are closed for now, whatever their schedules say, each until an instant
 * (docs/product#closed-for-now).
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

  /** Closes a place until an instant; null or one that has passed opens it. Returns whether that is new. */
  put(id: number, untilMs: number | null): boolean {
    if (untilMs === null || untilMs <= this.#nowMs) return this.#untilMs.delete(id);
    const isNew = this.#untilMs.get(id) !== untilMs;
    this.#untilMs.set(id, untilMs);
    return isNew;
  }

  /** Opens the places whose time is over. Returns whether there were any. */
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
