import { boxRanges } from "./box-ranges.ts";
import type { PlaceColumns } from "./place-columns.ts";
import type { PlaceQuestion } from "./place-question.ts";
import { passingStates } from "./place-state.ts";
import { isInUnitBox } from "./unit-box.ts";

/** The slots of all answers to a question, ascending; `total` is how many there are. */
export function answerSlots(
  columns: PlaceColumns,
  question: PlaceQuestion,
  total: number,
): Uint32Array {
  const { state, x, y } = columns;
  const passes = passingStates(question);
  const slots = new Uint32Array(total);
  let count = 0;
  for (const { from, to, box } of boxRanges(columns, question.bbox)) {
    for (let slot = from; slot < to; slot++) {
      if (passes[state[slot]] === 0) continue;
      if (box === null || isInUnitBox(box, x[slot], y[slot])) slots[count++] = slot;
    }
  }
  return slots;
}
