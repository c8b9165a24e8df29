/** The outline of a star in a square of 15 by 15. */
export const starPath =
  "M7.5 1.2l1.95 3.95 4.36.63-3.16 3.08.75 4.34-3.9-2.05-3.9 2.05.75-4.34L1.19 5.78l4.36-.63z";
