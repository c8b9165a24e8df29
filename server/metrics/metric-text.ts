/** Labels of a sample, by name. Their values come from short lists, never from a visitor. */
export type Labels = Readonly<Record<string, string>>;

/** Current value of a metric, with the labels that distinguish it from the metric's other values. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** Metric with its values, for a monitoring system. */
export interface Metric {
  /** Name by Prometheus' rules: unit at the end, `_total` behind a counter. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly Sample[];
}

export function gauge(name: string, help: string, values: number | readonly Sample[]): Metric {
  return { name, help, type: "gauge", samples: samplesOf(values) };
}

export function counter(name: string, help: string, values: number | readonly Sample[]): Metric {
  return { name, help, type: "counter", samples: samplesOf(values) };
}

function samplesOf(values: number | readonly Sample[]): readonly Sample[] {
  return typeof values === "number" ? [{ value: values }] : values;
}

/** Media type of {@link metricText}: Prometheus' text format, version 0.0.4. */
export const metricTextType = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics and histograms as a text, each after the lines that describe it. */
export function metricText(metrics: readonly (Metric | Histogram)[]): string {
  return metrics
    .map((metric) => (metric instanceof Histogram ? metric.text() : textOf(metric)))
    .join("");
}

/** Text of one process of several. */
interface ProcessText {
  readonly process: number;
  readonly text: string;
}

/** Text of several processes: each metric once, with the values of each process under its number (`process`). */
export function joinMetricTexts(parts: readonly ProcessText[]): string {
  const requestMetrics = new Map<string, { readonly heads: string; lines: string }>();
  for (const { process, text } of parts.toSorted((one, other) => one.process - other.process)) {
    for (const [heads, lines] of blocksOf(text)) {
      const labelled = lines.replace(
        /^([a-z_0-9]+)(?:\{(.*)\})? /gm,
        (_, name, labels) => `${name}{process="${process}"${labels ? `,${labels}` : ""}} `,
      );
      const known = requestMetrics.get(heads);
      if (known) known.lines += labelled;
      else requestMetrics.set(heads, { heads, lines: labelled });
    }
  }
  return [...requestMetrics.values()].map(({ heads, lines }) => heads + lines).join("");
}

/** Metrics of a text: the two header lines, and the lines of the values. */
function blocksOf(text: string): [heads: string, lines: string][] {
  const matches = text.matchAll(/^(# HELP .*\n# TYPE .*\n)((?:[^#].*\n)*)/gm);
  return [...matches].map(([, heads = "", lines = ""]) => [heads, lines]);
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => line(name, labels, value));
  return head(name, help, type) + lines.join("");
}

function head(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}

interface Series {
  readonly labels: Labels;
  /** Number of values in each bucket alone; the last one is for those above all limits. */
  readonly counts: number[];
  sum: number;
}

/** Distribution of times for each combination of labels. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #limits: readonly number[];
  readonly #series = new Map<string, Series>();

  /** @param limits upper limits of the buckets in seconds, inclusive, ascending */
  constructor(name: string, help: string, limits: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#limits = limits;
  }

  /**
   * Counts a value.
   *
   * @param key names the combination of labels, which is made only where it is new
   */
  observe(key: string, labelsOf: () => Labels, seconds: number): void {
    const limits = this.#limits;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels: labelsOf(), counts: Array<number>(limits.length + 1).fill(0), sum: 0 };
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < limits.length && seconds > limits[bucket]) bucket++;
    series.counts[bucket]++;
    series.sum += seconds;
  }

  text(): string {
    const name = this.#name;
    const all = [...this.#series.values()].map(({ labels, counts, sum }) => {
      let count = 0;
      const buckets = counts.map((own, bucket) => {
        count += own;
        const le = String(this.#limits[bucket] ?? "+Inf");
        return line(`${name}_bucket`, { ...labels, le }, count);
      });
      return `${buckets.join("")}${line(`${name}_sum`, labels, sum)}${line(`${name}_count`, labels, count)}`;
    });
    return head(name, this.#help, "histogram") + all.join("");
  }
}
