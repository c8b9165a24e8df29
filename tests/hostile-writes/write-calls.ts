import { sql } from "kysely";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { TestApi } from "#tests/support/services/test-api.ts";
import type { Json } from "./hostile-json.ts";
import type { WriteScene } from "./write-scene.ts";

/** Call that changes something, as the tests of all such calls need it. */
export interface WriteCall {
  /** As in `server/http/api-routes.ts`. */
  readonly route: string;
  /** A right of the administrator alone. */
  readonly isAdministrators?: boolean;
  /** A body that is let through, for a call that has one. */
  readonly body?: (scene: WriteScene) => { [name: string]: Json };
  /** The fields that hold a text, and how it is read again once someone has sent one. */
  readonly texts?: Record<string, (scene: WriteScene) => Promise<unknown>>;
}

let bodies = 0;

/**
 * The calls that read more than their path. A call that is not here is tested all the same, but
 * without a good body to start from: a new call with a body belongs here.
 */
export const writeCalls: readonly WriteCall[] = [
  {
    route: "POST /places",
    body: () => ({
      country: "HU",
      city: "Eger",
      address: `Dobó tér ${++bodies}.`,
      county: "Heves",
      postcode: "3300",
      price: 200,
      fee: "costs",
      position_approximate: true,
      comments: `balra a ${bodies}. ajtó`,
      accessible: true,
      public: true,
      latitude: 47.9025,
      longitude: 20.3773,
      opening_times: ["08:00-18:00", "-", "-", "-", "-", "00:00-24:00", "-"],
      closed_days: [6, 1],
      opening_hours: "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
    }),
    texts: {
      city: async (scene) => (await newestPlace(scene)).city,
      address: async (scene) => (await newestPlace(scene)).address,
      county: async (scene) => (await newestPlace(scene)).county ?? "",
      comments: async (scene) => (await newestPlace(scene)).comments,
    },
  },
  {
    route: "PUT /places/:id/reviews/me",
    body: () => ({ rating: 4, text: "Tiszta" }),
    texts: {
      text: async ({ api, user, placeId }) =>
        (await read(api, `/places/${placeId}/reviews`, user)).reviews[0].text,
    },
  },
  {
    route: "POST /places/:id/reports",
    body: () => ({ reason: "other", text: "Felújítják" }),
    texts: { text: (scene) => newest(scene, "text", "report") },
  },
  {
    route: "POST /corrections",
    body: () => ({
      action: "edit",
      reason: "",
      location: { longitude: 20.3773, latitude: 47.9025 },
      changes: { address: "Dobó tér 3.", postcode: 3300, open: null },
      placeName: "Dobó tér 2.",
    }),
    texts: {
      action: (scene) => newest(scene, "action", "correction"),
      reason: (scene) => newest(scene, "reason", "correction"),
      placeName: (scene) => newest(scene, "place_name", "correction"),
    },
  },
  {
    route: "PUT /places/:id/position",
    isAdministrators: true,
    body: () => ({ longitude: 20.3773, latitude: 47.9025 }),
  },
  {
    route: "POST /moderation/accept",
    isAdministrators: true,
    body: ({ placeId }) => ({ ids: [placeId] }),
  },
  {
    route: "POST /vitals",
    body: () => ({ name: "LCP", value: 912, id: "v1", path: "/" }),
  },
];

async function read(api: TestApi, path: string, viewer: Viewer) {
  const response = await api.call({ path, viewer });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function newestPlace({ api, administrator }: WriteScene) {
  return (await read(api, "/places?per_page=1", administrator)).places[0];
}

/** For values that the API does not hand out. */
async function newest({ database }: WriteScene, column: string, table: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} order by id desc limit 1
  `.execute(database);
  return rows[0]?.value;
}
