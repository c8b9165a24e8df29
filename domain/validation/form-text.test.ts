import { expect, it } from "vitest";
import { formText } from "./form-text.ts";

it("returns the first text of a field as typed, and an empty text for a file or an absent field", () => {
  const form = new FormData();
  form.append("city", " Eger\r\n");
  form.append("city", "Pécs");
  form.append("photo", new Blob(["x"]));
  expect(formText(form, "city")).toBe(" Eger\r\n");
  expect(formText(form, "photo")).toBe("");
  expect(formText(form, "constructor")).toBe("");
});
