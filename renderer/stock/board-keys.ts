import type { WordKey } from '../locales/words.ts'

/** What each key does on the board, as KeysDialog shows it: a word, or a letter after `=`. */
export const boardKeys: { keys: (WordKey | `=${string}`)[]; deed: WordKey }[] = [
  { keys: ['=/'], deed: 'stock.search' },
  { keys: ['keys.arrows'], deed: 'stock.move' },
  { keys: ['stock.space'], deed: 'stock.toggle' },
  { keys: ['=Esc'], deed: 'stock.leave' },
  { keys: ['=?'], deed: 'keys.map' },
]
