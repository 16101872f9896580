import type { RouteLocationRaw } from 'vue-router'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { StockItem, StockKey, StockState } from '#contract/stock.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { joinTexts } from '#contract/isolate-text.ts'
import { standingOf } from '../../state/stock/standing.ts'
import { byPromise } from '../../state/ticket-place.ts'
import { say } from '../words.ts'
import type { Alert, AlertAction } from './alert.ts'

/** More of a kind than this are one alert: they come from one cause, and are looked at together. */
const few = 3
/** The list has the others. */
const codesAtMost = 6
/** Before it is done to many, more of them are named. */
const namesAtMost = 24

const show = (to: RouteLocationRaw) => ({ words: say('alerts.show'), to })

/** What becomes of the bumps of some tickets. */
interface TicketDeciding {
  decide(ids: readonly string[], choice: DeliveryChoice): unknown
}

const named = (names: readonly string[], most: number): string =>
  joinTexts([...names.slice(0, most), ...(names.length > most ? ['…'] : [])], ', ')

const bumpWords = {
  refused: { one: 'alerts.bumpRefused', many: 'alerts.bumpsRefused' },
  unknown: { one: 'alerts.bumpUnconfirmed', many: 'alerts.bumpsUnconfirmed' },
} as const
type Undecided = keyof typeof bumpWords

const bumpChoices = {
  retry: {
    one: 'alerts.sendAgain',
    many: 'alerts.sendAllAgain',
    title: 'alerts.sendAllTitle',
    text: 'alerts.sendAllText',
  },
  'mark-done': {
    one: 'alerts.settle',
    many: 'alerts.settleAll',
    title: 'alerts.settleAllTitle',
    text: 'alerts.settleAllText',
  },
} as const
const bothWays = Object.keys(bumpChoices) as (keyof typeof bumpChoices)[]

const ticketAlert = (
  kind: Undecided,
  { id, code, bump }: Ticket,
  { decide }: TicketDeciding,
): Alert => ({
  id: `ticket ${id}`,
  tone: 'bad',
  title: code,
  text: [say(bumpWords[kind].one), bump?.delivery.message ?? '']
    .filter((words) => words !== '')
    .join(': '),
  actions: bothWays.map((choice) => ({
    words: say(bumpChoices[choice].one),
    run: () => decide([id], choice),
  })),
  jump: show({ path: '/', query: { recall: id } }),
})

/** One alert for many, and one word on all of them; its way leads to the whole list. */
function manyTickets(
  kind: Undecided,
  tickets: readonly Ticket[],
  { decide }: TicketDeciding,
): Alert {
  const codes = tickets.map(({ code }) => code)
  const ids = tickets.map(({ id }) => id)
  const n = tickets.length
  const messages = new Set(tickets.flatMap(({ bump }) => bump?.delivery.message ?? []))
  return {
    id: `tickets ${kind}`,
    tone: 'bad',
    title: say(bumpWords[kind].many, { n }),
    text: [named(codes, codesAtMost), ...messages].join(' · '),
    actions: bothWays.map((choice) => {
      const { many, title, text } = bumpChoices[choice]
      return {
        words: say(many, { n }),
        run: () => decide(ids, choice),
        confirm: {
          title: say(title, { n }),
          text: say(text, { codes: named(codes, namesAtMost) }),
        },
      }
    }),
    jump: show({ path: '/', query: { recall: '' } }),
  }
}

/** Of tickets with a bump that the platform refused or never confirmed: somebody decides. */
export function ticketAlerts(tickets: readonly Ticket[], deciding: TicketDeciding): Alert[] {
  const sorted = tickets.toSorted(byPromise)
  return (Object.keys(bumpWords) as Undecided[]).flatMap((kind) => {
    const own = sorted.filter(({ bump }) => bump?.delivery.state === kind)
    return own.length > few
      ? [manyTickets(kind, own, deciding)]
      : own.map((ticket) => ticketAlert(kind, ticket, deciding))
  })
}

const stockWords = {
  refused: 'alerts.stockRefused',
  unknown: 'alerts.stockUnconfirmed',
  expired: 'alerts.stockRecount',
} as const
type Trouble = keyof typeof stockWords

const itemChoices = {
  retry: {
    words: 'alerts.sendAllAgain',
    title: 'alerts.sendItemsTitle',
    text: 'alerts.sendItemsText',
  },
  'mark-done': {
    words: 'alerts.leaveAll',
    title: 'alerts.leaveItemsTitle',
    text: 'alerts.leaveItemsText',
  },
} as const

const isTrouble = (standing: string): standing is Trouble => Object.hasOwn(stockWords, standing)

interface StockDeciding {
  item(key: StockKey): StockItem | undefined
  decide(keys: readonly StockKey[], choice: DeliveryChoice): unknown
}

interface TroubledItem {
  state: StockState
  item: StockItem
}

/** One word on many items. A count is looked at by itself: orders have worn it down since. */
function manyItems(items: readonly TroubledItem[], { decide }: StockDeciding): AlertAction[] {
  const own = items.filter(({ state }) => state.state !== 'counted' && state.left === null)
  const n = own.length
  if (n === 0) return []
  const names = named(
    own.map(({ item }) => item.name),
    namesAtMost,
  )
  return (Object.keys(itemChoices) as (keyof typeof itemChoices)[]).map((choice) => ({
    words: say(itemChoices[choice].words, { n }),
    run: () =>
      decide(
        own.map(({ state }) => state.key),
        choice,
      ),
    confirm: {
      title: say(itemChoices[choice].title, { n }),
      text: say(itemChoices[choice].text, { names }),
    },
  }))
}

/** Items whose change the platform refused or never confirmed, and counts that are to be taken again. */
export function stockAlerts(states: Iterable<StockState>, deciding: StockDeciding): Alert[] {
  const found: Record<Trouble, TroubledItem[]> = {
    refused: [],
    unknown: [],
    expired: [],
  }
  for (const state of states) {
    const item = deciding.item(state.key)
    const standing = standingOf(state)
    if (item !== undefined && isTrouble(standing)) found[standing].push({ state, item })
  }
  return (Object.keys(stockWords) as Trouble[]).flatMap((trouble): Alert[] => {
    const items = found[trouble]
    const common = { tone: 'warn', actions: [] } as const
    if (items.length > few)
      return [
        {
          ...common,
          id: `stock ${trouble}`,
          title: say('alerts.items', { n: items.length }),
          text: say(stockWords[trouble]),
          actions: trouble === 'expired' ? [] : manyItems(items, deciding),
          jump: show({ path: '/stock', query: { show: 'off' } }),
        },
      ]
    return items.map(({ state: { key, delivery }, item }) => ({
      ...common,
      id: `stock ${key}`,
      title: item.name,
      // Why a count could not be sent is of no use to whoever counts again.
      text: [say(stockWords[trouble]), (trouble !== 'expired' && delivery?.message) || '']
        .filter((part) => part !== '')
        .join(': '),
      jump: show({ path: '/stock', query: { item: key } }),
    }))
  })
}
