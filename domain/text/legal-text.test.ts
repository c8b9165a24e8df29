import { describe, expect, it } from "vitest";
import { fillLegalText, readLegalText } from "./legal-text.ts";

const fill = (body: string) =>
  fillLegalText(body, {
    values: { operator: "Kőbánya *Város*", contact: null, address: null, street: "Fő tér 13." },
    facts: { google: true, mail: false },
    unset: { contact: "nobody yet" },
  });

describe("readLegalText", () => {
  it("has the day of the version from the first line", () => {
    expect(readLegalText("date: 2026-11-23\n\n# Title\n")).toEqual({
      date: "2026-11-23",
      body: "# Title",
    });
    expect(readLegalText("\uFEFFdate: 2026-02-28\r\n\r\ntext").body).toBe("text");
  });

  it.each(["# Title", "date: 2026-13-01\n\nx", "date: soon\nx", "", "\ndate: 2026-11-23\nx"])(
    "refuses %j",
    (file) => {
      expect(() => readLegalText(file)).toThrow("its first line must be a day");
    },
  );
});

describe("fillLegalText", () => {
  it("puts values in, as text", () => {
    expect(fill("By {operator}.")).toBe(String.raw`By Kőbánya \*Város\*.`);
  });

  it("ends no sentence with two full stops", () => {
    expect(fill("At {street}.")).toBe("At Fő tér 13.");
    expect(fill("At {street}, by {operator}")).toBe(
      String.raw`At Fő tér 13., by Kőbánya \*Város\*`,
    );
  });

  it("has the text for an unset value, and never 'null'", () => {
    expect(fill("{contact}{address}.")).toBe("nobody yet.");
  });

  it.each([
    ["{if google}\nyes\n{end}", "yes"],
    ["{if not google}\nyes\n{end}", ""],
    ["{if mail}\nyes\n{end}", ""],
    ["{if not mail}\nyes\n{end}", "yes"],
    ["{if operator}\nyes\n{end}", "yes"],
    ["{if contact}\nyes\n{end}\nafter", "after"],
    ["{if not contact}\nyes\n{end}", "yes"],
  ])("evaluates %j", (body, shown) => {
    expect(fill(body)).toBe(shown);
  });

  it.each([
    ["{nothing}", "it names {nothing}, which does not exist"],
    ["{if nothing}\n{end}", "it names {nothing}, which does not exist"],
    ["{if mail}\n{nothing}\n{end}", "it names {nothing}, which does not exist"],
    ["{toString}", "it names {toString}, which does not exist"],
    ["{if google}\n", "an {if} has no {end}"],
    ["{end}", "an {end} has no {if}"],
    ["{if google}\n{if mail}\n{end}\n{end}", "{if mail} stands within another {if}"],
  ])("refuses %j", (body, reason) => {
    expect(() => fill(body)).toThrow(reason);
  });
});
