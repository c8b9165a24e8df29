import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiDocument } from "#server/http/api-routes.ts";
import { strangersReviewText } from "./permission-effects.ts";
import { type PermissionScene, strangersText } from "./permission-scene.ts";
import {
  otherSettings,
  type PermissionCase,
  permissionTable,
  type Way,
} from "./permission-table.ts";
import {
  type Asker,
  type BrowserRequest,
  type BrowserResponse,
  PermissionWorld,
} from "./permission-world.ts";

/*
 * Every permission of docs/product#permissions, from permission-table.ts: each way to use it is tried by the most
 * trusted viewer who may not and by the least trusted who may, on the running product; which role has which permission
 * is tested in permission.test.ts. A refused call must have no effect and show nothing, with any status; and only staff
 * may change what other accounts wrote.
 */

const isSignedOut = (asker: Asker) => asker === "visitor" || asker === "expired session";

const isStaff = (asker: Asker) => asker === "moderator" || asker === "administrator";

function may(asker: Asker, permission: PermissionCase): boolean {
  switch (permission.of) {
    case "everyone":
      return true;
    case "who is signed in":
      return !isSignedOut(asker);
    case "staff":
      return isStaff(asker);
    case "the administrator":
      return asker === "administrator";
  }
}

/** The last viewer who may not, and the first who may. */
const boundaries: Record<PermissionCase["of"], readonly Asker[]> = {
  everyone: ["visitor"],
  "who is signed in": ["visitor", "user"],
  staff: ["user", "moderator"],
  "the administrator": ["moderator", "administrator"],
};

const askersOf = ({ of }: PermissionCase, { alsoBy = [] }: Way) => [...boundaries[of], ...alsoBy];

function expectedStatus(asker: Asker, permission: PermissionCase, way: Way): number {
  const { status, staffsStatus = status } = way;
  if (may(asker, permission) || (way.isStaffs && asker === "moderator")) {
    return isStaff(asker) ? staffsStatus : status;
  }
  return way.refused ?? (isSignedOut(asker) ? 401 : 403);
}

const refusals = new Map([
  [401, "error.signin"],
  [403, "error.forbidden"],
]);

const isOfApi = (call: string) => call.includes(" /api/v1/");

/** Code with which the API refuses a viewer without the permission; undefined for any other response. */
function expectedRefusal(asker: Asker, permission: PermissionCase, way: Way): string | undefined {
  return isOfApi(way.call) ? refusals.get(expectedStatus(asker, permission, way)) : undefined;
}

function refusalOf({ call }: Way, { status, text }: BrowserResponse): string | undefined {
  return isOfApi(call) && refusals.has(status) ? JSON.parse(text).code : undefined;
}

function requestOf(
  { call, intent, on, account, query, ifMatch, json, form }: Way,
  scene: PermissionScene,
): BrowserRequest {
  const [method, path] = call.split(" ");
  const place = String(scene[on ?? "placeId"]);
  const ids = {
    id: place,
    user_id: scene[account ?? "strangerId"],
    edit: scene.editId,
    review_id: scene.reviewId,
  };
  const filled = Object.entries(ids).reduce(
    (text, [name, id]) => text.replace(`{${name}}`, String(id)),
    path,
  );
  const search = typeof query === "function" ? query(scene) : query;
  return {
    method,
    path: `${filled}?${search ?? ""}`,
    headers: ifMatch === undefined ? undefined : { "If-Match": ifMatch },
    json: typeof json === "function" ? json(scene) : json,
    form: intent ? { intent, ...form?.(scene) } : form?.(scene),
  };
}

const nameOf = ({ call, intent }: Way) => (intent ? `${call}, ${intent}` : call);

/** @param permissions by their names */
function tryPermissions(
  permissions: readonly (readonly [string, PermissionCase])[],
  settings = {},
) {
  let world: PermissionWorld;
  beforeAll(async () => {
    world = await PermissionWorld.open(settings);
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  async function tryAs(asker: Asker, permission: string, permissionCase: PermissionCase, way: Way) {
    const scene = await (way.call.startsWith("GET ")
      ? world.sceneToRead(asker, permission)
      : world.setScene(asker));
    const response = await world.send(asker, requestOf(way, scene));
    const isRemoved = removesReviews.has(permission) && may(asker, permissionCase);
    expect({
      asker,
      status: response.status,
      code: refusalOf(way, response),
      happened: await way.happened(scene, response),
      strangersReview: await strangersReviewText(scene),
    }).toEqual({
      asker,
      status: expectedStatus(asker, permissionCase, way),
      code: expectedRefusal(asker, permissionCase, way),
      happened: may(asker, permissionCase),
      strangersReview: isRemoved ? null : strangersText,
    });
  }

  const ways = permissions.flatMap(([permission, permissionCase]) =>
    permissionCase.ways.map((way) => {
      const title = `${permission}, for ${permissionCase.of}: ${nameOf(way)}`;
      return { title, permission, permissionCase, way };
    }),
  );
  it.each(ways)("$title", async ({ permission, permissionCase, way }) => {
    for (const asker of askersOf(permissionCase, way)) {
      await tryAs(asker, permission, permissionCase, way);
    }
  });
}

/** Permissions that remove a stranger's review. */
const removesReviews = new Set(["deleteAnyReview", "removeSent"]);

const cases = Object.entries(permissionTable);

describe("without settings", () => tryPermissions(cases));

describe("with settings that change who has a permission", () => {
  const changed = cases.flatMap(([permission, permissionCase]) => {
    const { withOtherSettings } = permissionCase;
    return withOtherSettings
      ? [[permission, { ...permissionCase, of: withOtherSettings }] as const]
      : [];
  });
  tryPermissions(changed, otherSettings);
});

describe("the table", () => {
  const known = new Set(
    Object.values(permissionTable).flatMap(({ ways }) => ways.map(({ call }) => call)),
  );
  // They show nothing personal, and have tests of their own.
  const forEveryone = [
    "POST /api/v1/vitals",
    "POST /api/v1/browser-errors",
    "POST /api/v1/policy-reports",
    "GET /api/v1/geo/retrieve/{id}",
    "GET /api/v1/geo/category/{category}",
    "GET /api/v1/geo/static",
    "GET /api/v1/ways",
    "POST /api/v1/ways",
    "GET /tiles/places/{z}/{x}/{y}.mvt",
    "GET /api/v1/openapi.json",
    "GET /locales/{language}/translation.json",
    "GET /healthz",
    "GET /readyz",
  ];
  // The effect on the viewer's own account, and the completion of a sign-in, have tests of their own.
  const ofOneself = ["DELETE /api/v1/account", "POST /api/v1/sign-in/code"];
  const calls = Object.entries(apiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

  it("tries every call of the API", () => {
    const missing = calls.filter(
      (call) => ![...known, ...forEveryone, ...ofOneself].includes(call),
    );
    expect(missing).toEqual([]);
  });

  it("names no call of the API that is not there", () => {
    const named = [...known, ...forEveryone, ...ofOneself];
    expect(named.filter((call) => isOfApi(call) && !calls.includes(call))).toEqual([]);
  });
});
