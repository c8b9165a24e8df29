export interface CircuitBreakerOptions {
  /** Number of failures in a row that open the circuit; 3 unless given. */
  readonly failuresToOpen?: number;
  /**
   * Time in which no call is made; then one is tried, and its success closes the circuit. Half a minute
   * unless given.
   */
  readonly openMs?: number;
  /** Monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
}

const defaults = { failuresToOpen: 3, openMs: 30_000 };

/**
 * Circuit breaker: stops calls to a service that is down, so that no request waits for its time
 * limit.
 */
export class CircuitBreaker {
  readonly #options: Required<CircuitBreakerOptions>;
  #failures = 0;
  #openUntilMs = 0;
  #isTrialUnderWay = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = { ...defaults, ...options };
  }

  /** Time in which no call is made, in milliseconds. */
  get openMs(): number {
    return this.#options.openMs;
  }

  /** Whether a call would be let through now. */
  wouldLetThrough(): boolean {
    const { failuresToOpen, nowMs } = this.#options;
    if (this.#failures < failuresToOpen) return true;
    return !this.#isTrialUnderWay && nowMs() >= this.#openUntilMs;
  }

  /** Whether a call may be made now; its success or failure must then be reported. */
  letThrough(): boolean {
    if (!this.wouldLetThrough()) return false;
    this.#isTrialUnderWay = this.#failures >= this.#options.failuresToOpen;
    return true;
  }

  /** @returns whether the circuit was open until now */
  succeed(): boolean {
    const wasOpen = this.#failures >= this.#options.failuresToOpen;
    this.#failures = 0;
    this.#isTrialUnderWay = false;
    return wasOpen;
  }

  /** @returns whether the circuit has just opened, or stays open */
  fail(): boolean {
    const { failuresToOpen, openMs, nowMs } = this.#options;
    this.#failures++;
    this.#isTrialUnderWay = false;
    if (this.#failures < failuresToOpen) return false;
    this.#openUntilMs = nowMs() + openMs;
    return true;
  }
}
