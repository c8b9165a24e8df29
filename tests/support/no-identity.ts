import type { IdentityProvider } from "#server/accounts/create-identity.ts";
import type { Identity, IdentityFailure } from "#server/accounts/identity.ts";

const failure: IdentityFailure = { ok: false, code: "error.error" };
const fail = async () => failure;

const identity: Identity = {
  hasGoogle: false,
  signIn: fail,
  startGoogleSignIn: fail,
  createAccount: fail,
  sendResetEmail: fail,
  verifyResetCode: fail,
  confirmReset: fail,
  signOut: fail,
  findSession: async () => ({ signedIn: null, setCookies: [] }),
  findAccount: async () => null,
  changePassword: fail,
  checkEmailToken: fail,
  verifyEmail: fail,
  actionPageUrl: (parameters) => `/auth/action?${parameters}`,
};

/** Nobody is signed in, and nobody can: for tests of what has nothing to do with accounts. */
export const noIdentity: IdentityProvider = {
  identity,
  answerCall: async () => new Response(null, { status: 404 }),
};
