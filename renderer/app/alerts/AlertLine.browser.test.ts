import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { Status } from '#contract/status/status.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { makeBump, makeTicket } from '../../test-support/sample-ticket.ts'
import { makeBoard } from '../../test-support/sample-board.ts'
import { start } from '../start.ts'

let app: App | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  app?.unmount()
  location.hash = ''
})

const sentence = 'The store is closed and takes no word on its orders until it opens again'
const refused = (code: string) =>
  makeTicket({
    id: `order ${code}`,
    code,
    stage: 'ready',
    bump: makeBump({ state: 'refused', message: sentence, choices: ['retry', 'mark-done'] }),
  })

const entryOf = (code: string) => ({ kind: 'preparation-ready', subject: `order ${code}` })

const driver = {
  stage: 'at-store',
  name: null,
  vehicle: null,
  pickupCode: null,
  expectedAt: null,
  searchesAt: null,
} as const

async function open(codes: string[], address = '/', waiting = 0): Promise<FakeBridge> {
  const drivers = Array.from({ length: waiting }, (_, nth) =>
    makeTicket({ id: `driver ${String(nth)}`, code: String(2001 + nth), driver }),
  )
  const bridge = new FakeBridge([...codes.map(refused), ...drivers])
  bridge.answers['stock.board'] = makeBoard()
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

const line = () => page.getByRole('region', { name: 'Alerts' })
const list = () => page.getByRole('dialog', { name: 'Alerts' })

test('on the wall it is one button in one line that says everything, and opens the list', async () => {
  await page.viewport(320, 844)
  await open(['1001', '1002', '1003'])
  const button = line().getByRole('button')
  await expect.element(button).toBeVisible()
  expect(line().elements()).toHaveLength(1)
  await expect
    .element(button)
    .toHaveAccessibleName('1001 The platform rejected “Ready” 3 alerts need attention')
  await expect.element(line().getByRole('alert')).toMatchTextContent(/^1001/)
  expect(button.element().getBoundingClientRect().height).toBe(48)
  const text = button.element().querySelector('.text')
  expect(text?.scrollWidth).toBeGreaterThan(text?.clientWidth ?? 0)
  expect(line().element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
  await expect.element(button.getByText('3', { exact: true })).toBeInViewport({ ratio: 1 })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list().getByRole('button', { name: 'Send again 1003' })).toBeVisible()
})

test('with nothing to say there is nothing to press', async () => {
  const bridge = await open(['1001'])
  await expect.element(line().getByRole('button')).toBeVisible()
  bridge.change([], ['order 1001'])
  await expect.element(line().getByRole('button')).not.toBeInTheDocument()
  expect(line().element().getBoundingClientRect().height).toBe(0)
})

test('in another room the alert line shows the actions', async () => {
  const bridge = await open(['1001', '1002'], '/stock')
  await line().getByRole('button', { name: 'Mark as done 1001' }).click()
  await expect
    .poll(() => bridge.asked('deliveries.decide'))
    .toEqual([{ entries: [entryOf('1001')], choice: 'mark-done' }])
  expect(line().elements()).toHaveLength(1)
})

const navigationBell = () => page.getByRole('button', { name: /^Alerts/ })

test('the bell has one number: in the navigation, in the line of each room and in the list', async () => {
  const bridge = await open(['1001', '1002'])
  const unread = { unread: 2, elsewhere: 0, refusing: false }
  bridge.notify({ type: 'status.changed', status: { ...quietStatus(), inbox: unread } })
  const number = '3 alerts need attention'
  await expect.element(navigationBell()).toHaveAccessibleName(`Alerts : ${number}`)
  await expect.element(line().getByRole('button')).toHaveAccessibleName(new RegExp(`${number}$`))
  await line().getByRole('button').click()
  await expect.element(list()).toBeVisible()
  expect(list().getByRole('listitem').elements()).toHaveLength(3)
  await userEvent.keyboard('{Escape}')
  location.hash = '#/stock'
  await line().getByRole('button', { name: number }).click()
  await expect.element(list()).toBeVisible()
})

test('the line of the wall is not empty while the bell counts a note', async () => {
  const bridge = await open([])
  const unread = { unread: 2, elsewhere: 0, refusing: false }
  bridge.notify({ type: 'status.changed', status: { ...quietStatus(), inbox: unread } })
  await expect.element(navigationBell()).toHaveAccessibleName('Alerts : 1 alert needs attention')
  await expect
    .element(line().getByRole('button', { name: /^2 messages couldn’t be read/ }))
    .toBeVisible()
})

test.for([
  [390, 340],
  [768, 100],
  [1280, 340],
] as const)(
  'at %i pixels the row shows an order that needs attention, and the text of the alert',
  async ([width, sentence]) => {
    await page.viewport(width, 844)
    await open(['1001', '1002'], '/', 20)
    const rail = page.getByRole('region', { name: 'Needs attention' })
    await expect
      .element(rail.getByRole('button', { name: '20 orders need attention' }))
      .toBeVisible()
    await expect.element(line().getByRole('button')).toBeVisible()
    await expect
      .poll(() => line().element().getBoundingClientRect().width)
      .toBeGreaterThan(sentence)
    const chip = rail.getByRole('button', { name: 'Driver waiting 20' })
    await expect.element(chip.getByText('Driver waiting')).toBeInViewport()
    await expect.poll(() => chip.element().getBoundingClientRect().width).toBeGreaterThan(72)
  },
)

test('the platform out of reach is said on the wall and in the dot beside what waits for a decision', async () => {
  const bridge = await open(['1001'])
  const away = {
    ...quietStatus(),
    webhook: {
      state: 'listening',
      address: null,
      lastEventAt: null,
      message: null,
      tokensUsedAt: [],
    },
    poller: { state: 'failing', lastOkAt: null, error: { code: 'unreachable' } },
    outbox: { ...quietStatus().outbox, needsPerson: 1 },
  } as const
  bridge.notify({ type: 'status.changed', status: away })
  await expect
    .element(line().getByRole('button'))
    .toHaveAccessibleName(/^No contact with the platform New orders may be missing/)
  const dot = (health: string) =>
    page.getByRole('link', { name: new RegExp(`Connection: ${health}$`) })
  await expect.element(dot('No contact · 1 needs action')).toBeVisible()
  await expect.element(page.getByText('Can’t get orders right now')).toBeVisible()
  await expect.element(page.getByText(/1 order needs action\./)).toBeVisible()
  const full = { unread: 0, elsewhere: 0, refusing: true }
  bridge.notify({ type: 'status.changed', status: { ...away, inbox: full } })
  await expect
    .element(line().getByRole('button'))
    .toHaveAccessibleName(/^Orders can’t be saved · No contact with the platform/)
  await expect.element(dot('Not saving · No contact · 1 needs action')).toBeVisible()
})

test.for<[string, Partial<Status>, string, string]>([
  [
    'a backup that failed its test',
    { backup: { lastAt: null, failing: false, testFailedAt: '2026-11-25T12:30:00.000Z' } },
    'stale',
    'Needs attention',
  ],
  [
    'damaged data',
    { damage: { kind: 'damaged', keptAs: 'x', restoredFrom: null } },
    'bad',
    'Needs attention',
  ],
  ['rows that could not be read', { setAside: 2 }, 'good', 'All good'],
])('the dot says the worst of all: %s', async ([, some, tone, text]) => {
  const bridge = await open([])
  const checked = { state: 'fresh', lastOkAt: quietStatus().now, error: null } as const
  bridge.notify({
    type: 'status.changed',
    status: { ...quietStatus(), poller: checked, ...some },
  })
  const dot = page.getByRole('link', { name: new RegExp(`Connection: ${text}$`) })
  await expect.element(dot).toBeVisible()
  await expect
    .poll(() => dot.element().querySelector('.tone')?.getAttribute('data-tone'))
    .toBe(tone)
})

test('many of a kind are decided on at once, once that is asked, and lead to the list of what left the queue', async () => {
  const codes = Array.from({ length: 11 }, (_, nth) => String(1001 + nth))
  const bridge = await open(codes)
  await line()
    .getByRole('button', { name: /^“Ready” rejected for 11 tickets/ })
    .click()
  const ask = list().getByRole('button', { name: /^Decide/ })
  await ask.click()
  const asked = page.getByRole('dialog', { name: 'Decide for all 11' })
  await expect.element(asked.getByText(/^1001, 1002, .*1011$/)).toBeVisible()
  await expect.element(asked.getByText(sentence)).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(asked).not.toBeInTheDocument()
  expect(bridge.asked('deliveries.decide')).toEqual([])
  ask.element().focus()
  await userEvent.keyboard('{Enter}')
  const yes = asked.getByRole('button', { name: 'Mark all 11 as done' })
  await expect.element(yes).toBeVisible()
  expect(yes.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  yes.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: codes.map(entryOf), choice: 'mark-done' },
  ])
  await list().getByRole('link', { name: 'Show “Ready” rejected for 11 tickets' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Recall' })).toBeVisible()
})

test('the list counts what the wall counts, also without any alert', async () => {
  await open([], '/', 2)
  await expect.element(page.getByRole('button', { name: '2 orders need attention' })).toBeVisible()
  await page.getByRole('button', { name: 'Alerts' }).click()
  const list = page.getByRole('dialog', { name: 'Alerts' })
  await expect.element(list.getByText('2 orders need attention')).toBeVisible()
  await expect.element(list.getByText('Nothing needs attention')).not.toBeInTheDocument()
  await list.getByRole('link', { name: 'Show' }).click()
  await expect.element(list).not.toBeInTheDocument()
})
