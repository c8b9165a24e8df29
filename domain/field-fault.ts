/** What can be wrong with a field (docs/product#failures-of-the-api). */
export type FaultCode =
  | "error.parameter"
  /**
   * One of two fields that belong together is empty, such as a closing time
   * (docs/product#opening-times-in-the-form).
   */
  | "error.fillout"
  /** The day closes before it opens (docs/product#opening-times-in-the-form). */
  | "error.invalidtime"
  /** A search for nothing: 'searchText is required' (docs/product#suggestions). */
  | "error.searchtext";

/** What is wrong with one field or parameter; a page or a problem document turns the code into words. */
export interface FieldFault {
  /** The field's name on the wire, `per_page` for instance. */
  readonly field: string;
  readonly code: FaultCode;
}
