import { expect, test } from "#tests/e2e/support/test.ts";

test.describe("figures", { tag: "@desktop" }, () => {
  test("callers on this machine read them, with pages by their pattern", async ({ request }) => {
    await request.get("/places?accessible=1");
    await request.get("/places/7/history");
    const answer = await request.get("/metrics");
    expect(answer.status()).toBe(200);
    const text = await answer.text();
    const count = "mosdo_http_request_duration_seconds_count";
    expect(text).toMatch(
      new RegExp(`^${count}\\{method="GET",route="/places",status="2xx"\\} `, "m"),
    );
    expect(text).toMatch(new RegExp(`^${count}\\{method="GET",route="/places/:id/history"`, "m"));
    expect(text).toMatch(/^mosdo_kept_answer_misses_total\{memory="pages"\} [1-9]/m);
    expect(text).not.toContain("accessible");
  });

  test("visitors behind a proxy get the page for an address that does not exist", async ({
    request,
  }) => {
    const headers = { "X-Forwarded-For": "127.0.0.1", Accept: "text/html" };
    const answer = await request.get("/metrics", { headers });
    const elsewhere = await request.get("/nothing-here", { headers });
    expect([answer.status(), elsewhere.status()]).toEqual([404, 404]);
    const titleOf = (html: string) => /<h1[^>]*>.*?<\/h1>/s.exec(html)?.[0];
    expect(titleOf(await answer.text())).toBe(titleOf(await elsewhere.text()));
  });
});
