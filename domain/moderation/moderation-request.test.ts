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
  const read = (intent: string, ids: string[], accountId = "a-b", rest: object = {}) =>
    checkFields(moderationRequestSchema, {
      intent,
      ids,
      accountId,
      outcome: "",
      reason: "",
      ...rest,
    });
  const texts = (count: number) => upTo(count).map(String);

  it.each([
    ["accept", {}],
    ["open", {}],
    ["delete", {}],
    ["restore", {}],
    ["settle", { part: "proposals", outcome: "declined" }],
    ["settle", { part: "reviews", outcome: "remove" }],
    ["reopen", { part: "corrections" }],
  ])("takes as many entries at once as the API: %s", (intent, rest) => {
    const readIds = (ids: string[]) => read(intent, ids, "", rest);
    expect(readIds(texts(100))).toMatchObject({ ok: true, value: { ids: upTo(100) } });
    expect(readIds(texts(101)).ok).toBe(false);
  });

  it("accepts the single entry of a form, and drops fields of other forms", () => {
    expect(read("delete", ["7", "7"])).toEqual({
      ok: true,
      value: { intent: "delete", ids: [7], versions: {}, isPending: false, reason: "" },
    });
    expect(read("enable", ["x"])).toEqual({
      ok: true,
      value: { intent: "enable", accountId: "a-b" },
    });
    expect(read("enable", ["7"], "").ok).toBe(false);
  });

  it("accepts a reason for the contributor, up to a thousand characters", () => {
    const reasonOf = (reason: string) => read("delete", ["7"], "", { reason });
    expect(reasonOf(" Már fent van.\r\n")).toMatchObject({ value: { reason: "Már fent van." } });
    expect(reasonOf("🚻".repeat(1_000)).ok).toBe(true);
    expect(reasonOf("🚻".repeat(1_001)).ok).toBe(false);
    expect(reasonOf("\0").ok).toBe(false);
  });

  it.each([
    ["proposals", ["accepted", "declined"], {}],
    ["reports", ["done", "declined", "close", "open"], { filter: {} }],
    ["corrections", ["done", "declined"], {}],
    ["reviews", ["keep", "remove"], {}],
  ])("accepts the outcomes of its list, with a reason: %s", (part, own, seen) => {
    const settle = (outcome: string, ids = ["7"]) =>
      read("settle", ids, "", { part, outcome, reason: "Köszönjük" });
    for (const outcome of ["accepted", "declined", "done", "close", "open", "keep", "remove", ""]) {
      const value = { intent: "settle", part, outcome, ids: [7], versions: {}, ...seen };
      expect(settle(outcome)).toEqual(
        own.includes(outcome)
          ? { ok: true, value: { ...value, reason: "Köszönjük" } }
          : expect.objectContaining({ ok: false }),
      );
    }
    // A step is made of one report.
    for (const step of ["close", "open"]) expect(settle(step, ["7", "8"]).ok).toBe(false);
    expect(read("settle", ["7"], "", { part: "waiting", outcome: own[0] }).ok).toBe(false);
  });

  it("accepts a decision on a proposal with at least one accepted field", () => {
    const decide = (rest: object) =>
      read("decide-proposal", ["7"], "", {
        outcome: "accepted",
        fields: [],
        version: "3",
        ...rest,
      });
    const decided = { intent: "decide-proposal", id: 7, version: 3, reason: "" };
    expect(decide({ fields: ["hours", "paper"] })).toEqual({
      ok: true,
      value: { ...decided, outcome: "accepted", fields: ["hours", "paper"] },
    });
    expect(decide({ outcome: "declined" })).toEqual({
      ok: true,
      value: { ...decided, outcome: "declined", fields: [] },
    });
    expect(decide({}).ok).toBe(false);
    expect(decide({ fields: ["rating"] }).ok).toBe(false);
    expect(decide({ fields: ["hours"], version: "0" }).ok).toBe(false);
    expect(decide({ fields: ["hours"], outcome: "part" }).ok).toBe(false);
  });
});
