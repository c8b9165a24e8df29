/** Where progress is shown: a terminal, or whatever else takes text. */
export type ProgressOutput = Pick<NodeJS.WriteStream, "write" | "isTTY">;

const width = 30;
/** Between two lines where there is no terminal to draw on. */
const lineIntervalMs = 10_000;

/**
 * Shows how far some work is: on a terminal as a bar in one line, elsewhere as a line for each stage
 * and then every ten seconds.
 */
export class ProgressBar {
  readonly #output: ProgressOutput;
  readonly #nowMs: () => number;
  #stage = "";
  #shown = "";
  #shownAtMs = Number.NEGATIVE_INFINITY;

  constructor(output: ProgressOutput, nowMs: () => number = () => performance.now()) {
    this.#output = output;
    this.#nowMs = nowMs;
  }

  /** @param share 0…1 of the stage */
  show(stage: string, share: number): void {
    const isNewStage = stage !== this.#stage;
    this.#stage = stage;
    const percent = `${Math.floor(Math.min(1, share) * 100)} %`.padStart(5);
    if (this.#output.isTTY) this.#draw(stage, share, percent, isNewStage);
    else if (isNewStage || this.#nowMs() - this.#shownAtMs >= lineIntervalMs) {
      this.#output.write(`${stage} ${percent}\n`);
      this.#shownAtMs = this.#nowMs();
    }
  }

  /** Leaves the bar standing, so that the next line is its own. */
  end(): void {
    if (this.#output.isTTY && this.#stage !== "") this.#output.write("\n");
    this.#stage = "";
  }

  #draw(stage: string, share: number, percent: string, isNewStage: boolean): void {
    const filled = Math.round(Math.min(1, share) * width);
    const bar = `${stage.padEnd(22)} ${"█".repeat(filled)}${"░".repeat(width - filled)}${percent}`;
    if (bar === this.#shown) return;
    const isFirst = this.#shown === "";
    this.#output.write(`${isNewStage && !isFirst ? "\n" : "\r"}${bar}`);
    this.#shown = bar;
  }
}
