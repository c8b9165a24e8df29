import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Database } from "#server/database/connect.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { ConsistencyTokens } from "#server/places/feed/consistency-tokens.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";

/** Dependencies of the use cases that write. */
export interface WriteDeps {
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly now: () => Date;
  readonly notifyContributor: NotifyContributor;
}

type Writes = Readonly<Record<string, (...args: never[]) => Promise<{ readonly ok: boolean }>>>;

/** Steps after a write that changes what visitors see. */
export interface Publishing {
  readonly consistencyTokens: ConsistencyTokens;
  /** Resolves once the place index of this process includes the write. */
  publish(): Promise<void>;
  /** The write use cases; each is published where it succeeds. */
  publishing<Cases extends Writes>(cases: Cases): Cases;
}

export function createPublishing(feed: Pick<PlaceFeed, "ageMs" | "catchUp">): Publishing {
  const consistencyTokens = new ConsistencyTokens(feed);
  const publish = (): Promise<void> => {
    consistencyTokens.recordWrite();
    return feed.catchUp();
  };
  return {
    consistencyTokens,
    publish,
    publishing: <Cases extends Writes>(cases: Cases): Cases => {
      const entries = Object.entries(cases).map(([name, write]) => {
        const writeAndPublish = async (...args: never[]) => {
          const result = await write(...args);
          if (result.ok) await publish();
          return result;
        };
        return [name, writeAndPublish];
      });
      return Object.fromEntries(entries);
    },
  };
}
