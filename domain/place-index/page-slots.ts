import type { PlaceSort } from "../place-sort.ts";
import { boxRanges } from "./box-ranges.ts";
import type { PlaceColumns } from "./place-columns.ts";
import type { PlaceQuestion } from "./place-question.ts";
import { passingStates } from "./place-state.ts";
import type { PlaceStore } from "./place-store.ts";
import { isInUnitBox } from "./unit-box.ts";
import { walkOrder } from "./walk-order.ts";

/**
 * The slots of one page of the answers, in order. The walk along the order ends with the page or with
 * the last answer, which is why it wants to know how many there are.
 */
export function pageSlots(
  { columns, orders, cities }: PlaceStore,
  question: PlaceQuestion,
  sort: PlaceSort,
  page: { offset: number; limit: number; total: number },
): number[] {
  const end = Math.min(page.offset + page.limit, page.total);
  const slots: number[] = [];
  if (page.offset >= end) return slots;
  const { marks, passes } = markAnswers(columns, question);
  let seen = 0;
  for (const { order, from, end: runEnd, step } of walkOrder(orders, sort, columns, cities.ranks)) {
    for (let position = from; position !== runEnd; position += step) {
      const slot = order[position];
      if (passes[marks[slot]] === 0) continue;
      if (seen >= page.offset) slots.push(slot);
      seen++;
      if (seen === end) return slots;
    }
  }
  return slots;
}

/** A byte per slot and what it means: 1 where the place is an answer. */
function markAnswers(columns: PlaceColumns, question: PlaceQuestion) {
  const passes = passingStates(question);
  if (question.bbox === null) return { marks: columns.state, passes };
  const { state, x, y } = columns;
  const marks = new Uint8Array(columns.size);
  for (const { from, to, box } of boxRanges(columns, question.bbox)) {
    for (let slot = from; slot < to; slot++) {
      if (box === null || isInUnitBox(box, x[slot], y[slot])) marks[slot] = passes[state[slot]];
    }
  }
  return { marks, passes: Uint8Array.of(0, 1) };
}
