import { isolateText, joinTexts } from '#contract/shared/isolate-text.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { timeOfDay } from '../../../clock/times.ts'
import { addMessages, language, say as sayApp } from '../../../locales/i18n.ts'
import { nameOf } from '../../../reservations/reservation-text.ts'
import type { Alert } from '../alert.ts'
import type en from './messages/en.json'

/** Apart from the other messages of the app, because the first view doesn't need them. */
const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** A wait and its quoted time: after another quote it is another one. */
export const waitKey = ({ id, quote }: Reservation): string => `${id} ${quote?.at ?? ''}`

/** The list shows the others. */
const maxNames = 6

interface Around {
  timeZone: string | undefined
  /** The waiting list is in sight and shows them in red. */
  isAtStand: boolean
  see: (parties: readonly Reservation[]) => void
}

/** One alert for all guests who wait past their quoted time. */
export function waitAlerts(
  parties: readonly Reservation[],
  { timeZone, isAtStand, see }: Around,
): Alert[] {
  const [first, ...others] = parties
  if (first === undefined) return []
  const nameAndSize = (one: Reservation): string => `${isolateText(nameOf(one))} (${one.partySize})`
  const isOne = others.length === 0
  const names = parties.slice(0, maxNames).map(nameAndSize)
  if (parties.length > maxNames) names.push('…')
  const { minutes = 0, at = first.takenAt } = first.quote ?? {}
  return [
    {
      id: `waits ${parties.map(waitKey).join(' ')}`,
      tone: isAtStand ? 'note' : 'warn',
      isFront: true,
      title: isOne
        ? say('waitAlerts.one', { party: nameAndSize(first) })
        : say('waitAlerts.many', { n: parties.length }),
      text: isOne
        ? say('waitAlerts.quoted', { n: minutes, time: timeOfDay(at, language(), timeZone) })
        : joinTexts(names, ', '),
      actions: [{ label: sayApp('common.gotIt'), run: () => see(parties) }],
      jump: {
        label: sayApp('alerts.show'),
        to: { path: '/reservations', query: isOne ? { open: first.id } : {} },
      },
    },
  ]
}
