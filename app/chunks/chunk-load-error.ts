/** A piece of script did not come, twice. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}
