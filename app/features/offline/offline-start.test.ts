import { expect, it } from "vitest";
import { targetOf } from "./offline-start.ts";

it.each([
  ["/", "/"],
  ["/?view=19.05,47.5,13", "/?view=19.05,47.5,13"],
  ["/?place=12&open=1", "/?place=12&open=1"],
  ["/#nearest", "/#nearest"],
  ["/places", "/places"],
  ["/places?open=1", "/places?open=1"],
  ["/places/12", "/?place=12"],
  ["/places/12/eger-dobo-ter", "/?place=12"],
  ["/places/12?page=2", "/?place=12"],
  ["/places/12?page=2&at=2026-12-24T15:00#reviews", "/?place=12&at=2026-12-24T15:00"],
  ["/card?in=sk", "/card?in=sk"],
  ["/places/0", null],
  ["/places/12x", null],
  ["/offline", "/offline"],
  ["/login", null],
  ["/guide", null],
  ["/towns/Budapest", null],
  ["/placesx", null],
])("%s opens %s", (wanted, target) => {
  expect(targetOf(wanted)).toBe(target);
});
