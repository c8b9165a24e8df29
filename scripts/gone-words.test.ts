import { describe, expect, it } from "vitest";
import { findGoneWords } from "./gone-words.ts";

const complaintsOf = (path: string, text = "") => findGoneWords({ path, text });

describe("findGoneWords", () => {
  it.each([
    "const faultText = 1;",
    "export function useFaults() {}",
    "interface FaultyField {}",
    "type FAULT_KIND = string;",
    "export async function* eachFault() {}",
  ])("complains of %s, with the word of today", (text) => {
    const [complaint, ...others] = complaintsOf("app/ui/form/field.tsx", text);
    expect(complaint).toMatch(/^app\/ui\/form\/field\.tsx: .*; the word is error, invalid$/);
    expect(others).toEqual([]);
  });

  it("complains of the names of files and folders, once each", () => {
    expect(complaintsOf("app/kept/place-words.dom.test.tsx")).toHaveLength(2);
  });

  it.each([
    "const passwords = 1;",
    "const defaultPath = 1;",
    "/* const fault = 1; */",
    "// const fault = 1;",
    'import { type FieldFault, findFaults } from "#domain/validation/fault.ts";',
    "call(fault.faults);",
  ])("lets be %s", (text) => {
    expect(complaintsOf("app/ui/form/field.tsx", text)).toEqual([]);
  });

  it("ignores folders that are not listed", () => {
    expect(complaintsOf("client/fault.ts", "const fault = 1;")).toEqual([]);
  });

  it("ignores files in which a word has its technical sense", () => {
    const words = "const words = 1;";
    expect(complaintsOf("domain/place-index/radix-sort.ts", words)).toEqual([]);
    expect(complaintsOf("domain/place-index/place-index.ts", words)).toHaveLength(1);
  });
});
