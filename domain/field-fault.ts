/** What is wrong with one field or parameter; a page or a problem document turns the code into words. */
export interface FieldFault {
  /** The field's name on the wire, `per_page` for instance. */
  readonly field: string;
  readonly code: "error.parameter";
}
