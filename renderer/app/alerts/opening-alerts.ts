import type { StockBoard, StockKey } from '#contract/stock/stock.ts'
import { timeOfDay } from '../../clock/times.ts'
import { language } from '../../locales/i18n.ts'
import type { Alert } from './alert.ts'
import { say } from './messages.ts'

interface OpeningActions {
  bringBack: (keys: readonly StockKey[]) => Promise<boolean>
  answer: () => unknown
}

/** Asks what to do with items that are out until further notice when the restaurant opens. */
export function openingAlerts(
  board: StockBoard | null,
  hasOpened: boolean,
  { bringBack, answer }: OpeningActions,
): Alert[] {
  const opening = board?.opening ?? null
  if (board === null || opening === null || opening.keys.length === 0) return []
  const { at, keys } = opening
  const time = timeOfDay(at, language(), board.timeZone)
  return [
    {
      id: 'opening',
      tone: 'warn',
      title: say(hasOpened ? 'opening.opened' : 'opening.title', { time }),
      text: say('opening.still', { n: keys.length }),
      actions: [
        {
          label: say('opening.backAll'),
          run: async () => (await bringBack(keys)) && answer(),
        },
        { label: say('opening.leave'), run: answer },
      ],
      jump: { label: say('opening.choose'), to: { path: '/stock', query: { choose: 'opening' } } },
    },
  ]
}
