import { describe, expect, it } from "vitest";
import { maxId } from "#domain/place/place-id.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { manyPlacesSchema, moderationRequestSchema } from "./moderation-request.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("manyPlacesSchema", () => {
  it.each([
    ["one", [7], [7]],
    ["the highest id", [maxId], [maxId]],
    ["one named twice", [7, 8, 7], [7, 8]],
    ["a hundred", upTo(100), upTo(100)],
    ["a hundred named twice", [...upTo(100), ...upTo(100)], upTo(100)],
  ])("accepts %s", (_, given, ids) => {
    expect(checkFields(manyPlacesSchema, { ids: given, accepted: false })).toEqual({
      ok: true,
      value: { ids },
    });
  });

  it.each([
    ["none", { ids: [] }],
    ["a hundred and one", { ids: upTo(101) }],
    ["0", { ids: [0] }],
    ["a fraction", { ids: [1.5] }],
    ["one too high", { ids: [maxId + 1] }],
    ["text", { ids: ["7"] }],
    ["no list", { ids: 7 }],
    ["a hole", { ids: [7, null] }],
    ["no ids", {}],
    ["a list", [7]],
    ["nothing", null],
    ["a word", "ids"],
  ])("refuses %s", (_, input) => {
    const errors = [{ field: "ids", code: "error.parameter" }];
    expect(checkFields(manyPlacesSchema, input)).toEqual({ ok: false, errors });
  });
});

describe("moderationRequestSchema", () => {
  const read = (decision: object) =>
    checkFields(moderationRequestSchema, {
      ...{ intent: "decide", kind: "waiting", outcome: "delete", ids: ["7"] },
      ...{ reason: "", fields: [], ...decision },
    });

  it("takes as many entries at once as the API", () => {
    const readIds = (count: number) => read({ ids: upTo(count).map(String) });
    expect(readIds(100)).toMatchObject({ ok: true, value: { ids: upTo(100) } });
    expect(readIds(101).ok).toBe(false);
  });

  it("accepts a reason for the contributor, up to a thousand characters", () => {
    expect(read({ reason: " Már fent van.\r\n" })).toMatchObject({
      value: { reason: "Már fent van." },
    });
    expect(read({ reason: "🚻".repeat(1_000) }).ok).toBe(true);
    expect(read({ reason: "🚻".repeat(1_001) }).ok).toBe(false);
    expect(read({ reason: "\0" }).ok).toBe(false);
  });

  it.each([
    ["waiting", ["accept", "delete"]],
    ["places", ["open", "delete", "restore"]],
    ["proposals", ["accepted", "declined"]],
    ["reports", ["done", "declined", "close", "open"]],
    ["corrections", ["done", "declined"]],
    ["reviews", ["keep", "remove"]],
  ])("accepts the outcomes of its kind alone, and their undo: %s", (kind, own) => {
    const outcomes = ["accept", "delete", "accepted", "declined", "done", "close", "open", "keep"];
    for (const outcome of [...outcomes, "remove", "restore", ""]) {
      for (const intent of ["decide", "undo"]) {
        expect(read({ intent, kind, outcome }).ok, outcome).toBe(own.includes(outcome));
      }
    }
  });

  it("makes a step of one report", () => {
    for (const outcome of ["close", "open"]) {
      expect(read({ kind: "reports", outcome }).ok).toBe(true);
      expect(read({ kind: "reports", outcome, ids: ["7", "8"] }).ok).toBe(false);
    }
    expect(read({ kind: "places", outcome: "open", ids: ["7", "8"] }).ok).toBe(true);
  });

  it("accepts all fields of a proposal, or at least one", () => {
    const accept = { kind: "proposals", outcome: "accepted" };
    const fieldsOf = (decision: object) => read({ ...accept, ...decision });
    expect(fieldsOf({})).toMatchObject({ value: { fields: null } });
    const some = { byField: "1", fields: ["hours"] };
    expect(fieldsOf(some)).toMatchObject({ value: { fields: ["hours"] } });
    expect(fieldsOf({ byField: "1" }).ok).toBe(false);
    expect(fieldsOf({ byField: "1", outcome: "declined" }).ok).toBe(true);
  });
});
