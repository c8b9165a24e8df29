import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { openWritesContext, viewerContext } from "#server/request-context.ts";
import type { OpenedWrites } from "#server/services.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { action } from "./review.tsx";

function send(opened: OpenedWrites) {
  const context = new RouterContextProvider();
  context.set(viewerContext, { userId: "anna", email: null, role: "user" });
  context.set(openWritesContext, async () => opened);
  const body = new URLSearchParams({ rating: "4", text: "Tiszta." });
  const request = new Request("http://localhost/places/7/review", { method: "POST", body });
  return action({ request, params: { id: "7" }, context } as unknown as Parameters<
    typeof action
  >[0]);
}

it("refuses a review beyond the limit of writes with 429 and the wait, and keeps what was typed", async () => {
  expect(await send({ ok: false, retryAfterSeconds: 7 })).toMatchObject({
    data: { failure: "toomanyrequests", typed: { rating: 4, text: "Tiszta." } },
    init: { status: 429, headers: { "Retry-After": "7" } },
  });
});

it.each([
  ["error.signin", "signin", 401],
  ["error.forbidden", "forbidden", 403],
  ["error.notfound", "notfound", 404],
] as const)("answers %s with the failure %s and status %d", async (code, failure, status) => {
  const writes = servicesWith({ reviews: { putReview: async () => ({ ok: false, code }) } });
  expect(await send({ ok: true, writes })).toMatchObject({ data: { failure }, init: { status } });
});
