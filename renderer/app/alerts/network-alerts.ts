import type { Network } from '#contract/network.ts'
import { say as sayApp } from '../messages.ts'
import type { Alert } from './alert.ts'
import { say } from './network-messages.ts'

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
