import { describe, expect, it } from "vitest";
import { Histogram, joinMetricTexts, metricText } from "./metric-text.ts";

describe("metricText", () => {
  it("describes each metric before its values", () => {
    const text = metricText([
      { name: "a_total", help: "All a.", type: "counter", samples: [{ value: 3 }] },
      {
        name: "b_bytes",
        help: "Each b.",
        type: "gauge",
        samples: [
          { labels: { of: "x", by: "y" }, value: 1.5 },
          { labels: { of: "z", by: "" }, value: 0 },
        ],
      },
    ]);
    expect(text).toBe(
      [
        "# HELP a_total All a.",
        "# TYPE a_total counter",
        "a_total 3",
        "# HELP b_bytes Each b.",
        "# TYPE b_bytes gauge",
        'b_bytes{of="x",by="y"} 1.5',
        'b_bytes{of="z",by=""} 0',
        "",
      ].join("\n"),
    );
  });

  it("has a metric without values, so that rules find its name", () => {
    const text = metricText([{ name: "a", help: "None.", type: "gauge", samples: [] }]);
    expect(text).toBe("# HELP a None.\n# TYPE a gauge\n");
  });

  it("escapes quotes, backslashes and ends of lines in labels", () => {
    const samples = [{ labels: { of: 'a"b\\c\nd' }, value: 1 }];
    expect(metricText([{ name: "a", help: "A.", type: "gauge", samples }])).toContain(
      'a{of="a\\"b\\\\c\\nd"} 1\n',
    );
  });
});

describe("Histogram", () => {
  it("counts a value in its bucket and all above, the upper limit included", () => {
    const histogram = new Histogram("t_seconds", "Times.", [0.25, 1]);
    for (const seconds of [0.25, 0.2500001, 1, 4])
      histogram.observe("x", () => ({ route: "/" }), seconds);
    expect(histogram.text().split("\n")).toEqual([
      "# HELP t_seconds Times.",
      "# TYPE t_seconds histogram",
      't_seconds_bucket{route="/",le="0.25"} 1',
      't_seconds_bucket{route="/",le="1"} 3',
      't_seconds_bucket{route="/",le="+Inf"} 4',
      't_seconds_sum{route="/"} 5.5000001',
      't_seconds_count{route="/"} 4',
      "",
    ]);
  });
});

describe("joinMetricTexts", () => {
  it("has each figure once, with the values of each process under its number", () => {
    const head = "# HELP a All a.\n# TYPE a counter\n";
    const none = "# HELP b None.\n# TYPE b gauge\n";
    const texts = [
      { process: 2, text: `${head}a{of="x{y} "} 2\n${none}` },
      { process: 1, text: `${head}a{of="x{y} "} 1\na 3\n${none}b 4\n` },
    ];
    expect(joinMetricTexts(texts)).toBe(
      [
        `${head}a{process="1",of="x{y} "} 1`,
        'a{process="1"} 3',
        'a{process="2",of="x{y} "} 2',
        `${none}b{process="1"} 4`,
        "",
      ].join("\n"),
    );
  });
});
