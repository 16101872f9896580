import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { Network } from '#contract/network/network.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Alert } from '../alert.ts'
import { addMessages, say as sayApp } from '../../../locales/i18n.ts'
import type en from './messages/en.json'

/** Apart from the other messages of the app, because the first view doesn't need them. */
const say = addMessages<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** More codes than this are not listed. */
const maxCodes = 6

/** A screen on the network shows its code and waits until a manager lets it in. */
export function networkAlerts({ waiting }: Pick<Network, 'waiting'>): Alert[] {
  if (waiting.length === 0) return []
  return [
    {
      id: 'screen-waiting',
      tone: 'note',
      isFront: true,
      title: say('networkAlerts.waiting', { n: waiting.length }),
      text: say('networkAlerts.waitingText'),
      actions: [],
      jump: { label: sayApp('alerts.show'), to: '/setup/network' },
    },
  ]
}

/**
 * Somebody else marks this store's orders ready, perhaps a second Kitchen Pass. The page of network
 * screens names those of this network.
 */
export function elsewhereAlerts(
  tickets: Iterable<Pick<Ticket, 'code' | 'isReadyElsewhere'>>,
  see: () => void,
): Alert[] {
  const codes = [...tickets]
    .filter(({ isReadyElsewhere }) => isReadyElsewhere)
    .map(({ code }) => code)
  if (codes.length === 0) return []
  const listed = joinTexts(codes.slice(0, maxCodes), ', ')
  return [
    {
      id: 'ready-elsewhere',
      tone: 'warn',
      isFront: true,
      title: say('networkAlerts.readyElsewhere', { n: codes.length }),
      text: say('networkAlerts.readyElsewhereText', {
        codes: codes.length > maxCodes ? `${listed}…` : listed,
      }),
      actions: [{ label: sayApp('common.gotIt'), run: see }],
      jump: { label: sayApp('alerts.show'), to: '/setup/network' },
    },
  ]
}
