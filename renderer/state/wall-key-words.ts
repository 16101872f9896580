import type { WallCommand } from '#contract/wall.ts'
import { say } from '../locales/i18n.ts'
import { en } from '../locales/words/en.ts'
import { cardCommands } from './wall-keys.ts'

const isNamed = (key: string): key is keyof typeof en.keyNames => Object.hasOwn(en.keyNames, key)

const drawn: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** What stands on a key (`KeyboardEvent.key`), as people call it. */
export function keyName(key: string): string {
  if (key === ' ') return say('keyNames.Space')
  if (isNamed(key)) return say(`keyNames.${key}`)
  return drawn[key] ?? (key.length === 1 ? key.toLocaleUpperCase() : key)
}

/** What a key of the wall does. */
export function commandName(command: WallCommand): string {
  const place = cardCommands.indexOf(command) + 1
  if (place > 0) return say('wallKeys.card', { n: place })
  return say(`wallKeys.${command as Exclude<WallCommand, `card${number}`>}`)
}
