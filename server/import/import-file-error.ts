/** The file cannot be imported; the message says why in one line. Nothing of it has been written. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
