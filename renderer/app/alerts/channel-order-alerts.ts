import type { ChannelOrder } from '#contract/channel-orders.ts'
import { joinTexts } from '#contract/isolate-text.ts'
import { say } from '../words.ts'
import type { Alert } from './alert.ts'

const words = {
  unknown: 'alerts.channelMayBeComplete',
  refused: 'alerts.channelRefused',
} as const
/** The list has the others. */
const namesAtMost = 4

const nameOf = ({ code, integrationOrderId }: ChannelOrder): string => code ?? integrationOrderId

/** Orders of the sales channel that wait for a person's word: an alert each kind. */
export function channelOrderAlerts(
  orders: readonly ChannelOrder[],
  decide: () => unknown,
): Alert[] {
  return (Object.keys(words) as (keyof typeof words)[]).flatMap((state): Alert[] => {
    const own = orders.filter(({ delivery }) => delivery.state === state)
    if (own.length === 0) return []
    const names = own.slice(0, namesAtMost).map(nameOf)
    if (own.length > namesAtMost) names.push('…')
    return [
      {
        id: `channel orders ${state}`,
        tone: 'warn',
        isFront: true,
        title: joinTexts(names, ', '),
        text: say(words[state], { n: own.length }),
        actions: [{ words: say('alerts.decide'), run: decide }],
        jump: null,
      },
    ]
  })
}
