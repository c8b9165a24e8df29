/**
 * Edit distance of two texts (optimal string alignment): number of letters to insert, remove, change or swap with
 * their neighbour; `most + 1` where it is more than `most`.
 *
 * @param isPrefix whether letters of `text` after the part that matches `typed` cost nothing
 */
export function editDistance(
  typed: string,
  text: string,
  { most, isPrefix = false }: { most: number; isPrefix?: boolean },
): number {
  if (typed.length - text.length > most) return most + 1;
  if (!isPrefix && text.length - typed.length > most) return most + 1;
  const width = Math.min(text.length, typed.length + most);
  let beforePrevious = new Uint8Array(width + 1);
  let previous = Uint8Array.from({ length: width + 1 }, (_, column) => column);
  let current = new Uint8Array(width + 1);
  for (let row = 1; row <= typed.length; row++) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === text[column - 1];
      let cost = Math.min(
        previous[column] + 1,
        current[column - 1] + 1,
        previous[column - 1] + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 &&
        column > 1 &&
        typed[row - 1] === text[column - 2] &&
        typed[row - 2] === text[column - 1];
      if (isSwapped) cost = Math.min(cost, beforePrevious[column - 2] + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(isPrefix ? Math.min(...previous) : previous[width], most + 1);
}
