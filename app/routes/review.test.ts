import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { openWritesContext, viewerContext } from "#server/request-context.ts";
import type { OpenedWrites } from "#server/services.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { action } from "./review.tsx";

function send(
  opened: OpenedWrites,
  form: Record<string, string> = { rating: "4", text: "Tiszta." },
) {
  const context = new RouterContextProvider();
  context.set(viewerContext, { userId: "anna", email: null, role: "user" });
  context.set(openWritesContext, async () => opened);
  const body = new URLSearchParams(form);
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
  const { writes } = servicesWith({ writes: { putReview: async () => ({ ok: false, code }) } });
  expect(await send({ ok: true, writes })).toMatchObject({ data: { failure }, init: { status } });
});

const tooLong = "x".repeat(2001);

it.each([{ intent: "delete" }, { review: "5", reason: "" }])(
  "takes a review that is gone already for deleted: %j",
  async (form) => {
    const gone = async () => ({ ok: false, code: "error.notfound" });
    const writes = { deleteOwnReview: gone, settleReview: gone } as never;
    const sent = await send({ ok: true, writes }, form as never).catch((thrown) => thrown);
    expect(sent.headers.get("location")).toBe("/?place=7");
  },
);

it.each([
  ["rating", { text: "Tiszta." }, { text: "Tiszta." }],
  ["text", { rating: "3", text: tooLong }, { rating: 3, text: tooLong }],
] as const)("marks a wrong %s, and keeps what was typed", async (failure, form, typed) => {
  const sent = await send({ ok: true, ...servicesWith({ writes: {} }) }, form);
  expect(sent).toMatchObject({ data: { failure, typed }, init: { status: 422 } });
});

it("deletes the own review, or by staff any with a reason, and leads back to the place", async () => {
  const done: unknown[][] = [];
  const note =
    (name: string) =>
    async (...parts: unknown[]) => {
      done.push([name, ...parts.slice(0, -1)]);
      return { ok: true };
    };
  const writes = { deleteOwnReview: note("own"), settleReview: note("any") } as never;
  for (const form of [{ intent: "delete" }, { review: "5", reason: "Reklám." }]) {
    const sent = await send({ ok: true, writes }, form as never).catch((thrown) => thrown);
    expect(sent.headers.get("location")).toBe("/?place=7");
  }
  expect(done).toEqual([
    ["own", 7],
    ["any", 5, { decision: "remove", reason: "Reklám." }],
  ]);
});
