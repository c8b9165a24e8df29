import type { Context } from "hono";
import { contributionListSchema } from "#domain/account/contribution.ts";
import { secondFactorSchema, signInCodeSchema } from "#domain/account/second-factor.ts";
import { sessionListSchema } from "#domain/account/session-list.ts";
import { pageQuerySchema } from "#domain/validation/parse-query.ts";
import { accountIdOf } from "#server/accounts/permission.ts";
import { type ApiCall, apiCall, settled } from "#server/http/api-call.ts";
import { problem } from "#server/http/problem.ts";
import { accountExportSchema } from "#server/personal-data/export-account.ts";

const getAccountExport = apiCall(
  {
    method: "get",
    path: "/account/export",
    summary: "Download of everything that is stored about the caller",
    responses: { 200: { description: "The caller's data", schema: accountExportSchema } },
    failures: { "error.signin": "" },
  },
  async ({ context, services, viewer }) => {
    const userId = accountIdOf(viewer);
    const stored = userId === null ? null : await services.accounts.exportAccount(userId);
    if (!stored) return problem(context, "error.signin");
    return context.body(`${JSON.stringify(stored, null, 2)}\n`, 200, {
      "Cache-Control": "no-store",
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="mosdo-account.json"',
    });
  },
);

/** The data of the viewer's account; null for a visitor without one. */
function respondToOwner(context: Context, found: object | null): Response {
  if (found === null) return problem(context, "error.signin");
  return context.json(found, 200, { "Cache-Control": "private, no-store" });
}

/** See docs/product#what-became-of-it. */
const getContributions = apiCall(
  {
    method: "get",
    path: "/account/contributions",
    summary: "What the caller has sent, newest first, and what became of it",
    query: pageQuerySchema,
    responses: { 200: { description: "The page", schema: contributionListSchema } },
    failures: { "error.signin": "" },
  },
  async ({ context, services, viewer, query }) =>
    respondToOwner(context, await services.accounts.listContributions(query, viewer)),
);

/** See docs/product#devices-of-an-account. */
const getSessions = apiCall(
  {
    method: "get",
    path: "/account/sessions",
    summary: "Devices on which the caller is signed in, this one first",
    responses: { 200: { description: "The sessions", schema: sessionListSchema } },
    failures: { "error.signin": "" },
  },
  async ({ context, services, viewer }) =>
    respondToOwner(context, await services.accounts.listSessions(viewer)),
);

const deleteSession = apiCall(
  {
    method: "delete",
    path: "/account/sessions/:id",
    summary: "Signs the caller out on one device",
    responses: { 204: { description: "Signed out there, now or before" } },
    failures: { "error.signin": "", "error.notfound": "also for a session of another account" },
  },
  async ({ context, services, viewer }) => {
    const id = context.req.param("id") ?? "";
    return settled(context, await services.writes.endSession(id, viewer));
  },
);

const deleteOtherSessions = apiCall(
  {
    method: "delete",
    path: "/account/sessions",
    summary: "Signs the caller out on all devices but this one",
    responses: { 204: { description: "Signed out everywhere else" } },
    failures: { "error.signin": "" },
  },
  async ({ context, services, viewer }) =>
    settled(context, await services.writes.endOtherSessions(viewer)),
);

/** See docs/product#second-factor. */
const getSecondFactor = apiCall(
  {
    method: "get",
    path: "/account/second-factor",
    summary: "Whether the caller's sign-in needs a code, and how many recovery codes are left",
    responses: { 200: { description: "The second factor", schema: secondFactorSchema } },
    failures: { "error.signin": "" },
  },
  async ({ context, services, viewer }) =>
    respondToOwner(context, await services.accounts.findSecondFactor(viewer)),
);

/** Second step of a sign-in; the first is the sign-in library's own call (docs/product#second-factor). */
const postSignInCode = apiCall(
  {
    method: "post",
    path: "/sign-in/code",
    summary:
      "Ends a sign-in that was answered with error.secondfactor: takes the code, with the cookie of that answer",
    body: signInCodeSchema,
    responses: {
      204: {
        description: "Signed in",
        headers: { "Set-Cookie": "the session, and the end of the cookie that waited" },
      },
    },
    failures: {
      "error.wrongcode": "",
      "error.disableduser": "",
      "error.signinexpired": "none waits in this client, or no longer",
      "error.toomanyrequests": "with Retry-After",
      "error.unavailable": "",
    },
  },
  async ({ context, services, body }) => {
    const result = await services.identity.signInWithCode(context.var.client, body);
    if (!result.ok) {
      const { retryAfterSeconds } = result;
      if (retryAfterSeconds) context.header("Retry-After", String(retryAfterSeconds));
      const code = signInProblems.find((known) => known === result.code) ?? "error.error";
      return problem(context, code);
    }
    for (const cookie of result.setCookies) {
      context.header("Set-Cookie", cookie, { append: true });
    }
    context.header("Cache-Control", "no-store");
    return context.body(null, 204);
  },
);

const signInProblems = [
  "error.wrongcode",
  "error.disableduser",
  "error.signinexpired",
  "error.toomanyrequests",
  "error.unavailable",
] as const;

/** Sessions go too (docs/product#personal-data). */
const deleteAccount = apiCall(
  {
    method: "delete",
    path: "/account",
    summary: "Deletes the caller's account and reviews; the places stay, without the name",
    responses: { 204: { description: "Deleted" } },
    failures: { "error.signin": "", "error.signinagain": "of an account with a second factor" },
  },
  async ({ context, services, viewer }) => {
    const userId = accountIdOf(viewer);
    if (await services.accounts.needsRecentSignIn(viewer)) {
      return problem(context, "error.signinagain");
    }
    const { language } = context.var.client;
    const isDeleted = userId !== null && (await services.writes.deleteAccount(userId, language)).ok;
    return isDeleted ? context.body(null, 204) : problem(context, "error.signin");
  },
);

/** Calls for the viewer's own account. */
export const accountCalls: readonly ApiCall[] = [
  getAccountExport,
  getContributions,
  getSessions,
  deleteSession,
  deleteOtherSessions,
  getSecondFactor,
  postSignInCode,
  deleteAccount,
];
