import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import { defaultSettings, type Preferences } from '#contract/settings/settings.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { start } from '../../app/start.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

async function open(
  section: string,
  likes: Partial<Preferences> = {},
  tickets: Ticket[] = [],
): Promise<FakeBridge> {
  const bridge = new FakeBridge(tickets)
  bridge.preferences = { ...bridge.preferences, ...likes }
  bridge.answers['settings.get'] = defaultSettings
  bridge.answers['settings.change'] = { ...defaultSettings, startedStage: true }
  location.hash = `#/setup/${section}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible()
  return bridge
}

const sentence = (label: string) => expect.element(page.getByText(label, { exact: true }))
const group = (name: string) => page.getByRole('group', { name, exact: true })
/** How many columns are drawn, and how large the first dish is on the real screen. */
function drawn() {
  const frame = document.querySelector('.frame')
  const cards = [...(frame?.querySelectorAll('.card') ?? [])].map((card) =>
    Math.round(card.getBoundingClientRect().left),
  )
  const dish = frame?.querySelector('.dish')
  const right = frame?.querySelector('.cards')?.getBoundingClientRect().right ?? 0
  return {
    columns: new Set(cards.filter((left) => left < right)).size,
    dish: dish ? getComputedStyle(dish).fontSize : null,
  }
}

test('the preview follows each choice at once, and says in words what it draws', async () => {
  const bridge = await open('wall')
  await sentence('5 columns, dish names 19.5 px high').toBeVisible()
  expect(drawn()).toEqual({ columns: 5, dish: '19.5px' })
  await group('Text size').getByText('XL', { exact: true }).click()
  await sentence('3 columns, dish names 28 px high').toBeVisible()
  expect(drawn()).toEqual({ columns: 3, dish: '28px' })
  await group('Columns').getByText('2', { exact: true }).click()
  await sentence('2 columns, dish names 28 px high').toBeVisible()
  expect(drawn().columns).toBe(2)
  await group('Columns').getByText('Automatic').click()
  await group('Navigation on the wall').getByText('Hidden in a corner').click()
  await expect.poll(() => document.querySelector('.frame .side')).toBeNull()
  expect(bridge.preferences).toMatchObject({
    wallSize: 'XL',
    wallColumns: null,
    navigation: 'corner',
  })
})

test('it is this screen in small, and what is hidden there is hidden here', async () => {
  const bridge = await open('wall')
  const frame = document.querySelector('.frame')
  expect(frame?.getAttribute('aria-hidden')).toBe('true')
  const { width, height } = frame?.getBoundingClientRect() ?? { width: 0, height: 1 }
  expect(width / height).toBeCloseTo(1280 / 800, 2)
  const shown = (part: string) => document.querySelector(`.frame ${part}`) !== null
  expect([shown('.header'), shown('.number'), shown('.payment')]).toEqual([true, false, false])
  await page.getByRole('switch', { name: 'Top bar' }).click()
  await page.getByRole('switch', { name: 'Ticket numbers' }).click()
  await page.getByRole('switch', { name: 'Show payment on tickets' }).click()
  await page.getByRole('switch', { name: 'Tap the header to bump' }).click()
  await expect
    .poll(() => [shown('.header'), shown('.number'), shown('.payment')])
    .toEqual([false, true, true])
  expect(bridge.preferences).toMatchObject({
    wallHeader: false,
    cardNumbers: true,
    showPayment: true,
    headBumps: true,
  })
  await page.viewport(390, 844)
  await sentence('1 column, dish names 20.5 px high').toBeVisible()
})

const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
const tickets = Array.from({ length: 60 }, (_, nth) =>
  makeTicket({
    id: `order ${String(nth)}`,
    code: String(1000 + nth),
    queueAt: minutes(-5),
    promisedAt: minutes(30 + nth),
  }),
)

test.for<[[number, number], Partial<Preferences>]>([
  [[1280, 800], {}],
  [[1280, 800], { navigation: 'corner', wallSize: 'S' }],
  [[1280, 800], { wallSize: 'L', wallColumns: 10 }],
  [[1920, 1080], { wallColumns: 3 }],
  [[768, 1024], {}],
])(
  'at %o with %o the wall has the columns and the dishes that the preview says',
  async ([size, likes]) => {
    await page.viewport(...size)
    const bridge = await open('wall', likes, tickets)
    await expect.element(page.getByText(/dish names [\d.]+ px high/)).toBeVisible()
    const shownText = document.querySelector('.sentence')?.textContent ?? ''
    location.hash = '#/'
    await expect
      .poll(() => document.querySelectorAll('article[data-ticket]').length)
      .toBeGreaterThan(1)
    expect(bridge.preferences).toMatchObject(likes)
    const lefts = [...document.querySelectorAll('article[data-ticket]')].map((card) =>
      Math.round(card.getBoundingClientRect().left),
    )
    const item = document.querySelector('article[data-ticket] .item .name')
    const dish = item === null ? '' : Number.parseFloat(getComputedStyle(item).fontSize)
    expect(`${String(new Set(lefts).size)} columns, dish names ${String(dish)} px high`).toBe(
      shownText,
    )
  },
)

test('the stage “started” is the restaurant’s', async () => {
  const bridge = await open('kitchen-times')
  const stage = page.getByRole('switch', { name: 'Mark started tickets' })
  await expect.element(stage).toHaveAttribute('aria-checked', 'false')
  await stage.click()
  expect(bridge.asked('settings.change')).toEqual([{ startedStage: true }])
  await expect.element(stage).toHaveAttribute('aria-checked', 'true')
})

const row = (command: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(command, { exact: true }) })
const button = (command: string) =>
  page.getByRole('button', { name: new RegExp(`(Change|Press a key…) ${command}$`) })

test('a key is learned by the keyboard alone, and the map follows', async () => {
  const bridge = await open('keys')
  button('Undo the last bump').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Undo the last bump')).toMatchTextContent(/^Press a key…/)
  await userEvent.keyboard('Q')
  await expect.element(row('Undo the last bump').getByText('Q', { exact: true })).toBeVisible()
  expect(bridge.preferences.wallKeys).toEqual({ undo: 'q' })
  await expect.element(button('Undo the last bump')).toHaveFocus()
  await expect.element(button('Undo the last bump')).toMatchTextContent(/^Change/)
  const action = page.getByRole('definition').filter({ hasText: 'Undo the last bump' })
  await expect.element(action).toBeVisible()
  await expect.poll(() => action.element().previousElementSibling?.textContent).toContain('Q')
})

test('Escape leaves the key as it was, also its own; a modifier alone is no key', async () => {
  const bridge = await open('keys')
  await page.getByRole('searchbox').fill('learn')
  await button('Recall').click()
  await userEvent.keyboard('{Shift}')
  await expect.element(button('Recall')).toMatchTextContent(/^Press a key…/)
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Recall')).toMatchTextContent(/^Change/)
  expect(bridge.preferences.wallKeys).toEqual({})
  // Nothing else received the key: the search text is unchanged.
  await expect.element(page.getByRole('searchbox')).toHaveValue('learn')
  await userEvent.keyboard('q')
  expect(bridge.preferences.wallKeys).toEqual({})
})

test('what moves and presses cannot be learned, and Tab goes on', async () => {
  const bridge = await open('keys')
  await button('Recall').click()
  for (const [key, name] of [
    ['{Enter}', 'Enter'],
    [' ', 'Space'],
    ['{ArrowDown}', '↓'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect
      .element(row('Recall').getByText(`${name} can’t be changed. Press another key.`))
      .toBeVisible()
  }
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Recall')).toMatchTextContent(/^Change/)
  await expect.element(button('Scheduled orders')).toHaveFocus()
  expect(bridge.preferences.wallKeys).toEqual({})
})

test('a key of another command is taken over, and that is said in a sentence', async () => {
  const bridge = await open('keys', { wallKeys: { detail: 'q' } })
  await button('Bump ticket 1').click()
  await userEvent.keyboard('u')
  const notice = 'U was the key for “Undo the last bump”, which now has no key.'
  await expect.element(row('Bump ticket 1').getByText(notice)).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: notice })).toBeInTheDocument()
  await expect.element(row('Undo the last bump').getByText('no key')).toBeVisible()
  await button('Bump ticket 2').click()
  await userEvent.keyboard('q')
  const back = 'Q was the key for “Details of the selected order”, which now has D.'
  await expect.element(row('Bump ticket 2').getByText(back)).toBeVisible()
  expect(bridge.preferences.wallKeys).toEqual({ card1: 'u', card2: 'q' })
  // One row for each card, because the keys are not the digits any more.
  await expect
    .element(page.getByRole('definition').filter({ hasText: 'Bump ticket 2' }))
    .toBeInTheDocument()
  await page.getByRole('button', { name: 'Reset keys' }).click()
  await expect.element(row('Undo the last bump').getByText('U', { exact: true })).toBeVisible()
  expect(bridge.preferences.wallKeys).toEqual({})
})

test('each event has a sound that can be heard and chosen, the most urgent first', async () => {
  const bridge = await open('sounds')
  const names = page.getByRole('button', { name: /^Play/ }).elements()
  expect(names.map((each) => each.getAttribute('aria-label'))).toEqual([
    'Play “cancelled”',
    'Play “rejected”',
    'Play “changed”',
    'Play “allergy”',
    'Play “driver”',
    'Play “new order”',
  ])
  const choice = page.getByRole('combobox', { name: 'New order' })
  await expect.element(choice).toHaveValue('own')
  await choice.selectOptions('Bell')
  await expect.poll(() => bridge.preferences.soundNew).toBe('bell')
  await choice.selectOptions('Off')
  await expect.element(page.getByRole('button', { name: 'Play “new order”' })).toBeDisabled()
})
