import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { baseMapMaxUsefulZoom, type MapAttribution } from "#domain/map/base-map-source.ts";
import type { Language } from "#domain/text/language.ts";
import { findOrMakeAuthSecret, recordAuthSecret } from "#server/accounts/auth-secret.ts";
import { createBetterAuthIdentity } from "#server/accounts/better-auth/better-auth-identity.ts";
import { forgetExpired } from "#server/accounts/forget-expired.ts";
import { forgetUndone } from "#server/accounts/undo-copies.ts";
import { ensureBackupDirectory, takeDailyBackup } from "#server/backup/daily-backup.ts";
import {
  baseMapOrigins,
  chooseBaseMap,
  ensureBaseMapFile,
} from "#server/base-map/choose-base-map.ts";
import { streetMapPath, TileArchive } from "#server/base-map/tile-archive.ts";
import { baseMapFilePath, type Config, ownOrigin } from "#server/config/config.ts";
import {
  dataLicenceOf,
  readLegalTexts,
  showLegalPage,
  termsVersionOf,
} from "#server/config/legal-texts.ts";
import { findSiteHome } from "#server/config/site-home.ts";
import { readSiteLogo } from "#server/config/site-logo.ts";
import type { Database } from "#server/database/connect.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { creditsOnMap, findListCredits } from "#server/export/licences.ts";
import { OpenData } from "#server/export/open-data.ts";
import { recordChangeMark } from "#server/export/place-changes.ts";
import { applyHeldReports } from "#server/feedback/closures.ts";
import { renewObserved } from "#server/feedback/observations.ts";
import { forgetVisitors } from "#server/feedback/visitor-feedback.ts";
import { createGeo, openExtract, userAgentOf } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { addOwnPlaces, createOwnPlaces } from "#server/geo/own-places.ts";
import { takeTypedPositions } from "#server/geo/typed-positions.ts";
import { createInstructionLocales } from "#server/geo/walking/walking-router.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { createAccountMails, createFarewell } from "#server/mail/account-mails.ts";
import { deliverMails, type MailDelivery, queueMail } from "#server/mail/mail-queue.ts";
import { type MailBranding, mailBrandingOf, type Translator } from "#server/mail/mail-template.ts";
import { createMailer } from "#server/mail/mailer.ts";
import { createOutcomeMails } from "#server/mail/mails-to-contributors.ts";
import { recordCompleteness } from "#server/metrics/completeness.ts";
import { ProcessWatch } from "#server/metrics/process-watch.ts";
import { RequestMetrics } from "#server/metrics/request-metrics.ts";
import { Usage } from "#server/metrics/usage.ts";
import { purgeDeletedPlaces } from "#server/moderation/deleted-places.ts";
import { mailStaff } from "#server/moderation/mails-to-staff.ts";
import { removeExpired } from "#server/moderation/retention.ts";
import { followPlaceChanges } from "#server/places/feed/follow-place-changes.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { readHorizon, renewRestoredChanges } from "#server/places/feed/place-change-reader.ts";
import { fetchList, type ListFetcher } from "#server/source-lists/fetch-list.ts";
import { forgetImports, ListImports } from "#server/source-lists/list-imports.ts";
import { renewLists } from "#server/source-lists/renew-lists.ts";
import { createAddressSearch } from "#server/source-lists/search-address.ts";
import { createServerI18n, openLocales, readTranslations } from "./i18n.ts";
import { type Period, runEach } from "./run-each.ts";
import { createServices, type Services } from "./services.ts";

/** Longest wait of a request for a connection to the database. */
const connectTimeoutMs = 3_000;

/**
 * The same at the start: a machine that starts many processes at once is slow, and a failed start is worse than a slow
 * one.
 */
const startConnectTimeoutMs = 30_000;

/** Delay of the gazetteer's index, which blocks all requests while it is made. */
const indexDelayMs = 1_000;

/** Time after which work that still uses the database is cut off when the context is disposed. */
const releaseTimeoutMs = 1_000;

export interface Context extends AsyncDisposable {
  services: Services;
}

/**
 * Builds every adapter and use case from the configuration. No other file does.
 *
 * Disposing it ends the delivery of mails, stops the change feed, closes the connections and stops the
 * embedded database, in that order.
 *
 * @throws {Error} with one clear line where the database cannot be reached or started
 */
export async function createContext(config: Config, log: Logger): Promise<Context> {
  openLocales(config.dataDirectory);
  const resources = new ReleaseStack();
  /** Resources that take their time to end and need the database meanwhile; each has a time limit. */
  const unhurried = new ReleaseStack();
  const databases: Database[] = [];
  const release = async () => {
    await unhurried[Symbol.asyncDispose]().catch((error) =>
      log.warn({ err: error }, "a stop failed"),
    );
    // Background work that waits for an unresponsive database would block the whole stop.
    const cut = setTimeout(() => {
      for (const database of databases) database.destroy().catch(() => {});
    }, releaseTimeoutMs);
    try {
      await resources[Symbol.asyncDispose]();
    } finally {
      clearTimeout(cut);
    }
  };
  try {
    const services = await openServices(config, log, { resources, unhurried, databases });
    return { services, [Symbol.asyncDispose]: release };
  } catch (error) {
    await release();
    throw error;
  }
}

interface OpenedResources {
  readonly resources: ReleaseStack;
  readonly unhurried: ReleaseStack;
  readonly databases: Database[];
}

async function openServices(
  config: Config,
  log: Logger,
  { resources, unhurried, databases }: OpenedResources,
): Promise<Services> {
  const now = () => new Date();
  const embedded = createEmbeddedProvider(undefined, config.site.country);
  const baseMapFile = baseMapFilePath(config);
  if (baseMapFile !== null) await ensureBaseMapFile(baseMapFile);
  const siteLogo = config.site.logo === null ? null : readSiteLogo(config.site.logo);
  const home = findSiteHome(config.site, (country) => embedded.areaOf(country));
  if (config.backupDirectory !== null) ensureBackupDirectory(config.backupDirectory);
  const streetTiles = new TileArchive(streetMapPath(config.dataDirectory), baseMapMaxUsefulZoom);
  // An import adds the street map while the server runs.
  const baseMap = () => chooseBaseMap(config, streetTiles.version() !== "");
  const legalConfig = {
    ...config,
    get mapOrigins() {
      return baseMapOrigins(baseMap());
    },
  };
  const legalTexts = readLegalTexts(legalConfig);
  const opened = await openDatabase(config, log, { connectTimeoutMs: startConnectTimeoutMs });
  databases.push(opened.database);
  resources.use(opened);
  const { database } = opened;
  if (config.samplePlaces) await loadSamplePlaces(database, now());

  const requestMetrics = new RequestMetrics();
  const usage = new Usage(now);
  // The counts of the last minute; an unavailable database must not block the stop.
  resources.add(() => usage.store(database).catch(() => {}));
  const processWatch = new ProcessWatch();
  resources.add(async () => processWatch[Symbol.dispose]());
  const since = await readHorizon(database);
  const placeIndex = await loadPlaceIndex(database, config.site.country);
  placeIndex.refreshOpenSchedules(now());
  const feed = resources.use(followPlaceChanges({ database, placeIndex, now, log, since }));
  // Before the first response, so that no mirror has to start again.
  await recordChangeMark(database);
  const ownLicence = dataLicenceOf(config);
  const openData = resources.use(
    new OpenData({
      ...{ database, ownLicence, now, log },
      directory: join(config.dataDirectory, "open-data"),
    }),
  );
  // Mail programs do not show SVG.
  const mailLogo = siteLogo?.type === "image/png" ? siteLogo.bytes : null;
  const branding = mailBrandingOf({ ...config, hasLogo: mailLogo !== null });
  const delivery = unhurried.use(
    deliverMails({
      ...{ database, log },
      mailer: createMailer({ config, now, log, logo: mailLogo }),
      onOutcome: (outcome) => requestMetrics.recordMail(outcome),
    }),
  );
  const translations = readTranslations(config.site.name);
  const translate = (language: Language) => createServerI18n(language, translations).t;
  let listCredits: readonly MapAttribution[] = [];
  const { retention, administratorUserId } = config;
  const repeated: Readonly<Record<string, readonly [each: Period, task: () => Promise<void>]>> = {
    "the day's use could not be stored yet": ["minute", () => usage.store(database)],
    "what staff could have undone could not be removed": [
      "minute",
      () => forgetUndone({ database, now }),
    ],
    "staff could not be told what waits": [
      "minute",
      async () => {
        await mailStaff({ database, config, now, translate, branding, timeZone: home.timeZone });
        delivery.wake();
      },
    ],
    "the lists that the map credits could not be read": [
      "minute",
      async () => {
        listCredits = creditsOnMap(await findListCredits(database));
      },
    ],
    "places deleted long ago could not be removed": [
      "hour",
      () => purgeDeletedPlaces({ database, now }),
    ],
    "held reports could not be looked at again": [
      "hour",
      () => applyHeldReports({ database, now }),
    ],
    "how much is known of the places could not be counted": [
      "day",
      () => recordCompleteness({ database, now }),
    ],
    "what visitors found could not be counted again": [
      "hour",
      () => renewObserved({ database, now }),
    ],
    "what has been kept for long enough could not be removed": [
      "hour",
      () => removeExpired({ database, now, retention, administratorUserId }),
    ],
    "imports of lists that cannot be undone any more could not be removed": [
      "hour",
      () => forgetImports({ database, now }),
    ],
    "places from a dump could not be numbered anew": ["hour", () => renewRestoredChanges(database)],
    "the state of the changes could not be noted for mirrors": [
      "hour",
      () => recordChangeMark(database),
    ],
    "what has expired could not be removed": ["hour", () => forgetExpired({ database })],
    "the day's marks of visitors could not be removed": [
      "day",
      () => forgetVisitors({ database, now }),
    ],
  };
  for (const [failure, [each, task]] of Object.entries(repeated)) {
    resources.use(runEach(each, task, { log, failure }));
  }
  const authSecret = config.authSecret ?? findOrMakeAuthSecret(config.dataDirectory);
  await recordAuthSecret({ database, log }, authSecret);
  const provider = openIdentityProvider({
    ...{ authSecret, config, database, log, delivery, translate, branding },
    onRefused: (limitName) => requestMetrics.recordRefused(limitName),
  });
  const localeOf = createInstructionLocales(translations);
  const { dataDirectory } = config;
  const local = resources.use(openExtract({ database, dataDirectory, localeOf, log }));
  const { startView } = home;
  const providers = createGeo({ config, log, embedded, startView, local, localeOf });
  const listImports = new ListImports({
    ...{ database, now, homeCountry: config.site.country },
    searchAddress: createAddressSearch(local.provider, config.site.country),
  });
  const workFailure = "imports of lists are to be worked on once more";
  resources.use(runEach("minute", () => listImports.run(), { log, failure: workFailure }));
  const userAgent = userAgentOf(config);
  const ofAddress: ListFetcher = (address, known) => fetchList(address, { userAgent, known });
  const renewDeps = { database, now, log, listImports, fetchList: ofAddress };
  const renewFailure = "addresses of lists are to be read once more";
  resources.use(runEach("day", () => renewLists(renewDeps), { log, failure: renewFailure }));
  const ownPlaces = createOwnPlaces({ database, placeIndex, log });
  const geo = takeTypedPositions(addOwnPlaces(providers, ownPlaces, localeOf));
  if (config.backupDirectory !== null) {
    const stop = new AbortController();
    const deps = { config, directory: config.backupDirectory, now, log, signal: stop.signal };
    const failure = "no backup has been taken; the next try is in an hour";
    const backingUp = runEach("day", () => takeDailyBackup(deps), { log, failure });
    resources.add(() => {
      stop.abort();
      return backingUp[Symbol.asyncDispose]();
    });
  }
  opened.pool.connectTimeoutMs = connectTimeoutMs;
  // Not during the start, which it would delay by a tenth of a second, nor at the first search.
  setTimeout(embedded.load, indexDelayMs).unref();
  return createServices({
    config,
    operating: {
      requestMetrics,
      processWatch,
      pool: opened.pool,
      version: readVersion(),
      usage,
    },
    provider,
    geo,
    baseMap,
    baseMapFile,
    streetTiles,
    openData,
    ownLicence,
    siteLogo,
    home,
    termsVersion: termsVersionOf(legalTexts, config),
    showLegalPage: (shown) => showLegalPage(legalConfig, legalTexts, shown),
    database,
    placeIndex,
    feed,
    now,
    listImports,
    listCredits: () => listCredits,
    fetchList: ofAddress,
    notifyContributor: createOutcomeMails({ publicUrl: ownOrigin(config), translate, branding }),
    queueFarewell: createFarewell({ publicUrl: ownOrigin(config), translate, branding }),
  });
}

/** Product's version, from `package.json`. */
function readVersion(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return String(JSON.parse(file).version);
}

interface IdentityDeps {
  readonly config: Config;
  readonly authSecret: string;
  readonly database: Database;
  readonly log: Logger;
  readonly delivery: MailDelivery;
  readonly translate: Translator;
  readonly branding: MailBranding;
  readonly onRefused: (limitName: string) => void;
}

/** Accounts, and the mails that they need. */
function openIdentityProvider(deps: IdentityDeps) {
  const { config, authSecret, database, log, delivery, translate, branding, onRefused } = deps;
  const mails = createAccountMails({
    async queue(message, terms) {
      await queueMail(database, message, terms);
      delivery.wake();
    },
    publicUrl: ownOrigin(config),
    translate,
    branding,
  });
  return createBetterAuthIdentity({ config, authSecret, database, mails, log, onRefused });
}

type Release = () => PromiseLike<unknown>;

/**
 * Stack of opened resources. It releases them in reverse order, each of them also when the release
 * of another fails. `AsyncDisposableStack` can replace it when Node 22 is no longer supported.
 */
export class ReleaseStack implements AsyncDisposable {
  readonly #releases: Release[] = [];

  add(release: Release): void {
    this.#releases.push(release);
  }

  /** Adds a resource, and returns it. */
  use<Resource extends AsyncDisposable>(resource: Resource): Resource {
    this.add(() => resource[Symbol.asyncDispose]());
    return resource;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const release of this.#releases.splice(0).reverse()) {
      try {
        await release();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "Some things were not released.");
  }
}
