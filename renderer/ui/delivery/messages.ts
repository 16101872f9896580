import { addMessages } from '../../locales/i18n.ts'
import type { MessageTable } from '../../locales/message-table.ts'
import type en from './messages/en.json'

/** One set of texts for every kind of entry. A key that starts with a kind replaces the common text. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** Says a text of a kind of entry. These are beside the room that sends it, so no type has their keys. */
export const sayOfKind = addMessages<MessageTable>(
  import.meta.glob('../../*/deliveries/messages/*.json', { eager: true, import: 'default' }),
)
