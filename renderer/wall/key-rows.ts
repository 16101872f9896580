import { wallCommands, type WallCommand } from '#contract/settings/fields.ts'
import { commandName, keyName, sayKeys } from '../state/wall/wall-key-text.ts'
import { cardCommands, keyOf, type LearnedKeys } from '../state/wall/wall-keys.ts'
import type { KeyRow } from '../ui/dialog/key-row.ts'

/** The keys of the cards: one row while they are the digits, else one row each. */
function cardRows(learned: LearnedKeys): KeyRow[] {
  const digits = cardCommands.every((card) => keyOf(card, learned) === keyOf(card, {}))
  return digits
    ? [{ keys: ['1', '0'], action: sayKeys('wallKeys.cards') }]
    : cardCommands.flatMap((card) => rowOf(card, learned))
}

function rowOf(command: WallCommand, learned: LearnedKeys): KeyRow[] {
  const key = keyOf(command, learned)
  return key === null ? [] : [{ keys: [keyName(key)], action: commandName(command) }]
}

export function wallKeyRows(learned: LearnedKeys): KeyRow[] {
  return [
    ...cardRows(learned),
    { keys: [sayKeys('common.arrows')], action: sayKeys('wallKeys.move') },
    { keys: [sayKeys('common.enter')], action: sayKeys('wallKeys.activate') },
    ...wallCommands
      .filter((command) => !cardCommands.includes(command))
      .flatMap((command) => rowOf(command, learned)),
  ]
}
