/**
 * 120 pieces falling through the window; their positions are attributes, because the page allows no inline
 * style.
 */
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

/** Number of pieces (docs/product#celebration). */
const confettiCount = 120;

/** Number of colours of confetti and labels, used in class names (`birthday.css`). */
export const festiveColours = 6;

export interface ConfettiPiece {
  /** Position in the window, in per cent of its width and height. */
  x: number;
  y: number;
  /** In pixels. */
  width: number;
  height: number;
  /** 1…`festiveColours`. */
  colour: number;
}

/** Pieces scattered by a fixed random sequence, so that the server and the browser draw the same picture. */
export function confettiPieces(count = confettiCount, seed = 26): ConfettiPiece[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({
    x: Math.round(random() * 1000) / 10,
    y: Math.round(random() * 1000) / 10,
    width: 6 + Math.floor(random() * 5),
    height: 10 + Math.floor(random() * 7),
    colour: 1 + Math.floor(random() * festiveColours),
  }));
}

/** Mulberry32: evenly spread numbers from 0 up to, not including, 1. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
