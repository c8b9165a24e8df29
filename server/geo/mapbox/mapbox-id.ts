/** The two services that a suggestion can be of. */
export type MapboxService = "autofill" | "searchbox";

/** What a suggestion's address is retrieved by. */
export interface MapboxId {
  readonly service: MapboxService;
  /** The suggestion's and its address's requests are one session, which is what Mapbox counts. */
  readonly session: string;
  /** Mapbox's own id. */
  readonly id: string;
}

const letters = { autofill: "a", searchbox: "s" } as const;

export function formatMapboxId({ service, session, id }: MapboxId): string {
  return `mapbox.${letters[service]}.${session}.${id}`;
}

/** Null for what is no id of ours, and for what would lead to another path. */
export function parseMapboxId(text: string): MapboxId | null {
  const match = /^mapbox\.([as])\.([\w-]{8,64})\.([\w.~:=+/%-]{1,2000})$/.exec(text);
  if (!match) return null;
  const [, letter, session, id] = match;
  if (/^\.+$/.test(id)) return null;
  return { service: letter === "a" ? "autofill" : "searchbox", session, id };
}
