import { kilometersBetween, type Line, nearestIndex, type Position } from "./geometry.ts";

/** Lines of a coarser source that end this near to the country's outline are meant to end on it. */
const joinKilometers = 4;

/** The line with each end that lies near the outline moved onto it, so that lines of two sources meet. */
export function joinToOutline(line: Line, outline: Line): Position[] {
  const joined = [...line];
  for (const end of [0, joined.length - 1]) {
    const nearest = outline[nearestIndex(outline, joined[end])];
    if (kilometersBetween(nearest, joined[end]) < joinKilometers) joined[end] = nearest;
  }
  return joined;
}
