/* Answers as Valhalla's module does, as a test asks it to. */
exports.Actor = class {
  constructor(config) {
    this.config = config;
  }

  async route({ ask }) {
    if (ask === "die") process.exit(1);
    if (ask === "hang") return new Promise(() => {});
    if (ask === "none") throw new Error("Route error: No path could be found for input");
    if (ask === "far") throw new Error("Route error: Path distance exceeds the max distance limit");
    if (ask === "off") throw new Error("Route error: No suitable edges near location");
    // 'on hungary': only the tiles of that extract have ways there; others may know of both ends.
    const [, cutOff, extract] = /^(cut off )?.*on (.*)$/.exec(ask) ?? [];
    if (extract && !this.config.mjolnir.tile_dir.includes(extract)) {
      throw new Error(
        cutOff
          ? "Route error: No path could be found for input"
          : "Route error: No suitable edges near location",
      );
    }
    if (ask === "broken") throw new Error("Route error: something else");
    return { ask, tiles: this.config.mjolnir.tile_dir };
  }
};
