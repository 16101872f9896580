import type { WallCommand } from '#contract/settings/fields.ts'
import { addMessages } from '../../locales/i18n.ts'
import { cardCommands } from './wall-keys.ts'
import en from './messages/en.json'

/** Separate from the common messages: they load with the component that shows the keys. */
export const sayKeys = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

const isNamed = (key: string): key is keyof typeof en.keyNames => Object.hasOwn(en.keyNames, key)

const drawn: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** The common name of a key (`KeyboardEvent.key`). */
export function keyName(key: string): string {
  if (key === ' ') return sayKeys('keyNames.Space')
  if (isNamed(key)) return sayKeys(`keyNames.${key}`)
  return drawn[key] ?? (key.length === 1 ? key.toLocaleUpperCase() : key)
}

export function commandName(command: WallCommand): string {
  const place = cardCommands.indexOf(command) + 1
  if (place > 0) return sayKeys('wallKeys.card', { n: place })
  return sayKeys(`wallKeys.${command as Exclude<WallCommand, `card${number}`>}`)
}
