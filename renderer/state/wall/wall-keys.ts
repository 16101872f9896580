import type { Preferences } from '#contract/settings/settings.ts'
import { wallCommands, type WallCommand } from '#contract/settings/fields.ts'

/** The keys that a screen's users changed. */
export type LearnedKeys = Preferences['wallKeys']

const standard: Readonly<Record<WallCommand, string>> = {
  card1: '1',
  card2: '2',
  card3: '3',
  card4: '4',
  card5: '5',
  card6: '6',
  card7: '7',
  card8: '8',
  card9: '9',
  card10: '0',
  nextPage: 'PageDown',
  previousPage: 'PageUp',
  undo: 'u',
  detail: 'd',
  soldOut: 's',
  recall: 'r',
  scheduled: 't',
  allDay: 'a',
  keys: '?',
}

/** The commands of the cards, in the order of the cards. */
export const cardCommands = wallCommands.filter((command) => command.startsWith('card'))

/** Shift and Caps Lock do not change a key. */
const plain = (key: string): string => (key.length === 1 ? key.toLowerCase() : key)

/** Fixed keys: they move, bump the chosen card, and close. */
const fixed = new Set([
  'Enter',
  ' ',
  'Tab',
  'Escape',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
])
/** Keys that are held with another one, or locked; some keyboards also send keys without a name. */
const noKey = /^(Shift|Control|Alt|AltGraph|Meta|OS|Fn|\w*Lock|Dead|Process|Compose|Unidentified)$/

const digitOfPad = /^Numpad(\d)$/

/**
 * The key of an event. The digits of the numeric pad are digits without NumLock too, unless a
 * command learned the other key that they are then.
 */
export function pressedKey(
  { key, code }: Pick<KeyboardEvent, 'key' | 'code'>,
  learned: LearnedKeys,
): string {
  const digit = digitOfPad.exec(code)?.[1]
  return digit === undefined || Object.values(learned).includes(key) ? key : digit
}

/**
 * Whether a command may have a key (`KeyboardEvent.key`): `fixed` ones have a purpose already,
 * `none` is no key by itself.
 */
export function learnable(key: string): 'yes' | 'fixed' | 'none' {
  if (fixed.has(key)) return 'fixed'
  return noKey.test(key) ? 'none' : 'yes'
}

/**
 * The command of a key (`KeyboardEvent.key`): the one that learned it, else the one whose standard
 * key it is.
 */
export function commandOf(key: string, learned: LearnedKeys): WallCommand | null {
  const plainKey = plain(key)
  const taught = wallCommands.find((command) => learned[command] === plainKey)
  // A command with a learned key has given up its standard one.
  const own = wallCommands.find(
    (command) => standard[command] === plainKey && learned[command] === undefined,
  )
  return taught ?? own ?? null
}

/** The key of a command; null if another command has taken it. */
export function keyOf(command: WallCommand, learned: LearnedKeys): string | null {
  const key = learned[command] ?? standard[command]
  return commandOf(key, learned) === command ? key : null
}

/**
 * The keys after a command learns one. The command that had the key loses it, unless it returns to
 * its standard key.
 */
export function learnKey(command: WallCommand, key: string, learned: LearnedKeys): LearnedKeys {
  const plainKey = plain(key)
  const others = Object.entries(learned).filter(
    ([name, learnedKey]) => name !== command && learnedKey !== plainKey,
  )
  const stored: LearnedKeys = Object.fromEntries(others)
  return standard[command] === plainKey ? stored : { ...stored, [command]: plainKey }
}
