import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callerPriority } from "#server/accounts/better-auth/call-auth.ts";
import { ConcurrencyLimiter } from "#server/concurrency/concurrency-limiter.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

const password = "Correct-Horse-9";
const connections = 24;
const { scrypt } = crypto;

/** Salts of the hashes, in the order in which they began. */
const salts: string[] = [];
/** Ends of those that are held. */
const held: (() => void)[] = [];
let isHolding = false;

beforeEach(() => {
  crypto.scrypt = ((...args: Parameters<typeof scrypt>) => {
    salts.push(String(args[1]));
    if (isHolding) held.push(() => scrypt(...args));
    else scrypt(...args);
  }) as typeof scrypt;
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
});

function letHashesEnd(): void {
  isHolding = false;
  for (const end of held.splice(0)) end();
}

const { run } = ConcurrencyLimiter.prototype;

/** Resolves when so many more hashes of a priority run or wait. */
function hashesRequested(count: number, priority: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let requested = 0;
  const counting = function (this: ConcurrencyLimiter, ...args: Parameters<typeof run>) {
    const result = run.apply(this, args);
    if (args[1]?.priority === priority && ++requested === count) resolve();
    return result;
  };
  vi.spyOn(ConcurrencyLimiter.prototype, "run").mockImplementation(counting as typeof run);
  return promise;
}

function post(
  { origin }: TestServer,
  path: string,
  { from, cookie, ...fields }: Record<string, string>,
): Promise<Response> {
  const isForm = !path.startsWith("/api/");
  return fetch(`${origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Origin: origin,
      Accept: isForm ? "text/html" : "application/json",
      "X-Forwarded-For": from,
      "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      ...(cookie && { Cookie: cookie }),
    },
    body: isForm ? new URLSearchParams(fields) : JSON.stringify(fields),
  });
}

const register = (server: TestServer, email: string, from: string) =>
  post(server, "/register", { from, email, password, confirmation: password, terms: "1" });

test("passwords that wait delay no page, and who is known signs in before them", async () => {
  await using server = await startTestServer({
    places: [{}],
    settings: () => ({ TRUST_PROXY: "on", RATE_LIMITS: "on" }),
  });
  const first = await register(server, "known@example.org", "192.0.2.1");
  const cookie = first.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  const known = cookie.filter((pair) => pair.includes("known_browser")).join("; ");

  using _end = { [Symbol.dispose]: letHashesEnd };
  isHolding = true;
  salts.length = 0;
  const isFlooded = hashesRequested(connections, callerPriority.other);
  const flood = Array.from({ length: connections }, (_, n) =>
    register(server, `new${n}@example.net`, `2001:db8:1:${n + 10}00::1`),
  );
  await Promise.race([isFlooded, ...flood]);
  expect(salts).toHaveLength(2);
  const page = await fetch(`${server.origin}/places/${server.placeIds[0]}?made=anew`);
  expect(page.status).toBe(200);

  const signIns: Promise<Response>[] = [];
  for (const path of ["/login", "/api/auth/sign-in/email"]) {
    const isRequested = hashesRequested(1, callerPriority.known);
    const fields = { email: "known@example.org", password, cookie: known };
    signIns.push(post(server, path, { ...fields, from: "192.0.2.2" }));
    await isRequested;
  }
  letHashesEnd();
  const statusesOf = async (calls: Promise<Response>[]) =>
    (await Promise.all(calls)).map(({ status }) => status);
  expect(await statusesOf(signIns)).toEqual([302, 200]);
  expect(await statusesOf(flood)).toEqual(Array(connections).fill(302));
  const { rows } = await sql<{ salt: string }>`
    select split_part(password, ':', 1) as salt from sign_in_method join account
      on account.id = account_id where email = 'known@example.org'
  `.execute(server.db.database);
  // Right after the two that were under way.
  expect(salts.indexOf(rows[0].salt)).toBe(2);
  expect(salts.lastIndexOf(rows[0].salt)).toBe(3);
});
