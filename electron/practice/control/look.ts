import { html } from 'hono/html'
import type { ControlState } from './state.ts'
import type { Words } from './words.ts'

/** What a piece of the page is until it is written; everything in it is escaped. */
export type Markup = ReturnType<typeof html>

const chip = (name: string, value: string, isTrouble: boolean): Markup =>
  html`<div class="${isTrouble ? 'chip trouble' : 'chip'}">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

const list = (lines: readonly Markup[], words: Words): Markup =>
  lines.length === 0
    ? html`<p class="quiet">${words.none}</p>`
    : html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`

function orders({ orders: shown, openOrders }: ControlState, words: Words): Markup {
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

/** The part of the page that changes by itself. */
export function look(state: ControlState, words: Words): Markup {
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
