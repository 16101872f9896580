import type { Status } from '#contract/status.ts'
import { errorSentence } from '../../locales/error-sentence.ts'
import { waysOut } from '../../state/ways-out.ts'
import { say } from '../words.ts'
import type { Alert } from './alert.ts'

/** What is around the host's status when alerts are made of it, and what can be done. */
export interface Around {
  /** This screen does not hear its host. */
  isCutOff: boolean
  /** No feed has heard the platform lately. */
  isSilent: boolean
  isDamageSeen: boolean
  /** Tries again what holds up the platform. */
  resume: () => unknown
  /** Asks for the store's access token. */
  giveToken: () => unknown
  seeDamage: () => void
}

const toConnection = () => ({ words: say('alerts.connection'), to: '/connection' })

/** What stops the kitchen from hearing or from being heard. Of a host that is not heard nothing else is known. */
export function statusAlerts(status: Status | null, around: Around): Alert[] {
  if (around.isCutOff)
    return [
      {
        id: 'cut-off',
        tone: 'bad',
        title: say('alerts.cutOff'),
        text: say('alerts.cutOffText'),
        actions: [],
        jump: toConnection(),
      },
    ]
  if (status === null) return []
  const { inbox, damage, outbox, setAside } = status
  const alerts: Alert[] = []
  if (inbox.refusing)
    alerts.push({
      id: 'refusing',
      tone: 'bad',
      title: say('alerts.refusing'),
      text: say('alerts.refusingText'),
      actions: [],
      jump: toConnection(),
    })
  if (outbox.paused !== null)
    alerts.push({
      id: 'paused',
      tone: 'bad',
      title: say(outbox.paused.reason === 'no-token' ? 'alerts.noToken' : 'alerts.paused'),
      text: errorSentence(outbox.paused),
      actions: waysOut(outbox.paused, status.mode).map((way) =>
        way === 'give-token'
          ? { words: say('common.giveToken'), run: around.giveToken }
          : { words: say('common.resume'), run: around.resume },
      ),
      jump: toConnection(),
    })
  if (damage !== null && !around.isDamageSeen)
    alerts.push({
      id: 'damaged',
      tone: 'bad',
      title: say('alerts.damaged'),
      text: say('alerts.damagedText', { n: damage.salvaged, file: damage.keptAs }),
      actions: [{ words: say('common.gotIt'), run: around.seeDamage }],
      jump: null,
    })
  if (around.isSilent && outbox.paused === null)
    alerts.push({
      id: 'silent',
      tone: 'warn',
      title: say('alerts.silent'),
      text: say('alerts.silentText'),
      actions: [],
      jump: toConnection(),
    })
  if (inbox.unread > 0)
    alerts.push({
      id: 'unread',
      tone: 'note',
      title: say('alerts.unread', { n: inbox.unread }),
      text: say('alerts.unreadText'),
      actions: [],
      jump: toConnection(),
    })
  if (setAside > 0)
    alerts.push({
      id: 'set-aside',
      tone: 'note',
      title: say('alerts.setAside', { n: setAside }),
      text: '',
      actions: [],
      jump: toConnection(),
    })
  return alerts
}
