/** The numbers of a list in which each stands as its difference from the one before; in place. */
export function fromDifferences(numbers: number[]): number[] {
  for (let index = 1; index < numbers.length; index++) numbers[index] += numbers[index - 1];
  return numbers;
}
