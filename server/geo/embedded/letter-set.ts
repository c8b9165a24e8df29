const letterA = "a".charCodeAt(0);

/** Which of the letters a to z a text has, one bit each: a quick way to see that two texts differ. */
export function letterSet(key: string): number {
  let set = 0;
  for (let at = 0; at < key.length; at++) {
    const letter = key.charCodeAt(at) - letterA;
    if (letter >= 0 && letter < 26) set |= 1 << letter;
  }
  return set;
}

/** How many letters of one set the other lacks. */
export function lettersMissing(of: number, from: number): number {
  let missing = of & ~from;
  let count = 0;
  while (missing !== 0) {
    missing &= missing - 1;
    count++;
  }
  return count;
}
