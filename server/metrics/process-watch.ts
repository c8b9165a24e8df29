import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { counter, gauge, type Metric } from "./metric-text.ts";

/** Sampling interval of the event loop. */
const resolutionMs = 20;
const nanosecond = 1e-9;

/** Memory, processor time and event-loop delay of the process. Disposing it ends the sampling. */
export class ProcessWatch implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });

  constructor() {
    this.#delay.enable();
  }

  [Symbol.dispose](): void {
    this.#delay.disable();
  }

  /** Metrics with the names of Prometheus clients for Node. The delays are reset with each call. */
  metrics(): Metric[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const { active } = performance.eventLoopUtilization();
    const delay = (name: string, what: string, nanoseconds: number) =>
      gauge(
        `nodejs_eventloop_lag_${name}_seconds`,
        `${what} of the event loop since these figures were last read.`,
        delaySeconds(nanoseconds),
      );
    const metrics = [
      counter(
        "process_cpu_seconds_total",
        "Processor time of the process, its threads included.",
        (user + system) / 1e6,
      ),
      gauge("process_resident_memory_bytes", "Memory of the process.", rss),
      gauge(
        "process_start_time_seconds",
        "Time of the start since 1970.",
        performance.timeOrigin / 1000,
      ),
      gauge("nodejs_heap_size_used_bytes", "Memory of the objects of JavaScript.", heapUsed),
      gauge("nodejs_heap_size_total_bytes", "Memory kept for these objects.", heapTotal),
      gauge("nodejs_external_memory_bytes", "Memory of buffers outside of them.", external),
      counter(
        "nodejs_eventloop_active_seconds_total",
        "Time in which the event loop was busy.",
        active / 1000,
      ),
      delay("mean", "Mean delay", this.#delay.mean),
      delay("p50", "Median delay", this.#delay.percentile(50)),
      delay("p99", "99th percentile of the delays", this.#delay.percentile(99)),
      delay("max", "Longest delay", this.#delay.max),
    ] satisfies Metric[];
    this.#delay.reset();
    return metrics;
  }
}

/** Delay without the sampling interval; 0 before the first sample. */
function delaySeconds(nanoseconds: number): number {
  const seconds = nanoseconds * nanosecond - resolutionMs / 1000;
  return Number.isFinite(seconds) && nanoseconds > 0 && nanoseconds < 1e15
    ? Math.max(0, seconds)
    : 0;
}
