import { describe, expect, it } from "vitest";
import { suggestAddress } from "./fetch-suggestions.ts";

describe("suggestAddress", () => {
  it("names text, language and roughly where", () => {
    const address = suggestAddress({
      text: " Fő tér & 1 ",
      language: "hu",
      near: [19.040235, 47.497912],
      session: "abcdefgh",
    });
    expect(address).toBe(
      "/api/v1/geo/suggest?q=F%C5%91+t%C3%A9r+%26+1&lang=hu&session=abcdefgh&near=19.04%2C47.5",
    );
  });

  it("leaves out what nobody knows", () => {
    expect(suggestAddress({ text: "Vác", language: "de", near: null, session: "abcdefgh" })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh",
    );
  });
});
