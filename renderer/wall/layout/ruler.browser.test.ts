import { afterEach, expect, test } from 'vitest'
import { createApp, h, nextTick, type App } from 'vue'
import type { ItemChange, Ticket, TicketChange } from '#contract/tickets/ticket.ts'
import { setLanguage } from '../../locales/i18n.ts'
import { dishSize } from '../../state/wall/wall-size.ts'
import { recordActions } from '../../test-support/card-segments.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import TicketCard from '../card/TicketCard.vue'
import { frame, measureTickets } from './measure-ticket.ts'
import { createRuler } from './ruler.ts'
import '../../ui/tokens.css'
import '../../ui/base.css'

let app: App | undefined
afterEach(async () => {
  app?.unmount()
  await setLanguage('en')
})

const cheese = { id: '1', name: 'Queso mantecoso', count: 2, stockKey: 'option:extras/cheese' }
const change = (kind: ItemChange['kind'], name: string): TicketChange => ({
  kind,
  key: name,
  name,
  before: 1,
  now: 2,
})
const long = 'Hamburguesa triple de vacuno con queso, tocino ahumado, cebolla caramelizada y palta'
const tickets: Ticket[] = [
  makeTicket({ id: 'plain' }),
  makeTicket({
    id: 'wordy',
    code: '12345678',
    buyerName: 'Maximiliana Fernández de la Reguera y Goyenechea',
    scheduled: true,
    flagColor: '#ff0000',
    items: [
      makeItem({ key: 'a', name: long, amount: 12 }),
      makeItem({ key: 'b', modifiers: [{ name: 'Agregados', options: [cheese, cheese] }] }),
      makeItem({ key: 'c', comment: 'Sin cebolla por favor, la salsa aparte en un pocillo' }),
      makeItem({ key: 'd', comment: 'Alergia al maní', allergyWords: ['maní', 'nuez'] }),
      makeItem({ key: 'e', name: 'Supercalifragilisticoespialidoso'.repeat(2) }),
    ],
  }),
  makeTicket({
    id: 'noticed',
    recalledAt: '2025-03-01T12:00:00.000Z',
    changes: [change('added', 'Té'), change('removed', long), change('amount', 'Jugo')],
    driver: {
      stage: 'lost',
      name: 'Maximiliano Fernández',
      vehicle: 'Moto roja',
      pickupCode: '4711',
      expectedAt: null,
      searchesAt: null,
    },
    payment: { label: 'Efectivo', amountToPay: 15_990, cashAmount: 20_000 },
  }),
]
const isOut = (key: string) => key === cheese.stockKey
const drawing = { showPayment: true, countryCode: 'CL', timeZone: undefined, isOut }

/**
 * The tickets as the wall measures them, and each drawn in two segments that show every part and
 * both heads.
 */
async function measureAndDraw(
  all: readonly Ticket[],
  dish: number,
  width: number,
  { dense }: { dense: boolean } = { dense: false },
) {
  const root = document.createElement('div')
  const host = document.createElement('div')
  document.body.replaceChildren(host, root)
  Object.assign(host.style, { width: `${String(width - frame)}px`, fontSize: `${String(dish)}px` })
  const { actions } = recordActions()
  const box = {
    left: `${String(width)}px`,
    top: '0',
    width: `${String(width)}px`,
    height: '9000px',
  }
  const segment = { of: 2, nextPage: null }
  const style = {
    position: 'relative',
    width: `${String(width)}px`,
    height: '9000px',
    fontSize: `${String(dish)}px`,
  }
  let draws = false
  const cardsApp = createApp({
    render: () =>
      draws
        ? all.map((ticket, nth) =>
            h('div', { style, key: ticket.id }, [
              h(TicketCard, {
                ticket,
                segments: [
                  {
                    ...segment,
                    nth: 1,
                    from: 0,
                    to: measured[nth]?.parts.length ?? 0,
                    isLast: false,
                    box: undefined,
                  },
                  { ...segment, nth: 2, from: 0, to: 0, isLast: true, box },
                ],
                countryCode: drawing.countryCode,
                timeZone: undefined,
                showPayment: drawing.showPayment,
                dense,
                headBumps: false,
                soldOutKey: 's',
                withStart: false,
                actions,
                isOut,
              }),
            ]),
          )
        : null,
  })
  app = cardsApp
  const measured = measureTickets(all, { ...drawing, dense }, createRuler(cardsApp._context), host)
  draws = true
  cardsApp.mount(root)
  await nextTick()
  const heightOf = (element: Element | undefined) =>
    Math.ceil(element?.getBoundingClientRect().height ?? 0)
  const drawn = [...root.children].map((card) => {
    const [first, second] = card.querySelectorAll('.segment')
    const parts = [...(first?.querySelectorAll('.entry, .notice') ?? [])]
    return {
      head: heightOf(first?.querySelector('.head') ?? undefined) + frame,
      continuedHead: heightOf(second?.querySelector('.head') ?? undefined) + frame,
      parts: parts.map(heightOf),
    }
  })
  return { measured, drawn, rulerIsEmpty: host.childElementCount === 0 }
}

test.for(
  (['S', 'XXL'] as const).flatMap((size) =>
    (['en', 'es', 'pt'] as const).map((language) => [size, language] as const),
  ),
)('at %s in %s every part is as high as it was measured', async ([size, language]) => {
  await setLanguage(language)
  const dish = dishSize(800, 16, size)
  const { measured, drawn, rulerIsEmpty } = await measureAndDraw(tickets, dish, dish * 12.2)
  expect(drawn.map(({ parts }) => parts.length)).toEqual([1, 5, 5])
  for (const [nth, { parts, head, continuedHead }] of measured.entries()) {
    expect(drawn[nth]?.parts).toEqual(parts)
    expect(drawn[nth]?.head).toBe(head)
    // The measured head leaves room for more pages than there are.
    expect(drawn[nth]?.continuedHead).toBeLessThanOrEqual(continuedHead)
  }
  expect(measured.map(({ notices }) => notices)).toEqual([0, 0, 4])
  expect(rulerIsEmpty).toBe(true)
})

test('dense cards are as high as they were measured, and lower than others', async () => {
  const dish = dishSize(800, 16, 'M')
  const loose = await measureAndDraw(tickets, dish, dish * 12.2)
  app?.unmount()
  const { measured, drawn } = await measureAndDraw(tickets, dish, dish * 12.2, { dense: true })
  expect(measured.map(({ parts }) => parts)).toEqual(drawn.map(({ parts }) => parts))
  const sum = (all: typeof measured) => all.flatMap(({ parts }) => parts).reduce((a, b) => a + b)
  expect(sum(measured)).toBeLessThan(sum(loose.measured))
})

test('a dish that is struck keeps the height that it had, whichever was measured first', async () => {
  const item = makeItem({ modifiers: [{ name: 'Agregados', options: [cheese, cheese] }] })
  const make = (struck: boolean) => makeTicket({ id: String(struck), items: [{ ...item, struck }] })
  // At some of these widths the sold-out mark needs an extra line.
  for (let width = 150; width < 300; width += 50)
    for (const order of [
      [true, false],
      [false, true],
    ]) {
      const { measured, drawn } = await measureAndDraw(order.map(make), 20, width)
      const open = order.indexOf(false)
      expect(measured.map(({ parts }) => parts)).toEqual([drawn[open]?.parts, drawn[open]?.parts])
      app?.unmount()
    }
})
