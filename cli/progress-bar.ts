/** Output for the progress: a terminal, or any other stream of text. */
export type ProgressOutput = Pick<NodeJS.WriteStream, "write" | "isTTY">;

const width = 30;
/** Time between two lines where the output is not a terminal. */
const lineIntervalMs = 10_000;

/** Progress: one line on a terminal; elsewhere a line for each stage and one every ten seconds. */
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

  /** Ends the bar's line, so that the next text begins on a new line. */
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

/** Progress of a command on the error output, and its result on the standard output; neither if it is quiet. */
export class CommandOutput extends ProgressBar {
  readonly #print: (line: string) => void;
  readonly #isQuiet: boolean;

  constructor(
    { stderr, print }: { stderr: ProgressOutput; print: (line: string) => void },
    isQuiet: boolean,
  ) {
    super(stderr);
    this.#print = print;
    this.#isQuiet = isQuiet;
  }

  override show(stage: string, share: number): void {
    if (!this.#isQuiet) super.show(stage, share);
  }

  say(lines: readonly string[]): void {
    if (this.#isQuiet) return;
    for (const line of lines) this.#print(line);
  }
}
