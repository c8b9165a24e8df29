import type { GeoConfidence } from "#domain/geo/geo-address.ts";
import { geoPrecisions } from "#domain/geo/geo-precision.ts";
import { placeFees } from "#domain/place-fee.ts";
import type { DayTimes, PlaceDraft } from "./place-draft.ts";

/** What was typed into the form, as it was sent; anything that is not there is empty. */
export function readDraftForm(form: FormData): PlaceDraft {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const day = (weekday: number): DayTimes => ({
    from: text(`from_${weekday}`),
    to: text(`to_${weekday}`),
    isClosed: form.has(`closed_${weekday}`),
  });
  return {
    mode: text("mode") === "manual" ? "manual" : "address",
    confidence: toConfidence(text("confidence")),
    address_line1: text("address_line1"),
    address_line2: text("address_line2"),
    place: text("place"),
    county: text("county"),
    postcode: text("postcode"),
    country: text("country"),
    latitude: text("latitude"),
    longitude: text("longitude"),
    precision: geoPrecisions.find((known) => known === text("precision")) ?? null,
    isApproximate: form.has("position_approximate"),
    fee: placeFees.find((known) => known === text("fee")) ?? "unknown",
    price: text("price"),
    accessible: form.has("accessible"),
    public: form.has("public"),
    comments: text("comments"),
    days: Array.from({ length: 7 }, (_, weekday) => day(weekday)),
  };
}

const confidences = ["exact", "high", "medium", "low"] as const;

function toConfidence(text: string): GeoConfidence | null {
  return confidences.find((confidence) => confidence === text) ?? null;
}
