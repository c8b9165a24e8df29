/** Why someone can't add a place now: no session, the limit reached, or nobody can tell. */
export type AddRefusal = "error.signin" | "error.limit" | "error.unavailable";
