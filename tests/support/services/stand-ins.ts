import type {
  Identity,
  IdentityProvider,
} from "#server/accounts/better-auth/better-auth-identity.ts";
import type { IdentityFailure } from "#server/accounts/identity.ts";
import type { Config } from "#server/config/config.ts";
import { type Environment, loadConfig } from "#server/config/load-config.ts";
import type { TrustedProxies } from "#server/config/settings.ts";
import type { Operating } from "#server/metrics/read-metrics.ts";
import { RequestMetrics } from "#server/metrics/request-metrics.ts";
import { Usage } from "#server/metrics/usage.ts";
import type { Services } from "#server/services.ts";

/** Use cases of each group that a test needs. */
type GivenServices = {
  readonly [Name in keyof Services]?: Services[Name] extends (...name: never[]) => unknown
    ? Services[Name]
    : Partial<Services[Name]>;
};

/** Services of which only the given ones exist; access to another one fails the test. */
export function servicesWith(given: GivenServices): Services {
  const groups = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === "object" && value !== null ? onlyGiven(value, `services.${name}`) : value,
  ]);
  const unlimited = { visitorPermissions: new Set(), consumeReadLimit: () => null };
  return onlyGiven({ ...unlimited, ...Object.fromEntries(groups) }, "services");
}

function onlyGiven<Given extends object>(given: Given, path: string): Given {
  return new Proxy(given, {
    get(target, name, receiver) {
      // A promise of them asks whether they are a promise.
      if (name in target || name === "then") return Reflect.get(target, name, receiver);
      throw new Error(`something asked for ${path}.${String(name)}`);
    },
  });
}

const failure: IdentityFailure = { ok: false, code: "error.error" };
const fail = async () => failure;

const identity: Identity = {
  hasGoogle: false,
  openIdName: null,
  mayHaveSession: () => false,
  signIn: fail,
  signInWithCode: async () => ({ ok: false, code: "error.signinexpired" }),
  mayWaitForCode: () => false,
  startGoogleSignIn: fail,
  startOpenIdSignIn: fail,
  createAccount: fail,
  sendResetEmail: fail,
  verifyResetCode: fail,
  confirmReset: fail,
  signOut: fail,
  findSession: async () => ({ signedIn: null, setCookies: [] }),
  findAccount: async () => null,
  changePassword: fail,
  setUpSecondFactor: fail,
  enableSecondFactor: fail,
  renewRecoveryCodes: fail,
  disableSecondFactor: fail,
  checkEmailToken: fail,
  sendConfirmationEmail: fail,
  verifyEmail: fail,
};

/**
 * Identity without any account: no visitor is signed in or can be. For tests that need no accounts.
 */
export const noIdentity: IdentityProvider = {
  identity,
  handleAuthRequest: async () => new Response(null, { status: 404 }),
};

/** Stub of the mails about decisions; the test expects none. */
export const notifiesNobody = { notifyContributor: async () => {} };

/** Stub of the operator's metrics, for tests that do not read them. */
export function unwatched(): Operating {
  return {
    requestMetrics: new RequestMetrics(),
    processWatch: { metrics: () => [] },
    pool: { counts: { open: 0, idle: 0, queued: 0 }, reconnect() {} },
    version: "0.0.0",
    usage: new Usage(() => new Date()),
  };
}

/** A silent log, for code under test that needs one. */
export const silentLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};

/** Stub of the downloads of all places; the test expects none. */
export const noOpenData = {
  describe: async () => ({
    ...{
      licence: "CC0",
      attribution: "",
      isLicenceStated: false,
      hasSamples: false,
      sources: [],
      issued: null,
      exported: null,
      count: null,
    },
    downloads: [],
  }),
  download: async () => null,
};

/** Configuration of the given variables. */
export function configOf(environment: Environment): Config {
  const loaded = loadConfig(environment);
  if (!loaded.ok) throw new Error(loaded.errors.join("\n"));
  return loaded.config;
}

/** Configuration of tests: no limits, nothing for visitors without an account, no metrics for others. */
export const plainConfig = configOf({
  DATA_DIR: ".",
  GEO_PROVIDER: "embedded",
  RATE_LIMITS: "off",
  VISITOR_REPORTS: "off",
  METRICS_ALLOW: "off",
});

/** Site without any settings. */
export const plainSite = plainConfig.site;

/** Proxies that a setting of `TRUST_PROXY` trusts. */
export function proxiesOf(TRUST_PROXY: string): TrustedProxies {
  return configOf({ TRUST_PROXY }).trustedProxies;
}
