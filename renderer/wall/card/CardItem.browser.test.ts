import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createApp, h, nextTick, shallowRef, type App } from 'vue'
import type { TicketItem } from '#contract/tickets/ticket.ts'

import { makeItem } from '../../test-support/sample-ticket.ts'
import CardItem from './CardItem.vue'
import '../../ui/tokens.css'
import '../../ui/base.css'

const avocado = 'option:extras/avocado'
const withAvocado = (fields: Partial<TicketItem> = {}) =>
  makeItem({
    stockKey: 'product:burger',
    modifiers: [
      {
        name: 'Agregados',
        options: [
          { id: '1', name: 'Queso', count: 2, stockKey: 'option:extras/cheese' },
          { id: '2', name: 'Palta', count: 1, stockKey: avocado },
        ],
      },
    ],
    ...fields,
  })

let app: App | undefined
afterEach(() => app?.unmount())

function show(
  item: TicketItem,
  firstOut: string[] = [],
  soldOutKey: string | null = 's',
  dense = false,
) {
  const out = shallowRef(new Set(firstOut))
  const received: string[] = []
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = createApp(() =>
    h('div', { style: { width: '240px', paddingTop: '3rem' } }, [
      h(CardItem, {
        item,
        soldOutKey,
        dense,
        isOut: (key: string) => out.value.has(key),
        onStrike: () => received.push('strike'),
        onSoldOut: () => received.push('soldOut'),
      }),
      h('button', 'elsewhere'),
    ]),
  )
  app.mount(root)
  const line = page.getByRole('button', { name: /Hamburguesa/ })
  return { out, received, line, text: () => line.element().textContent.replace(/\s+/g, ' ').trim() }
}

test.each([
  ['s', 'S', 'S Shift+F10'],
  ['F9', 'F9', 'F9 Shift+F10'],
  [null, '', 'Shift+F10'],
])('tells the key that sells out: %s', (soldOutKey, shown, shortcuts) => {
  const { line } = show(withAvocado(), [], soldOutKey)
  expect(document.querySelector('kbd')?.textContent ?? '').toBe(shown)
  expect(line.element().getAttribute('aria-keyshortcuts')).toBe(shortcuts)
})

test('a comment with a line break is in two lines', () => {
  const commentHeight = (comment: string): number => {
    show(makeItem({ name: 'Hamburguesa', comment }))
    const { height } = document.querySelector('.comment')?.getBoundingClientRect() ?? { height: 0 }
    app?.unmount()
    return height
  }
  const one = commentHeight('sin sal, sin ajo')
  expect(one).toBeGreaterThan(0)
  expect(commentHeight('sin sal\nsin ajo')).toBeGreaterThan(1.5 * one)
})

test('a tap strikes, and so does the keyboard', async () => {
  const { received, line } = show(withAvocado())
  await line.click()
  line.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(received).toEqual(['strike', 'strike'])
})

test('a hold asks to sell out, and does not strike; the next tap does', async () => {
  const { received, line } = show(withAvocado())
  await line.click({ delay: 700 })
  expect(received).toEqual(['soldOut'])
  await line.click()
  expect(received).toEqual(['soldOut', 'strike'])
})

test('a hold is one also where the page was busy while the finger came and went', async () => {
  const { received, line } = show(withAvocado())
  line.element().addEventListener('pointerdown', ({ timeStamp }) => {
    setTimeout(() => {
      // Blocks timers and events until long after the finger has lifted.
      while (performance.now() < timeStamp + 1_500);
    }, 100)
  })
  await line.click({ delay: 700 })
  await expect.poll(() => received).toEqual(['soldOut'])
})

test.for(['pointermove', 'pointercancel', 'pointerup'])(
  'a finger that wanders, scrolls or is let go (%s) holds nothing',
  async (end) => {
    const { received, line } = show(withAvocado())
    const elsewhere = page.getByRole('button', { name: 'elsewhere' })
    await elsewhere.hover()
    const pointer = (type: string, clientX: number) =>
      line
        .element()
        .dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, clientX }))
    pointer('pointerdown', 10)
    pointer(end, 40)
    // Longer than a hold takes.
    await elsewhere.click({ delay: 700 })
    expect(received).toEqual([])
  },
)

test.for(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])(
  'on a focused item %s asks to sell out',
  async (keys) => {
    const { received } = show(withAvocado())
    await userEvent.tab()
    await userEvent.keyboard(keys)
    expect(received).toEqual(['soldOut'])
  },
)

test('the key of the wall that sells out asks as well', () => {
  const { received, line } = show(withAvocado())
  // The screen's settings decide which key that is: see use-wall-keys.ts.
  line.element().dispatchEvent(new CustomEvent('sell-out'))
  expect(received).toEqual(['soldOut'])
})

test('the right button asks, and the browser shows no menu of its own', async () => {
  const { received, line } = show(withAvocado())
  let prevented = false
  document.addEventListener('contextmenu', (event) => (prevented = event.defaultPrevented), {
    once: true,
  })
  await line.click({ button: 'right' })
  expect(received).toEqual(['soldOut'])
  expect(prevented).toBe(true)
})

test('focus by the keyboard shows the way to sell out, and a mouse may press it', async () => {
  const { received } = show(withAvocado())
  const way = page.getByRole('button', { name: '86 S' })
  expect(way.elements()).toHaveLength(0)
  await userEvent.tab()
  await way.click()
  expect(received).toEqual(['soldOut'])
})

test('an item that nobody can name to the platform cannot be sold out', async () => {
  const { received, line } = show(makeItem({ stockKey: null }))
  await line.click({ delay: 700 })
  expect(received).toEqual([])
})

test('what is sold out now is marked: the product, or the option', async () => {
  const { out, text } = show(withAvocado())
  expect(text()).not.toContain('86')
  out.value = new Set([avocado])
  await nextTick()
  expect(text()).toBe('2×HamburguesaAgregados: 2× Queso, Palta86 (sold out)')
  out.value = new Set(['product:burger'])
  await nextTick()
  expect(text()).toBe('2×Hamburguesa86 (sold out)Agregados: 2× Queso, Palta')
  out.value = new Set(['product:another'])
  await nextTick()
  expect(text()).not.toContain('86')
})

test('a struck item is done: nothing of it is marked', () => {
  expect(show(withAvocado({ struck: true }), [avocado]).text()).not.toContain('86')
})

test('a name that the order did not have is marked, and what is in a combo says so', () => {
  const modifiers = withAvocado().modifiers.map((modifier) => ({
    ...modifier,
    fromMenu: true as const,
    options: modifier.options.map((option) => ({ ...option, fromMenu: true as const })),
  }))
  const { text } = show(withAvocado({ fromMenu: true, depth: 2, modifiers }))
  expect(text()).toBe(
    '2×In the combo: Hamburguesa (from the menu)Agregados (from the menu): 2× Queso (from the menu), Palta (from the menu)',
  )
})

test('what is in a combo stands further in, the deeper the further, as far as a column has room', () => {
  const left = (depth: number) => {
    const { line } = show(makeItem({ depth }))
    return line.element().querySelector('.amount')?.getBoundingClientRect().left ?? 0
  }
  const [top, ...deeper] = [0, 1, 2, 4, 40].map(left)
  expect(deeper[0]).toBeGreaterThan(top ?? 0)
  expect(deeper[1]).toBeGreaterThan(deeper[0] ?? 0)
  expect(deeper[3]).toBe(deeper[2])
})

test('an allergy far down in a long comment is said above it', () => {
  const comment = `${'Por favor con mucho cuidado. '.repeat(20)}Alergia al maní`
  const { text } = show(makeItem({ comment, allergyWords: ['Alergia', 'maní'] }))
  expect(text()).toMatch(/Allergy: Alergia, maní\s*Por favor/)
})

test('a dish that nobody may make yet says that it is held', async () => {
  show(makeItem({ name: 'Torta', isHeld: true, allergyWords: ['nuez'] }))
  const dish = page.getByRole('button', { name: /Torta held/ })
  await expect.element(dish).toBeVisible()
  await expect.element(dish.getByText('Allergy: nuez')).toBeVisible()
  app?.unmount()
  show(makeItem({ name: 'Torta' }))
  await expect.element(page.getByRole('button', { name: /Torta/ })).not.toMatchTextContent(/held/)
})

test('a dense dish has its choices in its line, without groups and without what it comes with', () => {
  const option = (id: string, more: object = {}) => ({
    id,
    name: `Option ${id}`,
    count: 1,
    stockKey: null,
    ...more,
  })
  const item = makeItem({
    modifiers: [
      { name: 'Pan', options: [option('a', { isDefault: true }), option('b')] },
      { name: 'Extras', options: [option('c', { isDefault: true, count: 2 })] },
      { name: 'Salsa', options: [option('d', { isDefault: true })] },
      { name: 'Nota', options: [option('e', { isDefault: true, name: 'Sin nueces' })] },
    ],
    allergyWords: ['nueces'],
  })
  const { text } = show(item, [], null, true)
  expect(text()).toMatch(/Hamburguesa/)
  // The second c is chosen by somebody; what suggests an allergy always shows.
  expect(text()).toContain('Option b')
  expect(text()).toContain('2× Option c')
  expect(text()).toContain('Sin nueces')
  expect(text()).not.toMatch(/Option a|Option d|Pan|Extras|Salsa/)
  app?.unmount()
  const all = show(item, [], null).text()
  for (const each of ['Pan', 'Option a', 'Option d', 'Extras']) expect(all).toContain(each)
})
