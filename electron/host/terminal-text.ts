/** Control characters, and those that hide themselves, break a line or turn the writing direction. */
const unprintable = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+`
const anywhere = new RegExp(unprintable, 'gu')
const butLinesAndTabs = new RegExp(String.raw`(?:(?![\n\t])${unprintable.slice(0, -1)})+`, 'gu')

/**
 * Text for a terminal or a file that somebody reads in one, without what would steer the terminal: names and words of the
 * platform may hold escape codes. Line feeds and tabs stay.
 */
export const terminalText = (text: string): string => text.replace(butLinesAndTabs, '')

/** Somebody else's words within a line of ours: no line break in them starts a line that looks like ours. */
export const oneLine = (text: string): string => text.replace(anywhere, ' ')
