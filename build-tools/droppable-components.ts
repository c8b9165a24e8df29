import type { Plugin } from "vite";

const routerModule = /\/react-router\/dist\/.*\.js$/;
/** Name of a component or context for React's own tools. */
const displayName = /^\w+\.displayName = ".*";$/gm;
const makesComponent = /= (React\$1\.(?:createContext|forwardRef|memo)\()/g;

/**
 * Lets the build drop the router's components that no page uses: its links and its prefetching are 1.6 KB of script,
 * compressed, kept by nothing but a name for React's tools. The build fails when there is no such name any more.
 */
export function droppableComponents(): Plugin {
  let names = 0;
  return {
    name: "mosdo:droppable-components",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: routerModule },
      handler(code) {
        names += code.match(displayName)?.length ?? 0;
        const dropped = code
          .replaceAll(displayName, "")
          .replaceAll(makesComponent, "= /* @__PURE__ */ $1");
        return { code: dropped, map: null };
      },
    },
    buildEnd(error) {
      if (!error && names === 0) this.error("the router's components have no names to drop");
    },
  };
}
