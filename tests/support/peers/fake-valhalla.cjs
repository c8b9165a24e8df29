/* Answers as Valhalla's module does, as a test asks it to. */
exports.Actor = class {
  constructor(config) {
    this.config = config;
  }

  async route({ query }) {
    if (query === "die") process.exit(1);
    if (query === "hang") return new Promise(() => {});
    if (query === "none") throw new Error("Route error: No path could be found for input");
    if (query === "far")
      throw new Error("Route error: Path distance exceeds the max distance limit");
    if (query === "off") throw new Error("Route error: No suitable edges near location");
    // 'on hungary': only the tiles of that extract have ways there; others may know of both ends.
    const [, cutOff, extract] = /^(cut off )?.*on (.*)$/.exec(query) ?? [];
    if (extract && !this.config.mjolnir.tile_dir.includes(extract)) {
      throw new Error(
        cutOff
          ? "Route error: No path could be found for input"
          : "Route error: No suitable edges near location",
      );
    }
    if (query === "broken") throw new Error("Route error: something else");
    return { query, tiles: this.config.mjolnir.tile_dir };
  }
};
