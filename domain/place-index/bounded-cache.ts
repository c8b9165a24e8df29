/** Keeps the newest values by key, at most `capacity` of them. */
export class BoundedCache<Answer extends object> {
  readonly #answers = new Map<string, Answer>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value kept under a key, or the result of `find`, which is then kept. */
  recall(key: string, find: () => Answer): Answer {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = find();
    if (this.#answers.size >= this.#capacity) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest);
        break;
      }
    }
    this.#answers.set(key, answer);
    return answer;
  }

  clear(): void {
    this.#answers.clear();
  }
}
