import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";

/** What use cases pick from: each names the part that it needs. `services.ts` has more for a few of them. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly notifyContributor: NotifyContributor;
}
