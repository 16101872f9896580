import { expect, test } from 'vitest'
import { oneLine, terminalText } from './terminal-text.ts'

test.each([
  ['colours, titles and links', '\u001b[31mRed\u001b]0;Title\u0007\u001b\\', '[31mRed]0;Title\\'],
  ['the one-byte forms of them', '\u009b31mRed\u009d0;x\u009c', '31mRed0;x'],
  ['what goes back over what was written', 'safe\r\u0008\u007funsafe', 'safeunsafe'],
  ['signs that turn the writing direction', 'a\u202eb\u2066c\u200fd\u061c', 'abcd'],
  ['signs that cannot be seen', 'a\u200b\ufeff\u{e0041}b', 'ab'],
  ['other line breaks', 'a\u2028b\u2029c\u0085d\u000be', 'abcde'],
  ['letters, accents, emoji, lines and tabs', 'Ñandú 🍕 你好\n\tعربي', 'Ñandú 🍕 你好\n\tعربي'],
])('%s', (_, text, shown) => {
  expect(terminalText(text)).toBe(shown)
})

test('a name cannot start a new line', () => {
  expect(oneLine('Pizza\r\nKitchen Pass ended\u001b[2J')).toBe('Pizza Kitchen Pass ended [2J')
})
