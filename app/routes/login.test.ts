import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { servicesContext, viewerContext } from "#server/request-context.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { loader } from "./login.tsx";

const google = { hasGoogle: true, openIdName: null };
const town = { hasGoogle: false, openIdName: "Városkapu" };
const both = { hasGoogle: true, openIdName: "Városkapu" };
const none = { hasGoogle: false, openIdName: null };

/** What the page says: the code of its message, or the name of the operator's provider. */
function outcomes(search: string, identity: { hasGoogle: boolean; openIdName: string | null }) {
  const context = new RouterContextProvider();
  context.set(servicesContext, servicesWith({ identity }));
  context.set(viewerContext, { userId: null, email: null, role: "visitor" });
  const url = new URL(`http://mosdo.test/login${search}`);
  const request = new Request(url);
  const response = loader({ request, url, context, params: {}, pattern: "/login" });
  return response.hasOpenIdFailed ? response.openIdName : (response.failure?.code ?? null);
}

it.each([
  ["", both, null],
  ["?error=access_denied", google, "error.googleerror"],
  ["?error=access_denied", both, "error.googleerror"],
  ["?error=error.googleerror", both, "error.googleerror"],
  ["?by=openid&error=access_denied", both, "Városkapu"],
  ["?by=openid&error=state_mismatch", both, "Városkapu"],
  ["?by=openid&error=error.googleerror", town, "Városkapu"],
  ["?by=openid&error=error.disableduser", both, "error.disableduser"],
  ["?by=openid&error=error.toomanyrequests", both, "error.toomanyrequests"],
  ["?error=error.toomanyrequests", google, "error.toomanyrequests"],
  // A way back that was lost names no provider.
  ["?error=state_mismatch", google, "error.googleerror"],
  ["?error=state_mismatch", town, "Városkapu"],
  ["?error=state_mismatch", both, "error.error"],
  ["?error=state_not_found", both, "error.error"],
  ["?error=internal_server_error", both, "error.error"],
  ["?error=x", none, "error.error"],
  ["?by=openid&error=x", none, "error.error"],
  ["?by=openid&error=x", google, "error.error"],
] as const)("says of %s with %o: %s", (search, identity, message) => {
  expect(outcomes(search, identity)).toBe(message);
});
