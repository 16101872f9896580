import type { Owner } from '#contract/settings/row.ts'
import { addMessages } from '../locales/i18n.ts'
import type en from './messages/en.json'

/** Messages of the page and its custom controls. Each row has its own messages. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** Whom a setting is for. */
export const scopeText = (owner: Owner): string =>
  say(owner === 'screen' ? 'settings.forScreen' : 'settings.forRestaurant')
