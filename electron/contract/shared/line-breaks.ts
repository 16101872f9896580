/** The line breaks of every system, of terminals and of Unicode. */
const breaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
const hasBreak = /[\r\v\f\u0085\u2028\u2029]/

/** Text with LF as its only line break. Everything else stays as it was written. */
export const withLineFeeds = (text: string): string =>
  hasBreak.test(text) ? text.replaceAll(breaks, '\n') : text
