/** What can be wrong with a field: the specification's error keys, and ours where it has none. */
export type FaultCode =
  | "error.parameter"
  /** One of two fields that belong together is empty, such as a closing time (section 5). */
  | "error.fillout"
  /** The day closes before it opens (section 5). */
  | "error.invalidtime"
  /** A search for nothing: 'searchText is required' (section 5). */
  | "error.searchtext";

/** What is wrong with one field or parameter; a page or a problem document turns the code into words. */
export interface FieldFault {
  /** The field's name on the wire, `per_page` for instance. */
  readonly field: string;
  readonly code: FaultCode;
}
