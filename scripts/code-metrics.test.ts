import { describe, expect, it } from "vitest";
import { type CodeModule, describeCode } from "./code-metrics.ts";

function file(path: string, lines: number, ...importers: string[]): CodeModule {
  return { path, lines, importers };
}

describe("describeCode", () => {
  const house = [
    file("server/main.ts", 40),
    file("server/app.ts", 90, "server/main.ts"),
    file("domain/place.ts", 19, "server/app.ts"),
    file("domain/review.ts", 20, "server/app.ts", "server/main.ts"),
    file("server/http/answer.ts", 300, "server/app.ts", "server/http/page.ts"),
    file("server/port.ts", 60, "server/app.ts", "server/main.ts"),
  ];

  it("counts the files and takes the median between the two in the middle", () => {
    expect(describeCode(house)[0]).toBe("6 modules, median 50 lines");
    expect(describeCode(house.slice(1))[0]).toBe("5 modules, median 60 lines");
  });

  it("counts a file of 19 lines as small and one of 20 as not", () => {
    expect(describeCode(house)[1]).toBe("17 % under 20 lines");
  });

  it("distinguishes a single importer in the same folder from one elsewhere", () => {
    expect(describeCode(house)[2]).toBe("33 % with one importer (1 beside it)");
  });

  it("names the longest file and the folder with most files of its own", () => {
    expect(describeCode(house).slice(3)).toEqual([
      "longest file: server/http/answer.ts (300 lines)",
      "folder with most files: server (3)",
    ]);
  });
});
