import { afterEach, describe, expect, it, vi } from "vitest";
import type { Place } from "#domain/place/place.ts";
import { addPlaceAction, addPlaceStatus } from "./add-place-action.ts";

type Ports = Parameters<typeof addPlaceAction>[1];

const place = { id: 1, accepted: false } as Place;

function portsWith(ports: Partial<Ports> = {}): Ports {
  return {
    isSignedIn: true,
    checkAndAddPlace: vi.fn<Ports["checkAndAddPlace"]>(async () => ({ ok: true, place })),
    findHoursError: () => null,
    explainHours: () => ({ meaning: null, fault: null }),
    ...ports,
  };
}

function formWith(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  const typed = {
    country: "HU",
    place: "Szeged",
    address_line1: "Fő tér 1.",
    latitude: "46.25",
    longitude: "20.14",
    mode: "manual",
    checked: "pin",
    ...fields,
  };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the form's action", () => {
  it("adds a place whose pin was seen and that has no similar places", async () => {
    const ports = portsWith();
    expect(await addPlaceAction(formWith(), ports)).toEqual({ kind: "added", place });
    expect(ports.checkAndAddPlace).toHaveBeenCalledWith({
      place: expect.objectContaining({ city: "Szeged" }),
      check: "similar",
    });
  });

  it("reports errors before it requests anything", async () => {
    const ports = portsWith({ checkAndAddPlace: () => Promise.reject(new Error("asked")) });
    const result = await addPlaceAction(
      formWith({ hours: "daily", from_daily_0: "08:00", place: "" }),
      ports,
    );
    expect(result).toMatchObject({
      kind: "refused",
      errors: [
        { field: "city", code: "error.parameter" },
        { field: "hours.daily.0", code: "error.fillout" },
      ],
      draft: { address_line1: "Fő tér 1." },
    });
  });

  it("tells a visitor without a session that first, and keeps the typed text", async () => {
    const result = await addPlaceAction(
      formWith({ country: "" }),
      portsWith({ isSignedIn: false }),
    );
    expect(result).toMatchObject({ code: "error.signin", draft: { place: "Szeged" } });
  });

  it.each([
    ["nothing was seen", { checked: "nothing" }, [], "form"],
    ["the form does not say what was seen", { checked: "everything" }, [], "form"],
    ["the address is unverified", { mode: "address" }, [], "form"],
    ["there are similar places", {}, [place], "similar"],
  ] as const)("shows it once more where %s", async (_, fields, similar, check) => {
    const checkAndAddPlace = vi.fn<Ports["checkAndAddPlace"]>(async (request) =>
      request.check === "none" ? { ok: true, place } : { ok: false, code: "check", similar },
    );
    const ports = portsWith({ checkAndAddPlace });
    const result = await addPlaceAction(formWith(fields), ports);
    expect(result).toMatchObject({ kind: "check", similar });
    expect(checkAndAddPlace).toHaveBeenCalledWith(expect.objectContaining({ check }));
    const again = await addPlaceAction(formWith({ ...fields, checked: "all" }), ports);
    expect(again).toMatchObject({ kind: "added" });
  });

  it("takes a position typed without script for the contributor's own", async () => {
    const checkAndAddPlace: Ports["checkAndAddPlace"] = async () => ({
      ...{ ok: false, code: "check", similar: [] },
    });
    const form = formWith({ mode: "address", checked: "nothing" });
    expect(await addPlaceAction(form, portsWith({ checkAndAddPlace }))).toMatchObject({
      ...{ kind: "check", isUnverified: false, draft: { mode: "manual" } },
    });
  });

  it("says what a text of opening hours means, and what is wrong with it", async () => {
    const meaning = { text: "24/7", lines: ["Mindig"], is_whole: true, week: [] };
    const explainHours = vi.fn<Ports["explainHours"]>(() => ({ meaning, fault: null }));
    const checkAndAddPlace: Ports["checkAndAddPlace"] = async () => ({
      ok: false,
      code: "check",
      similar: [],
    });
    const written = { hours: "text", opening_hours: " 24/7 ", checked: "nothing" };
    const ports = portsWith({ checkAndAddPlace, explainHours });
    expect(await addPlaceAction(formWith(written), ports)).toMatchObject({ hours: meaning });
    expect(explainHours).toHaveBeenCalledWith(" 24/7 ", expect.objectContaining({ country: "HU" }));
    const chosen = { ...written, hours: "always" };
    expect(await addPlaceAction(formWith(chosen), ports)).toMatchObject({ hours: null });
    const at = { position: 0, part: "24/7", reason: "unreadable" } as const;
    const refusing = portsWith({ findHoursError: () => at });
    expect(await addPlaceAction(formWith(written), refusing)).toMatchObject({
      errors: [{ field: "opening_hours", at }],
      draft: { hours: { text: " 24/7 " } },
    });
  });

  it.each(["error.duplicate", "error.limit"] as const)("reports %s", async (code) => {
    const ports = portsWith({ checkAndAddPlace: async () => ({ ok: false, code }) });
    for (const checked of ["nothing", "pin"]) {
      const result = await addPlaceAction(formWith({ checked }), ports);
      expect(result).toMatchObject({ kind: "refused", code, draft: { place: "Szeged" } });
    }
  });

  it("asks for the pin where a search knew only the town, whatever was seen before", async () => {
    const ports = portsWith();
    for (const checked of ["pin", "all"]) {
      const form = formWith({ mode: "address", precision: "settlement", checked });
      expect(await addPlaceAction(form, ports)).toMatchObject({
        kind: "refused",
        errors: [{ field: "pin", code: "error.parameter" }],
      });
    }
    expect(ports.checkAndAddPlace).not.toHaveBeenCalled();
    const approximate = { precision: "settlement", position_approximate: "1", checked: "all" };
    await addPlaceAction(formWith(approximate), ports);
    expect(ports.checkAndAddPlace).toHaveBeenCalledWith({
      place: expect.objectContaining({ position_approximate: true }),
      check: "none",
    });
  });

  it.each([
    ["error.signin", 401],
    ["error.duplicate", 409],
    ["error.limit", 429],
  ] as const)("passes %s on", async (code, status) => {
    const ports = portsWith({ checkAndAddPlace: async () => ({ ok: false, code }) });
    const result = await addPlaceAction(formWith(), ports);
    if (result.kind === "added") throw new Error("it was added");
    expect(result).toMatchObject({ kind: "refused", code, draft: { place: "Szeged" } });
    expect(addPlaceStatus(result)).toBe(status);
  });

  it("stops a contributor who exceeds the limit of writes (docs/product#rate-limits)", async () => {
    const result = await addPlaceAction(
      formWith(),
      portsWith({ checkAndAddPlace: async () => ({ ok: false, code: "error.toomanyrequests" }) }),
    );
    expect(result).toMatchObject({ code: "error.toomanyrequests" });
  });

  it("says that saving failed, and keeps the typed text", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const ports = portsWith({ checkAndAddPlace: () => Promise.reject(new Error("no database")) });
    const result = await addPlaceAction(formWith(), ports);
    expect(result).toMatchObject({ code: "addPlace.unsaved", draft: { place: "Szeged" } });
    expect(log).toHaveBeenCalledTimes(1);
  });
});
