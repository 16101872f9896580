/** Control characters, and characters that are invisible, break a line or change the writing direction. */
const unprintable = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+`
const anywhere = new RegExp(unprintable, 'gu')
const butLinesAndTabs = new RegExp(String.raw`(?:(?![\n\t])${unprintable.slice(0, -1)})+`, 'gu')

/**
 * Text for a terminal or a log file, without characters that control the terminal: names and
 * messages of the platform can contain escape codes. Line feeds and tabs stay.
 */
export const terminalText = (text: string): string => text.replace(butLinesAndTabs, '')

/**
 * Text from outside inside one of our lines: without line breaks, so it can't start a line that
 * looks like ours.
 */
export const oneLine = (text: string): string => text.replace(anywhere, ' ')
