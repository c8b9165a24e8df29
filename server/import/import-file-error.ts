/** Error for a file that cannot be imported, in one line. Nothing of the file has been written. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
