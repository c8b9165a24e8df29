import "./birthday.css";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PageTitle } from "#app/ui/page-title-and-main.tsx";

export default BirthdayPage;

const age = "26";
const greetings = ["happy", "health", "joy", "cheers", "wishes"] as const;

/**
 * The celebration: confetti, eight floating labels, a cake and the number; still where the visitor wants less motion
 * (docs/product#celebration).
 */
export function BirthdayPage() {
  const { t } = useTranslation();
  const labels = [
    ...greetings.map((greeting) => t(`birthday.greeting.${greeting}`)),
    age,
    age,
    age,
  ];
  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative flex min-h-[calc(100dvh-3.5rem-1px)] flex-col items-center justify-center overflow-hidden px-4 py-44 text-center"
    >
      <PageTitle screen={t("birthday.title")} />
      <Confetti />
      <h1 className="sr-only">{t("birthday.title")}</h1>
      <p className="birthday-digits tabular font-bold">
        {[...age].map((digit) => (
          <span key={digit}>{digit}</span>
        ))}
      </p>
      <Cake label={t("birthday.cake")} />
      <ul className="contents">
        {labels.map((label, index) => (
          <li key={index} className={`birthday-label label-${index + 1} font-bold`}>
            {label}
          </li>
        ))}
      </ul>
    </main>
  );
}

const candles = [88, 120, 152];

/** A cake of two layers with three burning candles. */
function Cake({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 240 190" role="img" aria-label={label} className="w-64 max-w-[80vw] sm:w-80">
      <ellipse cx="120" cy="176" rx="112" ry="11" className="fill-line" />
      {candles.map((x, index) => (
        <g key={x}>
          <rect x={x - 4} y="44" width="8" height="34" rx="3" className={`festive-${index + 1}`} />
          <path
            d={`M${x} 18c7 9 8 13 8 17a8 8 0 0 1-16 0c0-4 1-8 8-17z`}
            className="candle-flame"
          />
        </g>
      ))}
      <rect x="62" y="72" width="116" height="52" rx="12" className="cake-sponge" />
      <path
        d="M62 84a12 12 0 0 1 12-12h92a12 12 0 0 1 12 12v10c0 9-12 9-14 0-2 12-16 12-18 0-2 8-14 8-16 0-2 14-18 14-20 0-2 8-14 8-16 0-2 12-16 12-18 0-2 9-14 9-14 0z"
        className="cake-cream"
      />
      <rect x="30" y="116" width="180" height="60" rx="14" className="cake-sponge" />
      <path
        d="M30 130a14 14 0 0 1 14-14h152a14 14 0 0 1 14 14v8c0 11-15 11-17 0-3 14-19 14-22 0-3 9-17 9-20 0-3 16-21 16-24 0-3 9-17 9-20 0-3 14-19 14-22 0-3 9-17 9-20 0-3 16-18 13-18 0-3 12-17 12-17 0z"
        className="cake-icing"
      />
      {[58, 92, 126, 160, 184].map((x, index) => (
        <circle key={x} cx={x} cy="161" r="5" className={`festive-${(index % 6) + 1}`} />
      ))}
    </svg>
  );
}

/** Confetti at positions in attributes, because the page allows no inline style. */
function Confetti() {
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

interface ConfettiPiece {
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
