type Release = () => PromiseLike<unknown>;

/**
 * Holds what was opened and releases it in reverse order, each thing also when the release of
 * another fails. It is what `AsyncDisposableStack` will be once Node 22 need not be served.
 */
export class ReleaseStack implements AsyncDisposable {
  readonly #releases: Release[] = [];

  add(release: Release): void {
    this.#releases.push(release);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const release of this.#releases.splice(0).reverse()) {
      try {
        await release();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "Some things were not released.");
  }
}
