import { describe, expect, it } from "vitest";
import { suggestPath } from "./use-suggestions.ts";

describe("suggestAddress", () => {
  it("names text, language and rough position", () => {
    const path = suggestPath({
      text: " Fő tér & 1 ",
      language: "hu",
      near: [19.040235, 47.497912],
      session: "abcdefgh",
      withPlaces: true,
    });
    expect(path).toBe(
      "/api/v1/geo/suggest?q=F%C5%91+t%C3%A9r+%26+1&lang=hu&session=abcdefgh&near=19.04%2C47.5",
    );
  });

  it("leaves out unknown values", () => {
    const query = { text: "Vác", language: "de", near: null, session: "abcdefgh" } as const;
    expect(suggestPath({ ...query, withPlaces: true })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh",
    );
  });

  it("requests only addresses where the product's places are not wanted", () => {
    const query = { text: "Vác", language: "de", near: null, session: "abcdefgh" } as const;
    expect(suggestPath({ ...query, withPlaces: false })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh&types=address",
    );
  });
});
