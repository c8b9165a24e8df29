import { describe, expect, it } from "vitest";
import { suggestAddress } from "./use-suggestions.ts";

describe("suggestAddress", () => {
  it("names text, language and roughly where", () => {
    const address = suggestAddress({
      text: " Fő tér & 1 ",
      language: "hu",
      near: [19.040235, 47.497912],
      session: "abcdefgh",
      withPlaces: true,
    });
    expect(address).toBe(
      "/api/v1/geo/suggest?q=F%C5%91+t%C3%A9r+%26+1&lang=hu&session=abcdefgh&near=19.04%2C47.5",
    );
  });

  it("leaves out what nobody knows", () => {
    const question = { text: "Vác", language: "de", near: null, session: "abcdefgh" } as const;
    expect(suggestAddress({ ...question, withPlaces: true })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh",
    );
  });

  it("asks for addresses alone where a place of ours is no answer", () => {
    const question = { text: "Vác", language: "de", near: null, session: "abcdefgh" } as const;
    expect(suggestAddress({ ...question, withPlaces: false })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh&types=address",
    );
  });
});
