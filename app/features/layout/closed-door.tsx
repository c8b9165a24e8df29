/** The picture of the 404 page: a door with its number, in the page's own colours. */
export function ClosedDoor({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 240 200" role="img" aria-label={label} className="w-60 max-w-full">
      <path d="M16 184h208" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
      <rect
        x="66"
        y="16"
        width="108"
        height="168"
        rx="6"
        className="fill-raised stroke-text"
        strokeWidth="4"
      />
      <rect
        x="76"
        y="26"
        width="88"
        height="156"
        rx="3"
        className="fill-brand-tint stroke-brand"
        strokeWidth="3"
      />
      <rect x="88" y="44" width="64" height="34" rx="6" className="fill-brand" />
      <text
        x="120"
        y="68"
        textAnchor="middle"
        fontSize="21"
        fontWeight="650"
        className="tabular fill-on-brand"
      >
        404
      </text>
      <rect
        x="88"
        y="92"
        width="64"
        height="76"
        rx="3"
        fill="none"
        className="stroke-brand"
        strokeWidth="2"
        opacity="0.5"
      />
      <circle cx="154" cy="112" r="5" className="fill-brand" />
      <path d="M154 117v12" className="stroke-closed" strokeWidth="5" strokeLinecap="round" />
      <path
        d="M30 184c0-16 4-26 12-30M42 184c0-10-2-18-8-24"
        className="stroke-open"
        strokeWidth="3"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M26 184h22l-3 0" className="stroke-text" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
