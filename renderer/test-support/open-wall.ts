import { page } from 'vitest/browser'
import { expect } from 'vitest'
import type { App } from 'vue'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { start } from '../app/start.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { makeItem, makeTicket } from './sample-ticket.ts'

let app: App | undefined

/** The instant in so many minutes. */
export const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** A live one by its number: "order 7" with the code 1007, promised a minute after the sixth. */
export const ticketFor = (nth: number, fields: Partial<Ticket> = {}): Ticket =>
  makeTicket({
    id: `order ${String(nth)}`,
    code: String(1000 + nth),
    createdAt: at(-5),
    queueAt: at(-5),
    amberAt: at(20 + nth),
    promisedAt: at(30 + nth),
    ...fields,
  })

export const ticketsUpTo = (count: number): Ticket[] =>
  Array.from({ length: count }, (_, nth) => ticketFor(nth))

/** So many dishes, told apart by their names. */
export const dishes = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    makeItem({ key: `k${String(nth)}`, name: `Roll ${String(nth)}.` }),
  )

/** The app on its queue; its list of cards. */
export async function openWall(bridge: FakeBridge) {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  const list = page.getByRole('list', { name: 'Kitchen queue' })
  await expect.element(list).toBeInTheDocument()
  return list
}

/** After each test. */
export const closeWall = (): void => app?.unmount()

const cardsShown = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=list] article[data-ticket]'),
]

/** The codes of the cards on the page in sight, in their order. */
export const shown = (): number[] =>
  cardsShown().map((card) => Number(card.querySelector('strong span')?.textContent))

/** The card of an order by its number. */
export const cardOf = (nth: number): HTMLElement | undefined =>
  cardsShown().find((card) => card.dataset['ticket'] === `order ${String(nth)}`)
