export interface CircuitBreakerOptions {
  /** Time in which no call is made; then one is tried, and its success closes the circuit. */
  readonly openMs?: number;
  /** Monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
}

/** Number of failures in a row that open the circuit. */
const failuresToOpen = 3;

/** Circuit breaker: stops calls to a service that is down, so that no request waits for its time limit. */
export class CircuitBreaker {
  readonly #options: Required<CircuitBreakerOptions>;
  #failures = 0;
  #openUntilMs = 0;
  #isTrialUnderWay = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = { openMs: 30_000, ...options };
  }

  get openMs(): number {
    return this.#options.openMs;
  }

  /** Whether a call would be let through now. */
  wouldLetThrough(): boolean {
    if (!this.#isOpen) return true;
    return !this.#isTrialUnderWay && this.#options.nowMs() >= this.#openUntilMs;
  }

  /** Whether a call may be made now; its success or failure must then be reported. */
  letThrough(): boolean {
    if (!this.wouldLetThrough()) return false;
    this.#isTrialUnderWay = this.#isOpen;
    return true;
  }

  /** @returns whether the circuit was open until now */
  succeed(): boolean {
    const wasOpen = this.#isOpen;
    this.#failures = 0;
    this.#isTrialUnderWay = false;
    return wasOpen;
  }

  /** @returns whether the circuit has just opened, or stays open */
  fail(): boolean {
    this.#failures++;
    this.#isTrialUnderWay = false;
    if (this.#isOpen) this.#openUntilMs = this.#options.nowMs() + this.#options.openMs;
    return this.#isOpen;
  }

  get #isOpen(): boolean {
    return this.#failures >= failuresToOpen;
  }
}
