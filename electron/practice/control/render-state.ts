import { html } from 'hono/html'
import type { Markup } from '#host/page/layout.ts'
import { dialect } from '../dialect.ts'
import type { Effects } from '../effects.ts'
import type { Sender } from '../events/sender.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import type { Odd } from '../odd/odd.ts'
import type { OrderDesk } from '../orders/desk.ts'
import { orderStatus } from '../orders/wire.ts'
import type { Rush } from '../rush/rush.ts'
import type { Trainer } from './trainer.ts'
import { messages, type Language, type Messages } from './messages/index.ts'

const isLanguage = (code: string): code is Language => Object.hasOwn(messages, code)

/**
 * The language of the page: `asked` if we have it, else the best of an Accept-Language header, else
 * English.
 */
export function chooseLanguage(asked: string | undefined, accepted = ''): Language {
  if (asked !== undefined && isLanguage(asked)) return asked
  const preferences = accepted
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { code: tag.split('-')[0] ?? '', quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return preferences.map(({ code }) => code).find(isLanguage) ?? 'en'
}

export interface ControlDeps {
  trainer: Trainer
  desk: OrderDesk
  rush: Rush
  faults: Faults
  odd: Odd
  sender: Sender
  effects: Effects
}

/** An order that waits for the kitchen or is on its way. */
interface OpenOrder {
  code: string
  guest: string
  items: number
  kind: 'delivery' | 'pickup' | 'table'
  ready: boolean
  driver: string | null
}

/** The state of the practice platform, without addresses or phone numbers. */
export interface ControlState {
  /** Orders a minute; null if no rush is on. */
  rush: number | null
  lineCut: boolean
  slow: boolean
  disturbed: boolean
  oddRecords: boolean
  avocadoSoldOut: boolean
  /** Only the newest; `openOrders` is the number of all. */
  orders: OpenOrder[]
  openOrders: number
  events: { delivered: number; givenUp: number }
  faults: string[]
  effects: { operation: string; subject: string; count: number }[]
}

const ordersShown = 10
const effectsShown = 8

function kindOf(deliveryType: string): OpenOrder['kind'] {
  if (deliveryType === dialect.deliveryTypeDelivery) return 'delivery'
  return deliveryType === dialect.deliveryTypeTable ? 'table' : 'pickup'
}

/** A fault in one line of text, for people. */
function describe(fault: Fault): string {
  const { kind, method, path, every } = fault
  return [
    kind === 'status' ? `${kind} ${fault.status}` : kind,
    kind === 'delay' ? `${fault.milliseconds} ms` : '',
    method ?? '',
    path,
    every === undefined ? '' : `1/${every}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

export function readState(deps: ControlDeps): ControlState {
  const { trainer, desk, rush, faults, odd, sender, effects } = deps
  const open = desk
    .orders()
    .filter((order) => [orderStatus.pending, orderStatus.delivering].includes(order.orderStatus))
  const { duplicates, shuffle } = sender.disturbance()
  return {
    rush: rush.rate,
    ...trainer.troubles(),
    disturbed: duplicates > 0 || shuffle,
    oddRecords: odd.isOn,
    orders: open.slice(0, ordersShown).map((order) => ({
      code: order.code,
      guest: order.buyerName,
      items: order.items.reduce((sum, { amount }) => sum + amount, 0),
      kind: kindOf(order.deliveryType),
      ready: desk.isReady(order._id),
      driver: order.deliveries[0]?.driverInformation?.name ?? null,
    })),
    openOrders: open.length,
    events: sender.counts(),
    faults: faults.list().map(describe),
    effects: effects
      .list()
      .sort((one, other) => other.count - one.count)
      .slice(0, effectsShown),
  }
}

const chip = (name: string, value: string, isTrouble: boolean): Markup =>
  html`<div class="${isTrouble ? 'chip trouble' : 'chip'}">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

const list = (lines: readonly Markup[], words: Messages): Markup =>
  lines.length === 0
    ? html`<p class="quiet">${words.none}</p>`
    : html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`

function orders({ orders: shown, openOrders }: ControlState, words: Messages): Markup {
  const { columns, kinds, ready, nobody } = words
  if (shown.length === 0) return html`<p class="quiet">${words.none}</p>`
  const more = openOrders - shown.length
  return html`<table>
      <thead>
        <tr>
          <th scope="col">${columns.order}</th>
          <th scope="col">${columns.guest}</th>
          <th scope="col" class="number">${columns.items}</th>
          <th scope="col">${columns.kind}</th>
          <th scope="col">${columns.driver}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (order) =>
            html`<tr>
              <th scope="row">${order.code}</th>
              <td>${order.guest}</td>
              <td class="number">${order.items}</td>
              <td>${order.ready ? `${kinds[order.kind]}, ${ready}` : kinds[order.kind]}</td>
              <td>${order.driver ?? (order.kind === 'delivery' ? nobody : '')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p class="quiet">+ ${more} ${words.more}</p>` : ''}`
}

/** The part of the page that updates itself. */
export function renderState(state: ControlState, words: Messages): Markup {
  const { now, state: says } = words
  const { delivered, givenUp } = state.events
  return html`<dl class="chips">
      ${chip(now.rush, state.rush === null ? says.stopped : `${state.rush} ${says.aMinute}`, false)}
      ${chip(now.line, state.lineCut ? says.cut : says.up, state.lineCut)}
      ${chip(now.answers, state.slow ? says.slow : says.quick, state.slow)}
      ${chip(now.events, state.disturbed ? says.disturbed : says.inOrder, state.disturbed)}
      ${chip(now.records, state.oddRecords ? says.odd : says.usual, state.oddRecords)}
      ${chip(
        now.avocado,
        state.avocadoSoldOut ? says.soldOut : says.available,
        state.avocadoSoldOut,
      )}
      ${chip(words.delivered, String(delivered), false)}
      ${chip(words.givenUp, String(givenUp), givenUp > 0)}
    </dl>
    <h3>${words.openOrders} <span class="count">${state.openOrders}</span></h3>
    ${orders(state, words)}
    <h3>${words.faults}</h3>
    ${list(
      state.faults.map((fault) => html`<code>${fault}</code>`),
      words,
    )}
    <h3>${words.effects}</h3>
    ${list(
      state.effects.map(
        ({ operation, subject, count }) =>
          html`<span class="count">${count}×</span> ${operation} <code>${subject}</code>`,
      ),
      words,
    )}`
}
