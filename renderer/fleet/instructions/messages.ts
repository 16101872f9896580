import { addMessages } from '../../locales/i18n.ts'
import type page from '../messages/en.ts'
import type en from './messages/en.ts'

/** They load later than the page's. */
export const say = addMessages<typeof en & typeof page>(
  import.meta.glob(['./messages/*.ts', '../messages/*.ts'], { eager: true, import: 'default' }),
)
