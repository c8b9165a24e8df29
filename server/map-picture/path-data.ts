import type { PixelLine } from "./clip-line.ts";

/** Lines as SVG path data: to a tenth of a pixel, relative, since short numbers compress best. */
export function pathData(lines: readonly PixelLine[], { closed }: { closed: boolean }): string {
  let data = "";
  for (const line of lines) {
    if (line.length < 4) continue;
    let x = tenths(line[0]);
    let y = tenths(line[1]);
    data += `M${x / 10} ${y / 10}l`;
    const start = data.length;
    for (let i = 2; i < line.length; i += 2) {
      const nextX = tenths(line[i]);
      const nextY = tenths(line[i + 1]);
      if (nextX === x && nextY === y) continue;
      const step = number(nextY - y);
      // A minus sign parts two numbers as well as a space does.
      const first = number(nextX - x);
      if (data.length > start && !first.startsWith("-")) data += " ";
      data += step.startsWith("-") ? first + step : `${first} ${step}`;
      x = nextX;
      y = nextY;
    }
    if (data.length === start) data += "0 0";
    if (closed) data += "z";
  }
  return data;
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** A number of tenths without a leading zero: 5 is ".5". */
function number(value: number): string {
  const size = Math.abs(value);
  const whole = size < 10 ? "" : String(Math.trunc(size / 10));
  const tenth = size % 10;
  return `${value < 0 ? "-" : ""}${whole}${tenth === 0 ? (whole === "" ? "0" : "") : `.${tenth}`}`;
}
