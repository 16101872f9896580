import { addMessages } from '../../locales/i18n.ts'
import type page from '../messages/en.json'
import type en from './messages/en.json'

/** They load later than the page's. */
export const say = addMessages<typeof en & typeof page>(
  import.meta.glob(['./messages/*.json', '../messages/*.json'], { eager: true, import: 'default' }),
)
