import { expect, test } from "vitest";
import { ProgressBar } from "./progress-bar.ts";

function record(isTTY: boolean) {
  const written: string[] = [];
  let nowMs = 0;
  const output = { isTTY, write: (text: string) => written.push(text) > 0 };
  const bar = new ProgressBar(output, () => nowMs);
  return { written, bar, pass: (ms: number) => (nowMs += ms) };
}

test("redraws its line on a terminal, each stage on a line of its own", () => {
  const { written, bar } = record(true);
  bar.show("Reading", 0.5);
  bar.show("Reading", 0.5);
  bar.show("Reading", 1);
  bar.show("Writing", 0);
  bar.end();
  expect(written.map((text) => text[0])).toEqual(["\r", "\r", "\n", "\n"]);
  expect(written[0]).toContain(`${"█".repeat(15)}${"░".repeat(15)} 50 %`);
  expect(written[1]).toContain("100 %");
});

test("elsewhere writes a line for each stage and one every ten seconds", () => {
  const { written, bar, pass } = record(false);
  bar.show("Reading", 0);
  bar.show("Reading", 0.3);
  pass(9_999);
  bar.show("Reading", 0.5);
  pass(1);
  bar.show("Reading", 0.6);
  bar.show("Writing", 0);
  bar.end();
  expect(written).toEqual(["Reading   0 %\n", "Reading  60 %\n", "Writing   0 %\n"]);
});
