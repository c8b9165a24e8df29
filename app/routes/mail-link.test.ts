import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import type { Identity } from "#server/accounts/better-auth/better-auth-identity.ts";
import { clientContext, publicConfigContext, servicesContext } from "#server/request-context.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import * as confirmAddress from "./confirm-address.tsx";
import * as mailLink from "./mail-link.tsx";

const client = { headers: new Headers(), ipAddress: "192.0.2.1", language: "hu" } as never;

/** Loads the page of a link, with the identity's given part. */
function load(
  { loader }: typeof mailLink | typeof confirmAddress,
  search: string,
  identity: Partial<Identity> = {},
) {
  const context = new RouterContextProvider();
  context.set(servicesContext, servicesWith({ identity }));
  context.set(clientContext, client);
  context.set(publicConfigContext, { publicUrl: "https://mosdo.example" } as never);
  const request = new Request(`https://mosdo.example/mail?${search}`);
  return loader({ request, context, params: {} } as never);
}

const thrownBy = (loading: Promise<unknown>) =>
  loading.then(
    () => "nothing was thrown",
    (thrown) => thrown,
  );

const notFound = { init: { status: 404 } };
const madeUp = { ok: false, code: "error.password-reset-expired-or-invalid" } as const;
const anna = { ok: true, email: "anna@example.org", setCookies: [] } as const;

describe("/mail", () => {
  it.each(["mode=resetPassword", "oobCode=abc", "mode=&oobCode=abc", ""])(
    "is a page that does not exist: %s",
    async (search) => {
      expect(await thrownBy(load(mailLink, search))).toMatchObject(notFound);
    },
  );

  it("passes all parameters of another mode on to the action page", async () => {
    const search = "mode=verifyEmail&oobCode=a%2Bb&apiKey=k&continueUrl=%2Fguide&lang=hu";
    const { status, headers } = await thrownBy(load(mailLink, search));
    expect([status, headers.get("Location")]).toEqual([302, `/auth/action?${search}`]);
  });

  it("refuses a code that is made up with 410", async () => {
    const verifyResetCode = vi.fn(async () => madeUp);
    const search = "mode=resetPassword&oobCode=made-up";
    expect(await load(mailLink, search, { verifyResetCode })).toMatchObject({
      data: { check: madeUp },
      init: { status: 410 },
    });
    expect(verifyResetCode).toHaveBeenCalledExactlyOnceWith(client, { code: "made-up" });
  });

  it.each([
    ["https://mosdo.example/guide", "/guide"],
    ["/places?open=1", "/places?open=1"],
    ["https://evil.example/login", "/login"],
    ["//evil.example/login", "/login"],
    ["", "/login"],
  ])("continues within its own origin alone: %s", async (continueUrl, continuePath) => {
    const search = new URLSearchParams({ mode: "resetPassword", oobCode: "a", continueUrl });
    const page = await load(mailLink, String(search), { verifyResetCode: async () => anna });
    expect(page).toMatchObject({
      data: { continuePath, check: { ok: true, email: anna.email } },
    });
  });

  it("responds with the code where the provider refuses a password that our rules take", async () => {
    const context = new RouterContextProvider();
    const confirmReset = async () => ({ ok: false, code: "password-reset-weak-password" }) as const;
    context.set(servicesContext, servicesWith({ identity: { confirmReset } }));
    context.set(clientContext, client);
    const body = new URLSearchParams({ password: "Uj-jelszo-7", confirmation: "Uj-jelszo-7" });
    const request = new Request("https://mosdo.example/mail?oobCode=a", { method: "POST", body });
    expect(await mailLink.action({ request, context, params: {} } as never)).toMatchObject({
      data: { code: "password-reset-weak-password" },
      init: { status: 422 },
    });
  });
});

describe("/auth/action", () => {
  it.each(["mode=resetPassword&oobCode=abc", "mode=signIn&oobCode=abc", "mode=verifyEmail"])(
    "is a page that does not exist: %s",
    async (search) => {
      expect(await thrownBy(load(confirmAddress, search))).toMatchObject(notFound);
    },
  );

  it("refuses a token that is made up with 410", async () => {
    const search = "mode=verifyEmail&oobCode=made-up";
    const checkEmailToken = async () => madeUp;
    expect(await load(confirmAddress, search, { checkEmailToken })).toMatchObject({
      data: { verification: { state: "failed", code: madeUp.code } },
      init: { status: 410 },
    });
  });

  it("only shows what the link would confirm: mail scanners open links too", async () => {
    const registered = "2026-06-16T10:00:00.000Z";
    // Any other call of the identity fails the test.
    const checkEmailToken = async () => ({ ...anna, registered, isVerified: false });
    const search = "mode=verifyEmail&oobCode=abc&continueUrl=https%3A%2F%2Fevil.example%2F";
    expect(await load(confirmAddress, search, { checkEmailToken })).toMatchObject({
      data: { verification: { state: "open", email: anna.email, registered }, continuePath: "/" },
    });
  });
});
