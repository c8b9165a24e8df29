import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";
import { permissionTable } from "./permission-table.ts";

/*
 * Calls of the API that need a permission, sent without it and with an id, a parameter and a body
 * that are all wrong: the missing permission is the only thing that the response tells.
 */

const resources = new AsyncDisposableStack();
let api: TestApi;
beforeAll(async () => {
  const { database } = resources.use(await createTestDatabase());
  api = resources.use(await createTestApi(database));
});
afterAll(() => resources.disposeAsync());

const someone = (role: Viewer["role"]): Viewer => ({ userId: role, email: null, role });
const signIn = [401, "error.signin"];
const forbidden = [403, "error.forbidden"];

const prefix = "/api/v1";
const holders = ["who is signed in", "staff", "the administrator"];
// Of the holders of a call's several permissions the widest, which is the last one.
const refusable = new Map(
  Object.values(permissionTable)
    .flatMap(({ of, withOtherSettings: otherwiseOf, ways }) =>
      ways
        .filter(({ call, refused }) => call.includes(` ${prefix}/`) && refused === undefined)
        // The calls about the viewer's own account have only parameters that they refuse.
        .filter(({ call, isStaffs }) => !isStaffs && !call.includes(`${prefix}/account/`))
        .map(({ call }) => [call, of === "everyone" ? otherwiseOf : of] as const),
    )
    .filter(([, of]) => of !== undefined)
    .sort(([, of], [, other]) => holders.indexOf(other ?? "") - holders.indexOf(of ?? "")),
);

async function callAs(call: string, viewer: Viewer) {
  const [method, path] = call.split(" ");
  const response = await api.call({
    method,
    path: `${path.replace(prefix, "").replace(/{\w+}/g, "none")}?unknown=1`,
    viewer,
    ...(method !== "GET" && { body: "{" }),
  });
  return [response.status, (await response.json()).code];
}

describe.each([...refusable])("%s", (call, of) => {
  it(`is for ${of}, before anything else is looked at`, async () => {
    expect(await callAs(call, visitor)).toEqual(signIn);
    if (of === "who is signed in") return;
    expect(await callAs(call, someone("user"))).toEqual(forbidden);
    if (of === "staff") return;
    expect(await callAs(call, someone("moderator"))).toEqual(forbidden);
  });
});

it("asks a visitor to sign in before an account is deleted", async () => {
  const response = await api.call({ method: "DELETE", path: "/account" });
  expect([response.status, (await response.json()).code]).toEqual(signIn);
});
