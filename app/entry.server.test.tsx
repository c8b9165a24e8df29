import { expect, it, vi } from "vitest";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { render } from "./entry.server.tsx";

it("waits for a chunk that is not loaded yet", async () => {
  const Late = lazyComponent(async () => () => <p>late</p>);
  const html = await render(
    <ChunkBoundary fallback="…">
      <Late />
    </ChunkBoundary>,
  );
  expect(html).toBe("<!--$--><p>late</p><!--/$-->");
});

it("logs an error inside a boundary, whose content it leaves to the browser", async () => {
  using log = vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = () => {
    throw new Error("broken");
  };
  const html = await render(
    <ChunkBoundary fallback="…">
      <Broken />
    </ChunkBoundary>,
  );
  expect(html).toContain("…");
  expect(log).toHaveBeenCalledExactlyOnceWith(new Error("broken"));
});

it("fails with an error outside of a boundary", async () => {
  const Broken = () => {
    throw new Error("broken");
  };
  await expect(render(<Broken />)).rejects.toThrow("broken");
});
