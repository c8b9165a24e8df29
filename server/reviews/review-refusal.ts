/** Why nothing was done with a review: nobody is signed in, no right to it, or there is none to see. */
export interface ReviewRefusal {
  readonly ok: false;
  readonly code: "error.signin" | "error.forbidden" | "error.notfound";
}
