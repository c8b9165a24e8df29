/** A log that swallows everything, for code under test that wants one. */
export const silentLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
