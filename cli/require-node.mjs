// Plain JavaScript, so that an old Node can still read it and say what is missing.
const needed = [22, 22];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `mosdo: this needs Node.js ${needed.join(".")} or newer, and runs on ${process.versions.node}: install one from https://nodejs.org, or on Linux run "npm ci" without leaving out optional packages, which brings its own.`,
  );
  process.exit(1);
}
