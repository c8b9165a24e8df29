import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiDocument } from "#server/http/api-routes.ts";
import { strangersReviewText } from "./permission-effects.ts";
import { type PermissionScene, strangersText } from "./permission-scene.ts";
import { otherSettings, permissionTable, type Right, type Way } from "./permission-table.ts";
import { type Answer, type Ask, type Asker, askers, PermissionWorld } from "./permission-world.ts";

/*
 * Every right of docs/product#permissions, as permission-table.ts has them: each way to use it is
 * tried by each kind of visitor, on the running product. A refused call must have done nothing and
 * shown nothing, with any status; and only staff may change what other accounts wrote.
 */

const isSignedOut = (asker: Asker) => asker === "visitor" || asker === "expired session";

const isStaff = (asker: Asker) => asker === "moderator" || asker === "administrator";

function may(asker: Asker, right: Right): boolean {
  switch (right.of) {
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

function expectedStatus(asker: Asker, right: Right, way: Way): number {
  const { status, staffsStatus = status } = way;
  if (may(asker, right) || (way.isStaffs && asker === "moderator")) {
    return isStaff(asker) ? staffsStatus : status;
  }
  return way.refused ?? (isSignedOut(asker) ? 401 : 403);
}

const refusals = new Map([
  [401, "error.signin"],
  [403, "error.forbidden"],
]);

const isOfApi = (call: string) => call.includes(" /api/v1/");

/** Code with which the API refuses a visitor without the right; undefined for any other answer. */
function expectedRefusal(asker: Asker, right: Right, way: Way): string | undefined {
  return isOfApi(way.call) ? refusals.get(expectedStatus(asker, right, way)) : undefined;
}

function refusalOf({ call }: Way, { status, text }: Answer): string | undefined {
  return isOfApi(call) && refusals.has(status) ? JSON.parse(text).code : undefined;
}

function askFor(
  { call, intent, on, account, query, ifMatch, json, form }: Way,
  scene: PermissionScene,
): Ask {
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

/** Tries every way to use the rights as every kind of visitor. @param rights by their names */
function tryRights(rights: readonly (readonly [string, Right])[], settings = {}) {
  let world: PermissionWorld;
  beforeAll(async () => {
    world = await PermissionWorld.open(settings);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  describe.each(rights)("%s", (permission, right) => {
    describe.each(right.ways.map((way) => [nameOf(way), way] as const))("%s", (_name, way) => {
      it.each(askers)(`%s: it is for ${right.of}`, async (asker) => {
        const scene = await (way.call.startsWith("GET ")
          ? world.sceneToRead(asker, permission)
          : world.setScene(asker));
        const answer = await world.ask(asker, askFor(way, scene));
        expect({
          status: answer.status,
          code: refusalOf(way, answer),
          happened: await way.happened(scene, answer),
          strangersReview: await strangersReviewText(scene),
        }).toEqual({
          status: expectedStatus(asker, right, way),
          code: expectedRefusal(asker, right, way),
          happened: may(asker, right),
          strangersReview:
            removesReviews.has(permission) && may(asker, right) ? null : strangersText,
        });
      });
    });
  });
}

/** The rights that a stranger's review goes by. */
const removesReviews = new Set(["deleteAnyReview", "removeSent"]);

const rights = Object.entries(permissionTable);

describe("without settings", () => tryRights(rights));

describe("with settings that change who holds a right", () => {
  const changed = rights.flatMap(([permission, right]) => {
    const { otherwiseOf } = right;
    return otherwiseOf ? [[permission, { ...right, of: otherwiseOf }] as const] : [];
  });
  tryRights(changed, otherSettings);
});

describe("the table", () => {
  const known = new Set(
    Object.values(permissionTable).flatMap(({ ways }) => ways.map(({ call }) => call)),
  );
  // They tell nothing that is anyone's own, and have tests of their own.
  const forEveryone = [
    "POST /api/v1/vitals",
    "POST /api/v1/browser-errors",
    "POST /api/v1/policy-reports",
    "GET /api/v1/geo/retrieve/{id}",
    "GET /api/v1/geo/category/{category}",
    "GET /api/v1/geo/static",
    "GET /tiles/places/{z}/{x}/{y}.mvt",
    "GET /api/v1/openapi.json",
    "GET /locales/{language}/translation.json",
    "GET /healthz",
    "GET /readyz",
  ];
  // The effect on the caller's own account, and the end of a sign-in, have tests of their own.
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
