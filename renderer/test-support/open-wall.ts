import { page } from 'vitest/browser'
import { expect } from 'vitest'
import type { App } from 'vue'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { start } from '../app/start.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { makeItem, makeTicket } from './sample-ticket.ts'

let app: App | undefined

/** The instant in this many minutes. */
export const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/**
 * An open ticket by number: "order 7" has the code 1007 and is promised a minute after the sixth.
 */
export const ticketFor = (nth: number, fields: Partial<Ticket> = {}): Ticket =>
  makeTicket({
    id: `order ${String(nth)}`,
    code: String(1000 + nth),
    createdAt: at(-5),
    queueAt: at(-5),
    amberAt: at(20 + nth),
    promisedAt: at(30 + nth),
    veryLateAt: at(40 + nth),
    ...fields,
  })

export const ticketsUpTo = (count: number): Ticket[] =>
  Array.from({ length: count }, (_, nth) => ticketFor(nth))

/** This many dishes with different names. */
export const dishes = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    makeItem({ key: `k${String(nth)}`, name: `Roll ${String(nth)}.` }),
  )

/** Opens the app on the wall; returns its list of cards. */
export async function openWall(bridge: FakeBridge) {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  const list = page.getByRole('list', { name: 'Kitchen queue' })
  await expect.element(list).toBeInTheDocument()
  return list
}

/** Call after each test. */
export const closeWall = (): void => app?.unmount()

const cardsShown = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=list] article[data-ticket]'),
]

/** The codes of the visible cards, in order. */
export const shown = (): number[] =>
  cardsShown().map((card) => Number(card.querySelector('strong span')?.textContent))

export const cardOf = (nth: number): HTMLElement | undefined =>
  cardsShown().find((card) => card.dataset['ticket'] === `order ${String(nth)}`)
