import { expect, test } from "vitest";
import { CircuitBreaker } from "./circuit-breaker.ts";

function breakerAt() {
  const clock = { ms: 0 };
  const nowMs = () => clock.ms;
  return { clock, breaker: new CircuitBreaker({ openMs: 30_000, nowMs }) };
}

test("lets everything through until three calls in a row have failed", () => {
  const { breaker } = breakerAt();
  expect(breaker.fail()).toBe(false);
  expect(breaker.fail()).toBe(false);
  expect(breaker.letThrough()).toBe(true);
  breaker.succeed();
  breaker.fail();
  breaker.fail();
  expect(breaker.letThrough()).toBe(true);
  expect(breaker.fail()).toBe(true);
  expect(breaker.letThrough()).toBe(false);
});

test("lets a single call through after a while; its failure reopens the circuit for as long", () => {
  const { breaker, clock } = breakerAt();
  for (let count = 0; count < 3; count++) breaker.fail();
  clock.ms = 29_999;
  expect(breaker.letThrough()).toBe(false);
  clock.ms = 30_000;
  expect(breaker.letThrough()).toBe(true);
  expect(breaker.letThrough()).toBe(false);
  expect(breaker.fail()).toBe(true);
  clock.ms = 59_999;
  expect(breaker.letThrough()).toBe(false);
  clock.ms = 60_000;
  expect(breaker.letThrough()).toBe(true);
});

test("closes when the single call succeeds", () => {
  const { breaker, clock } = breakerAt();
  for (let count = 0; count < 3; count++) breaker.fail();
  clock.ms = 30_000;
  breaker.letThrough();
  expect(breaker.succeed()).toBe(true);
  expect(breaker.letThrough()).toBe(true);
  expect(breaker.letThrough()).toBe(true);
  expect(breaker.succeed()).toBe(false);
});
