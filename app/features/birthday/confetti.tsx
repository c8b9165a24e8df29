import { confettiPieces } from "./confetti-pieces.ts";

/** 120 pieces falling through the window; places are attributes, since the page allows no inline style. */
export function Confetti() {
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full overflow-hidden"
    >
      {confettiPieces().map(({ x, y, width, height, colour }) => (
        <rect
          key={`${x} ${y}`}
          className={`confetti festive-${colour}`}
          x={`${x}%`}
          y={`${y}%`}
          width={width}
          height={height}
          rx="2"
        />
      ))}
    </svg>
  );
}
