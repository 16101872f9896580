import type { RouteLocationRaw } from 'vue-router'
import type { StockItem, StockKey, StockState } from '#contract/stock.ts'
import type { Ticket } from '#contract/ticket.ts'
import { byPromise } from '../../state/ticket-place.ts'
import { say } from '../words.ts'
import type { Alert } from './alert.ts'

/** More of a kind than this are one alert: they come from one cause, and are looked at together. */
const few = 3
/** The list has the others. */
const codesAtMost = 6

const show = (to: RouteLocationRaw) => ({ words: say('alerts.show'), to })

type Decide<Id> = (id: Id, choice: 'send-again' | 'settle') => unknown

const bumpWords = {
  refused: { one: 'alerts.bumpRefused', many: 'alerts.bumpsRefused' },
  unconfirmed: { one: 'alerts.bumpUnconfirmed', many: 'alerts.bumpsUnconfirmed' },
} as const
type Undecided = keyof typeof bumpWords

const ticketAlert = (
  kind: Undecided,
  { id, code, bump }: Ticket,
  decide: Decide<string>,
): Alert => ({
  id: `ticket ${id}`,
  tone: 'bad',
  title: code,
  text: [say(bumpWords[kind].one), bump?.words ?? ''].filter((words) => words !== '').join(': '),
  actions: [
    { words: say('alerts.sendAgain'), run: () => decide(id, 'send-again') },
    { words: say('alerts.settle'), run: () => decide(id, 'settle') },
  ],
  jump: show({ path: '/', query: { recall: id } }),
})

/** One alert for many, and one word on all of them; its way leads to the whole list. */
function manyTickets(kind: Undecided, tickets: readonly Ticket[], decide: Decide<string>): Alert {
  const decideAll = (choice: 'send-again' | 'settle') =>
    Promise.all(tickets.map(({ id }) => decide(id, choice)))
  const codes = tickets.slice(0, codesAtMost).map(({ code }) => code)
  if (tickets.length > codesAtMost) codes.push('…')
  const words = new Set(tickets.flatMap(({ bump }) => bump?.words ?? []))
  return {
    id: `tickets ${kind}`,
    tone: 'bad',
    title: say(bumpWords[kind].many, { n: tickets.length }),
    text: [codes.join(', '), ...words].join(' · '),
    actions: [
      { words: say('alerts.sendAllAgain'), run: () => decideAll('send-again') },
      { words: say('alerts.settleAll'), run: () => decideAll('settle') },
    ],
    jump: show({ path: '/', query: { recall: '' } }),
  }
}

/** Bumps that the platform refused or never confirmed: somebody decides. */
export function ticketAlerts(tickets: readonly Ticket[], decide: Decide<string>): Alert[] {
  const sorted = tickets.toSorted(byPromise)
  return (Object.keys(bumpWords) as Undecided[]).flatMap((kind) => {
    const own = sorted.filter(({ bump }) => bump?.state === kind)
    return own.length > few
      ? [manyTickets(kind, own, decide)]
      : own.map((ticket) => ticketAlert(kind, ticket, decide))
  })
}

const stockWords = {
  refused: 'alerts.stockRefused',
  unconfirmed: 'alerts.stockUnconfirmed',
  'ask-again': 'alerts.stockRecount',
} as const
type Trouble = keyof typeof stockWords
const isTrouble = (truth: string): truth is Trouble => Object.hasOwn(stockWords, truth)

/** Items whose change the platform refused or never confirmed, and counts that are to be taken again. */
export function stockAlerts(
  states: Iterable<StockState>,
  itemOf: (key: StockKey) => StockItem | undefined,
): Alert[] {
  const found: Record<Trouble, { state: StockState; item: StockItem }[]> = {
    refused: [],
    unconfirmed: [],
    'ask-again': [],
  }
  for (const state of states) {
    const item = itemOf(state.key)
    if (item !== undefined && isTrouble(state.truth)) found[state.truth].push({ state, item })
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
          jump: show({ path: '/stock', query: { show: 'off' } }),
        },
      ]
    return items.map(({ state: { key, words }, item }) => ({
      ...common,
      id: `stock ${key}`,
      title: item.name,
      text: [say(stockWords[trouble]), words ?? ''].filter((part) => part !== '').join(': '),
      jump: show({ path: '/stock', query: { item: key } }),
    }))
  })
}
