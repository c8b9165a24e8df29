import { describe, expect, test } from "vitest";
import {
  behindFromMs,
  inStepBelowMs,
  mayAnswer,
  type ReplicaSight,
  replicaState,
} from "./read-servers.ts";

const standby = (replayed: number): ReplicaSight => ({ kind: "standby", replayed });

describe("a replica may answer a read", () => {
  test.each([
    ["one byte before what has been seen", 99, 100, false],
    ["exactly what has been seen", 100, 100, true],
    ["one byte beyond it", 101, 100, true],
    ["nothing has been seen yet", 100, Number.POSITIVE_INFINITY, false],
  ])("by the position that it has replayed: %s", (_, replayed, seen, expected) => {
    expect(mayAnswer(standby(replayed), seen)).toBe(expected);
  });

  test.each(["lost", "foreign", "promoted"] as const)("never one that is %s", (kind) => {
    expect(mayAnswer({ kind }, 0)).toBe(false);
  });
});

describe("the state of a replica", () => {
  test.each([
    ["in_step", behindFromMs - 1, "in_step"],
    ["in_step", behindFromMs, "behind"],
    ["lost", behindFromMs - 1, "in_step"],
    ["behind", inStepBelowMs, "behind"],
    ["behind", inStepBelowMs - 1, "in_step"],
    ["behind", 0, "in_step"],
  ] as const)("after %s, with a lag of %d ms, is %s", (before, lagMs, state) => {
    expect(replicaState(before, { kind: "standby" }, lagMs)).toBe(state);
  });

  test.each([
    ["lost", "lost"],
    ["foreign", "not_a_replica"],
    ["promoted", "not_a_replica"],
  ] as const)("of a server that is %s is %s, whatever its lag", (kind, state) => {
    for (const lagMs of [0, behindFromMs]) {
      expect(replicaState("in_step", { kind }, lagMs)).toBe(state);
    }
  });
});
