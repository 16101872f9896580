import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { createApp, h, nextTick, shallowRef, type App } from 'vue'
import type { OrderChange, Ticket } from '#contract/tickets/ticket.ts'
import { loadLanguage, locale } from '../../locales/i18n.ts'
import { createHold } from '#test/support/hold.ts'
import { setHostTime } from '../../clock/host-clock.ts'
import { recordActions, oneSegment } from '../../test-support/card-segments.ts'
import { makeBump, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { partsOf } from './ticket-parts.ts'
import type { TicketSegment } from './card.ts'
import TicketCard from './TicketCard.vue'
import '../../ui/tokens.css'
import '../../ui/base.css'

const device = cdp() as unknown as { send(method: string, how: object): Promise<unknown> }

let app: App | undefined
afterEach(() => {
  app?.unmount()
  vi.useRealTimers()
  setHostTime(new Date().toISOString())
})

interface Shown {
  showPayment?: boolean
  headBumps?: boolean
  withStart?: boolean
  dense?: boolean
  /** By default a single segment with everything. */
  segments?: TicketSegment[]
  /** Resolves when the host has answered an action. */
  answer?: Promise<unknown>
}

function show(first: Ticket, { showPayment = false, segments, answer, ...shown }: Shown = {}) {
  const ticket = shallowRef(first)
  const { received, actions } = recordActions(answer)
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const style = {
    position: 'relative',
    width: '240px',
    height: '500px',
    fontSize: '20px',
    '--foot': '48px',
    '--tail': '30px',
  }
  app = createApp(() =>
    h('div', { style }, [
      h(TicketCard, {
        ticket: ticket.value,
        segments: segments ?? oneSegment(partsOf(ticket.value, showPayment).length),
        countryCode: 'CL',
        timeZone: 'America/Santiago',
        dense: shown.dense ?? false,
        showPayment,
        headBumps: shown.headBumps ?? false,
        soldOutKey: 's',
        withStart: shown.withStart ?? false,
        actions,
      }),
    ]),
  )
  app.mount(root)
  return { ticket, received, text: () => root.innerText }
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const button = (name: string | RegExp) => page.getByRole('button', { name })
const undoable = () => ({
  ...makeBump({ undoUntil: minutesFromNow(1) }),
  bumpedAt: minutesFromNow(0),
})

test('a card reads as a cook needs it: amounts, counted options, comment, allergy, type and name', () => {
  const options = [
    { id: 'o1', name: 'Queso', count: 2, stockKey: 'option:m/o1' },
    { id: 'o2', name: 'Palta', count: 1, stockKey: 'option:m/o2' },
  ]
  const item = makeItem({
    modifiers: [{ name: 'Agregados', options }],
    comment: 'Alergia al maní',
    allergyWords: ['maní', 'nuez'],
  })
  const { text } = show(makeTicket({ items: [item] }))
  for (const part of ['1234', 'Delivery', 'Ana', '2×', 'Hamburguesa'])
    expect(text()).toContain(part)
  expect(text()).toMatch(/Agregados:\s+2× Queso, Palta/)
  expect(text()).toContain('Allergy: nuez')
  expect(document.querySelector('mark')?.textContent).toBe('maní')
})

test.for<[number, number, string, string]>([
  [10, 20, 'calm', ''],
  [-1, 5, 'amber', 'Due soon'],
  [-9, -1, 'late', 'Late'],
  [-19, -11, 'very-late', 'Very late'],
])('amber in %d min, promised in %d: %s', ([amber, promised, state, word]) => {
  const ticket = makeTicket({
    amberAt: minutesFromNow(amber),
    promisedAt: minutesFromNow(promised),
    veryLateAt: minutesFromNow(promised + 10),
  })
  const { text } = show(ticket)
  expect(document.querySelector<HTMLElement>('header')?.dataset['late']).toBe(state)
  if (word !== '') expect(text()).toContain(word)
  expect(text()).toMatch(state === 'late' ? /\+1:0\d/ : /\d+:\d\d/)
  // Colour is not the only difference.
  const icons = [...document.querySelectorAll('header .time svg')]
  expect(icons.map((icon) => getComputedStyle(icon).display)).toEqual([
    state === 'amber' ? 'block' : 'none',
  ])
  const styleOf = (element: Element | null, part?: string) =>
    element === null ? null : getComputedStyle(element, part)
  expect(styleOf(document.querySelector('header .time'), '::before')?.content).toContain(
    state === 'very-late' ? '!!' : 'none',
  )
  expect(styleOf(document.querySelector('.segment'), '::before')?.borderImageSource).toMatch(
    state === 'very-late' ? /gradient/ : /none/,
  )
})

/** Promised two minutes before the next full minute, which is 30 s away on a clock that stands. */
function lateTicket({ veryLate = false }) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  const minute = 60_000
  const full = Math.ceil(Date.now() / minute) * minute
  const iso = (at: number) => new Date(at).toISOString()
  setHostTime(iso(full - 30_000))
  const promisedAt = iso(full - 2 * minute)
  const veryLateAt = iso(veryLate ? full - minute : full + minute)
  return makeTicket({ promisedAt, amberAt: promisedAt, veryLateAt })
}
const pulses = () => document.querySelector('header')?.getAnimations().length

test('what is very late pulses at the full minute, once', async () => {
  const { text } = show(lateTicket({ veryLate: true }))
  vi.advanceTimersByTime(29_500)
  expect(pulses()).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(text()).toContain('2:00')
  expect(pulses()).toBe(1)
  vi.advanceTimersByTime(58_000)
  await expect.poll(pulses).toBe(0)
  vi.advanceTimersByTime(2_000)
  expect(pulses()).toBe(1)
})

test('what is late does not pulse', () => {
  const { text } = show(lateTicket({ veryLate: false }))
  vi.advanceTimersByTime(30_500)
  expect(text()).toContain('+2:00')
  expect(pulses()).toBe(0)
})

test('with reduced motion, what is very late does not pulse', async () => {
  const prefer = (value: string) =>
    device.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    })
  await prefer('reduce')
  onTestFinished(async () => void (await prefer('')))
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  const { text } = show(lateTicket({ veryLate: true }))
  vi.advanceTimersByTime(30_500)
  expect(text()).toContain('2:00')
  expect(pulses()).toBe(0)
})

test('tapping an item strikes it, and Ready bumps', async () => {
  const { received } = show(makeTicket())
  await button(/Hamburguesa/).click()
  await button('Ready 1234').click()
  await expect
    .poll(() => received)
    .toEqual([
      ['strike', 'order-1', 'item-1', true],
      ['ready', 'order-1'],
    ])
})

test('a bumped card offers only to undo', async () => {
  const { received } = show(makeTicket({ stage: 'ready', bump: undoable() }))
  expect(button(/Ready/).elements()).toHaveLength(0)
  await button('Undo 1234').click()
  await expect.poll(() => received).toEqual([['undo', 'order-1']])
})

test('a changed card says what changed until it is seen, and can still be bumped', async () => {
  const change = { kind: 'amount', key: 'item-1', name: 'Hamburguesa', before: 1, now: 2 } as const
  const { received, text } = show(makeTicket({ changes: [change] }))
  expect(text()).toContain('1× → 2× Hamburguesa')
  await button('Got it 1234').click()
  await button('Ready 1234').click()
  await expect
    .poll(() => received)
    .toEqual([
      ['acknowledge', 'order-1'],
      ['ready', 'order-1'],
    ])
})

test('a ticket that was closed elsewhere can only be acknowledged, whatever is tapped', async () => {
  const changes: OrderChange[] = [{ kind: 'closed', key: 'at', unmade: 3 }]
  const closed = makeTicket({ stage: 'handed-over', changes })
  const { text, received } = show(closed, { headBumps: true, withStart: true })
  expect(text()).toContain('Closed elsewhere, 3 dishes not made')
  await expect.element(button(/^(Ready|Start|Undo)/)).not.toBeInTheDocument()
  await button('Got it 1234').click()
  await button(/details|Open/i).click()
  await expect
    .poll(() => received)
    .toEqual([
      ['acknowledge', 'order-1'],
      ['open', 'order-1'],
    ])
})

const nuts = { text: 'alergia a nueces', allergyWords: ['alergia', 'nueces'] }
const orderChanges: OrderChange[] = [
  { kind: 'again', key: 'again' },
  { kind: 'type', key: 'pickup', before: 'table', now: 'pickup' },
  { kind: 'buyer', key: 'Mesa 12', before: 'Mesa 7', now: 'Mesa 12' },
  { kind: 'buyer', key: 'Ana', before: null, now: 'Ana' },
  {
    ...{ kind: 'time', key: 'time' },
    ...{ before: '2026-11-20T20:00:00.000Z', now: '2026-11-20T22:30:00.000Z' },
  },
  { kind: 'note', key: nuts.text, note: nuts },
  { kind: 'note-gone', key: 'sin sal', text: 'sin sal' },
]

test.for<['en' | 'es' | 'pt', string[]]>([
  [
    'en',
    [
      'On again: make it',
      'Table → Pickup',
      'Mesa 7 → Mesa 12',
      'Now for Ana',
      'Due 17:00 → 19:30',
      'New allergy: alergia a nueces',
      'No longer: sin sal',
    ],
  ],
  ['es', ['Vuelve: hay que hacerlo', 'Para las 17:00 → 19:30', 'Ya no vale: sin sal']],
  ['pt', ['Voltou: é para fazer', 'Para as 17:00 → 19:30', 'Não vale mais: sin sal']],
])('a change of the order is said in %s', async ([language, expected]) => {
  await loadLanguage(language)
  locale.value = language
  const { text } = show(makeTicket({ changes: orderChanges, notes: [nuts] }))
  locale.value = 'en'
  for (const each of expected) expect(text()).toContain(each)
})

test('an order without a name says where it comes from', () => {
  expect(show(makeTicket({ buyerName: null, source: 'web' })).text()).toContain('web')
  app?.unmount()
  expect(show(makeTicket({ buyerName: 'Ana', source: 'web' })).text()).not.toContain('web')
})

test('what is taken off and what nobody can name are said in words', () => {
  const option = { id: 'x', name: '?', isUnknown: true, count: 1, stockKey: null } as const
  const modifiers = [{ name: 'Salsas', options: [option] }]
  const items = [makeItem({ amount: -1 }), makeItem({ key: 'b', modifiers, unread: ['choices'] })]
  const { text } = show(makeTicket({ items, incomplete: true }))
  expect(text()).toContain('Take off 1×')
  expect(text()).toContain('1× unknown choice')
})

test('a dense card keeps the half that a topping is on', () => {
  const half = (name: string, topping: string) => ({
    ...{ name, options: [{ id: topping, name: topping, count: 1, stockKey: null }] },
  })
  const modifiers = [half('Mitad 1', 'Aceituna'), half('Mitad 2', 'Queso'), half('Masa', 'Fina')]
  const { text } = show(makeTicket({ items: [makeItem({ modifiers })] }), { dense: true })
  expect(text()).toMatch(/Mitad 1:\s*Aceituna/)
  expect(text()).toMatch(/Mitad 2:\s*Queso/)
  expect(text()).not.toContain('Masa')
})

test('a dish that was removed is said without a line through it', () => {
  const change = { kind: 'removed', key: 'gone', name: 'Té', before: 1, now: 0 } as const
  const { text } = show(makeTicket({ changes: [change] }))
  expect(text()).toContain('Removed: 1× Té')
  const line = page.getByText('Removed: 1× Té').element()
  expect(getComputedStyle(line).textDecorationLine).toBe('none')
})

test('money shows only where it is asked for', () => {
  const payment = { label: 'Efectivo', amountToPay: 5000, cashAmount: 10_000 }
  expect(show(makeTicket({ payment })).text()).not.toContain('Efectivo')
  app?.unmount()
  const { text } = show(makeTicket({ payment }), { showPayment: true })
  expect(text()).toMatch(/Efectivo · To pay: \$5,000/)
})

test('when the promise moves, the card follows at once', async () => {
  const { ticket } = show(
    makeTicket({ amberAt: minutesFromNow(5), promisedAt: minutesFromNow(9), veryLateAt: null }),
  )
  ticket.value = makeTicket({
    amberAt: minutesFromNow(-5),
    promisedAt: minutesFromNow(-1),
    veryLateAt: null,
  })
  await nextTick()
  expect(document.querySelector<HTMLElement>('header')?.dataset['late']).toBe('late')
})

test('a driver who left is said to have left', () => {
  const driver = {
    stage: 'lost',
    name: null,
    vehicle: null,
    pickupCode: null,
    expectedAt: null,
    searchesAt: null,
  } as const
  expect(show(makeTicket({ driver })).text()).toContain('Finding a new driver')
})

test('twelve dishes in two pieces: every dish once, one Ready, and the second a group that says so', () => {
  const items = Array.from({ length: 12 }, (_, nth) =>
    makeItem({ key: `k${String(nth)}`, name: `Roll ${String(nth)}.` }),
  )
  const box = { left: '260px', top: '0px', width: '240px', height: '500px' }
  show(makeTicket({ items }), {
    segments: [
      { nth: 1, of: 2, from: 0, to: 7, isLast: false, nextPage: null, box: undefined },
      { nth: 2, of: 2, from: 7, to: 12, isLast: true, nextPage: null, box },
    ],
  })
  const second = page.getByRole('group', { name: '1234, part 2 of 2' })
  expect(page.getByRole('group').elements()).toEqual([second.element()])
  expect(second.element().textContent).toContain('1234 · 2/2')
  expect(button('Ready 1234').elements()).toHaveLength(1)
  expect(second.getByRole('button', { name: 'Ready 1234' }).elements()).toHaveLength(1)
  const names = [...document.querySelectorAll('.name')].map((name) => name.textContent)
  expect(names).toEqual(items.map(({ name }) => name))
  expect(second.getByRole('button', { name: /Roll/ }).elements()).toHaveLength(5)
  expect(document.querySelector('.tail')?.textContent).toContain('1/2')
  expect(document.querySelector('.tail')?.textContent).toContain('continued')
})

test('where it goes on behind the page it says on which', () => {
  show(makeTicket(), {
    segments: [{ nth: 1, of: 2, from: 0, to: 1, isLast: false, nextPage: 3, box: undefined }],
  })
  expect(document.querySelector('.tail')?.textContent).toContain('continued on page 3')
  expect(button(/Ready/).elements()).toHaveLength(0)
})

test('a press marks the foot before anything else is done, and the answer takes the mark away', async () => {
  const bump = createHold()
  const { received } = show(makeTicket(), { answer: bump.arrive() })
  const ready = button('Ready 1234').element() as HTMLElement
  const marks = () => {
    const dataset = document.querySelector('footer')?.dataset ?? {}
    return ['pressed', 'busy'].filter((mark) => mark in dataset)
  }
  const pointer = (type: string) =>
    ready.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true }))
  expect(marks()).toEqual([])
  pointer('pointerdown')
  expect(marks()).toEqual(['pressed'])
  pointer('pointerup')
  expect(marks()).toEqual([])
  ready.click()
  expect(marks()).toEqual(['busy'])
  await expect.poll(() => received).toEqual([['ready', 'order-1']])
  await bump.answerAll()
  await expect.poll(marks).toEqual([])
})

test.for(['pointerleave', 'pointercancel'])(
  'a finger that goes elsewhere (%s) unmarks it',
  (end) => {
    const { received } = show(makeTicket())
    const foot = document.querySelector('footer')
    foot?.dispatchEvent(new PointerEvent('pointerdown'))
    expect(foot?.dataset).toHaveProperty('pressed')
    foot?.dispatchEvent(new PointerEvent(end))
    expect(foot?.dataset).not.toHaveProperty('pressed')
    expect(received).toEqual([])
  },
)

test('the head opens all that is known', async () => {
  const { received } = show(makeTicket())
  await button('Details 1234').click()
  await expect.poll(() => received).toEqual([['open', 'order-1']])
})

test('or bumps, where that is chosen; what is bumped it opens', async () => {
  const { received, ticket } = show(makeTicket(), { headBumps: true })
  await button('Bump 1234').click()
  ticket.value = makeTicket({ stage: 'ready', bump: undoable() })
  await button('Details 1234').click()
  await expect
    .poll(() => received)
    .toEqual([
      ['ready', 'order-1'],
      ['open', 'order-1'],
    ])
})

test('a kitchen that says when it begins has Start first, then Ready', async () => {
  const { received, ticket } = show(makeTicket(), { withStart: true })
  expect(button('Ready 1234').elements()).toHaveLength(0)
  await button('Start 1234').click()
  ticket.value = makeTicket({ startedAt: minutesFromNow(0) })
  await button('Ready 1234').click()
  await expect
    .poll(() => received)
    .toEqual([
      ['start', 'order-1'],
      ['ready', 'order-1'],
    ])
  expect(button('Start 1234').elements()).toHaveLength(0)
})

test('once all its dishes are struck it suggests Ready', async () => {
  const items = [makeItem({ key: 'a', struck: true }), makeItem({ key: 'b' })]
  const { ticket } = show(makeTicket({ items }))
  const ready = button('Ready 1234')
  await expect.element(ready).not.toHaveClass('suggested')
  ticket.value = makeTicket({ items: items.map((item) => ({ ...item, struck: true })) })
  await expect.element(ready).toHaveClass('suggested')
})

const oddItem = makeItem({ name: 'Sopa', amount: 1, unread: ['amount', 'choices'] })
const plainItem = makeItem({ key: 'item-2', name: 'Pan', amount: 1 })

test.for([
  [
    'en',
    'Part of this order couldn’t be read. Check the details.',
    'Couldn’t read: quantity, options',
  ],
  [
    'es',
    'No se pudo leer parte de este pedido. Mira los detalles.',
    'No se pudo leer: cantidad, opciones',
  ],
  [
    'pt',
    'Não foi possível ler parte deste pedido. Veja os detalhes.',
    'Não foi possível ler: quantidade, opções',
  ],
] as const)(
  'an order of which a part could not be read says so, and which (%s)',
  async ([language, whole, dish]) => {
    await loadLanguage(language)
    locale.value = language
    const { text, ticket } = show(makeTicket({ incomplete: true, items: [oddItem, plainItem] }))
    expect(text()).toContain(whole)
    expect(text()).toMatch(new RegExp(`\\?×\\s*Sopa\\s*${dish}`))
    expect(text()).toMatch(/1×\s*Pan\s*$|1×\s*Pan\n/)
    expect(text().split(dish)).toHaveLength(2)
    ticket.value = makeTicket({ items: [plainItem] })
    await nextTick()
    expect(text()).not.toContain(whole)
    locale.value = 'en'
  },
)

test('notes of the whole order stand above its dishes, an allergy before all others and as an alarm', () => {
  const notes = [
    { text: 'Cortar en ocho', allergyWords: [] },
    { text: 'Sin nueces', allergyWords: ['nueces'] },
  ]
  const { text } = show(makeTicket({ notes, recalledAt: minutesFromNow(0) }))
  expect(text()).toMatch(/Allergy: Sin nueces[^]*Recalled[^]*Cortar en ocho[^]*Hamburguesa/)
  expect(document.querySelector('mark')?.textContent).toBe('nueces')
  const [alarm, ...others] = document.querySelectorAll('[data-alarm]')
  expect(alarm?.textContent).toContain('Sin nueces')
  expect(others).toEqual([])
})
