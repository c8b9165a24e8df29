import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { contentOf } from "#domain/edits/place-change.ts";
import { servicesContext, viewerContext } from "#server/request-context.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { loader } from "./edit.tsx";

const editable = { place: placeInGyor, content: contentOf(placeInGyor), isAtOnce: true };
const report = { place_id: placeInGyor.id, text: "Az udvarban van." };
const correction = {
  reason: "Átnevezték.",
  changes: { city: "Vác", address: "Új utca 7." },
  position: [17.5, 47.25],
};

/** Opens the page as staff; report 7 and correction 8 are pending. */
async function open(search: string, change: { place_id?: number; changes?: object } = {}) {
  const context = new RouterContextProvider();
  context.set(viewerContext, { userId: "misi", email: null, role: "moderator" });
  const services = servicesWith({
    edits: { findEditablePlace: async () => editable } as never,
    feedback: {
      findPendingReport: async (id: number) => (id === 7 ? { ...report, ...change } : null),
      findPendingCorrection: async ({ correctionId }: { correctionId: number }) =>
        correctionId === 8 ? { ...correction, ...change } : null,
    } as never,
  });
  context.set(servicesContext, services);
  const request = new Request(`http://localhost/places/12/edit${search}`);
  const given = { request, params: { id: "12" }, context };
  const { data } = (await loader(given as unknown as Parameters<typeof loader>[0])) as {
    data: { applied: object | null; filled: { draft: object } };
  };
  return data;
}

const former = { place: "Győr", address_line1: "Széchenyi tér 1.", latitude: "47.68" };

describe("the form of an edit that settles", () => {
  it("a report has what it says, and the place's values", async () => {
    const { applied, filled } = await open("?report=7");
    expect(applied).toEqual({ kind: "report", id: 7, text: "Az udvarban van." });
    expect(filled.draft).toMatchObject(former);
  });

  it("a correction has its values filled in", async () => {
    const { applied, filled } = await open("?correction=8");
    expect(applied).toEqual({ kind: "correction", id: 8, text: "Átnevezték." });
    expect(filled.draft).toMatchObject({
      ...{ place: "Vác", address_line1: "Új utca 7." },
      ...{ longitude: "17.5", latitude: "47.25" },
    });
  });

  it("a correction leaves the values that it does not name", async () => {
    const { filled } = await open("?correction=8", { changes: { address: "Új utca 7." } });
    expect(filled.draft).toMatchObject({ place: "Győr", address_line1: "Új utca 7." });
  });

  it("nothing is as any other, such as a report of another place", async () => {
    for (const { applied, filled } of [
      await open("?report=9"),
      await open("?report=7", { place_id: 13 }),
      await open(""),
    ]) {
      expect(applied).toBeNull();
      expect(filled.draft).toMatchObject(former);
    }
  });
});
