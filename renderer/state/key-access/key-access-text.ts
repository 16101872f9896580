import type { NotAllowed } from '#contract/connection/key-access.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { addMessages } from '../../locales/i18n.ts'
import type en from './messages/en.json'

/** Separate from the common messages: few shops need them, and no first view. */
export const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** What the key may not do, such as "Coupons" or "Coupons (change)". */
const partText = ({ area, what }: NotAllowed): string => {
  const name = say(`keyArea.${area}`)
  return what === 'all' ? name : say(`keyPart.${what}`, { area: name })
}

/** A sentence that lists what the key may not do. */
export const lacksText = (notAllowed: readonly NotAllowed[]): string =>
  say('keyRights.lacks', { areas: joinTexts(notAllowed.map(partText), ', ') })
