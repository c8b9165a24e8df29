/**
 * Error for a file that cannot be imported, with a message of one line. Nothing of the file has
 * been written.
 */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
