/** Someone who can sign in. */
export interface Account {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** From Google; null for an account that never had one. */
  readonly name: string | null;
  /** Address of a picture, from Google; null where there is none. */
  readonly photoUrl: string | null;
  /** False for an account that only ever signed in with Google: there is no password to change. */
  readonly hasPassword: boolean;
}
