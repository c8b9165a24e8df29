type Release = () => PromiseLike<unknown>;

/**
 * Stack of opened resources. It releases them in reverse order, each of them also when the release
 * of another fails. `AsyncDisposableStack` can replace it when Node 22 is no longer supported.
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
