import { sql } from "kysely";
import type { PlaceChange } from "#domain/edits/place-change.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { addSession } from "#tests/support/accounts/add-account.ts";
import type { TestApi } from "#tests/support/services/test-api.ts";
import type { Json } from "./hostile-json.ts";
import type { WriteScene } from "./write-scene.ts";

/** Call that changes something, as the tests of all such calls need it. */
export interface WriteCall {
  /** As in `server/http/api-routes.ts`. */
  readonly route: string;
  /** A permission of the administrator alone. */
  readonly isAdministrators?: boolean;
  /** Ids in its path that are not the scene's place and account. */
  readonly ids?: (scene: WriteScene) => Promise<Record<string, string>>;
  readonly headers?: Record<string, string>;
  /** A valid body, for a call that has one. */
  readonly body?: (scene: WriteScene) => { [name: string]: Json };
  /** The fields that hold a text, and how it is read again once someone has sent one. */
  readonly texts?: Record<string, (scene: WriteScene) => Promise<unknown>>;
}

let bodies = 0;

/**
 * The calls that read more than their path. A call that is not here is tested too, but without a valid body to start
 * from: a new call with a body belongs here.
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
  { route: "POST /places/:id/observations", body: () => ({ open: true }) },
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
    route: "POST /moderation/open",
    isAdministrators: true,
    body: ({ placeId }) => ({ ids: [placeId] }),
  },
  {
    route: "PATCH /places/:id",
    headers: { "If-Match": "*" },
    body: () => ({
      country: "AT",
      city: "Wien",
      address: `Gasse ${++bodies}`,
      county: "Wien",
      postcode: null,
      price: 0.5,
      fee: "costs",
      comments: `bei Tür ${bodies}`,
      accessible: false,
      public: false,
      facts: { shower: "yes", wheelchair: null, level: "-1" },
      latitude: 48.2,
      longitude: 16.37,
      position_approximate: true,
      opening_times: ["08:00-18:00", "-", "-", "-", "-", "00:00-24:00", "-"],
      closed_days: [6, 1],
      note: "Umgezogen",
    }),
    texts: {
      city: async (scene) => (await proposedChanges(scene)).city?.to,
      comments: async (scene) => (await proposedChanges(scene)).comments?.to,
      county: async (scene) => (await proposedChanges(scene)).county?.to ?? "",
      note: (scene) => newest(scene, "note", "place_proposal"),
    },
  },
  {
    route: "POST /places/:id/history/:edit/take-back",
    isAdministrators: true,
    ids: async (scene) => ({ edit: String(await editOf(scene)) }),
    body: () => ({ fields: ["county"] }),
  },
  {
    route: "DELETE /places/:id/history/:edit",
    isAdministrators: true,
    ids: async (scene) => ({ edit: String(await editOf(scene)) }),
  },
  {
    route: "POST /moderation/proposals/:id",
    isAdministrators: true,
    ids: async (scene) => ({ id: String(await proposalOf(scene)) }),
    headers: { "If-Match": "*" },
    body: () => ({ outcome: "accepted", fields: ["county"], reason: "Köszönjük" }),
  },
  {
    route: "DELETE /proposals/:id",
    ids: async (scene) => ({ id: String(await proposalOf(scene)) }),
  },
  {
    route: "POST /places/:id/reviews/:review_id/reports",
    body: () => ({ reason: "other", text: "Nem erről szól" }),
    texts: { text: (scene) => newest(scene, "text", "review_report") },
  },
  {
    route: "POST /moderation/reviews/:review_id",
    isAdministrators: true,
    body: () => ({ decision: "remove", reason: "Reklám" }),
    texts: { reason: (scene) => newest(scene, "reason", "removed_review") },
  },
  {
    route: "DELETE /account/sessions/:id",
    ids: async ({ database, user }) => ({ id: await addSession(database, user.userId) }),
  },
  {
    route: "POST /ways",
    body: () => ({
      type: "LineString",
      coordinates: [
        [19, 47.5],
        [19.1, 47.55],
      ],
    }),
  },
  {
    route: "POST /vitals",
    body: () => ({ name: "LCP", value: 912, id: "v1", path: "/" }),
  },
  {
    route: "POST /browser-errors",
    body: () => ({
      name: "TypeError",
      message: "x is not a function",
      frames: ["/assets/map-B4aPUt7z.js:1:2345"],
      path: "/places",
    }),
  },
  {
    route: "POST /policy-reports",
    headers: { "Content-Type": "application/csp-report" },
    body: () => ({
      "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline" },
    }),
  },
];

async function read(api: TestApi, path: string, viewer: Viewer) {
  const response = await api.call({ path, viewer });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** An edit of the administrator. */
async function editOf({ api, administrator, placeId }: WriteScene): Promise<number> {
  const path = `/places/${placeId}`;
  const headers = { "If-Match": "*" };
  const body = { county: `Pest ${++bodies}` };
  await api.call({ method: "PATCH", path, viewer: administrator, headers, body });
  return (await read(api, `${path}/history`, administrator)).lines[0].edit.id;
}

/** A proposal of the user. */
async function proposalOf({ api, user, placeId }: WriteScene): Promise<number> {
  const headers = { "If-Match": "*" };
  const body = { county: `Pest ${++bodies}` };
  const call = { method: "PATCH", path: `/places/${placeId}`, viewer: user, headers, body };
  return (await (await api.call(call)).json()).id;
}

async function proposedChanges(scene: WriteScene): Promise<PlaceChange> {
  return (await newest(scene, "changes", "place_proposal")) as PlaceChange;
}

async function newestPlace({ api, administrator }: WriteScene) {
  return (await read(api, "/places?per_page=1", administrator)).places[0];
}

/** For values that the API does not return. */
async function newest({ database }: WriteScene, column: string, table: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} order by id desc limit 1
  `.execute(database);
  return rows[0]?.value;
}
