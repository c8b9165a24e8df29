import {
  accountsTlsOrigin,
  expect,
  goodPassword,
  requestTest,
} from "#tests/e2e/support/accounts-test.ts";
import { readPage } from "#tests/e2e/support/plain-visitor.ts";

/*
 * Acceptance of the terms by an account that has not accepted them (docs/product#acceptance-of-the-terms), without
 * script; with it beside the component, at the registration in `account-journeys.spec.ts`.
 */

requestTest.use({ baseURL: accountsTlsOrigin, ignoreHTTPSErrors: true });

requestTest(
  "an account of a program's call is asked on the pages, once",
  async ({ request, email }) => {
    const acceptedVersions = async () => {
      const response = await request.get("/api/v1/account/export");
      const { accepted_terms } = await response.json();
      return accepted_terms.map(({ version }: { version: string }) => version);
    };
    const isRequested = async (path: string) => {
      const page = await readPage(request, path);
      // Without script the request opens beside the page.
      return page.querySelector("a[href='/account/terms'][target=_blank]") !== null;
    };
    const headers = { Origin: accountsTlsOrigin };
    // The call knows nothing of terms.
    const data = { email, password: goodPassword, name: "" };
    const response = await request.post("/api/auth/sign-up/email", { data, headers });
    expect(response.status()).toBe(200);
    expect(await acceptedVersions()).toEqual([]);
    for (const path of ["/guide", "/account"]) expect(await isRequested(path), path).toBe(true);
    const accepted = await request.post("/account/terms", { form: {}, headers, maxRedirects: 0 });
    expect(accepted.status()).toBe(302);
    expect(await acceptedVersions()).toHaveLength(1);
    for (const path of ["/guide", "/account"]) expect(await isRequested(path), path).toBe(false);
  },
);
