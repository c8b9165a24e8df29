import { expect, it } from "vitest";
import type { OpenStatus } from "#domain/open-status.ts";
import { renderInLanguage } from "#tests/support/render-in-language.tsx";
import { StatusBadge } from "./status-badge.tsx";

it.each<[OpenStatus, number | null, string]>([
  ["open", 1080, "18:00-ig"],
  ["open", 0, "24:00-ig"],
  ["closes-soon", 0, "24:00-ig"],
  ["opens-soon", 0, "00:00"],
  ["closed", 480, "08:00"],
])("says of %s until minute %s: %s", (status, until, expected) => {
  expect(renderInLanguage(<StatusBadge status={status} until={until} />, "hu")).toContain(expected);
});

it("names no time where nothing is known", () => {
  expect(renderInLanguage(<StatusBadge status="none" until={480} />, "hu")).not.toContain("08:00");
});
