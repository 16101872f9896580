import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { App } from 'vue'
import type { FleetDay, FleetStatus, FleetStore } from '#contract/relay/fleet.ts'
import { FakeStream } from '../test-support/open-fleet.ts'
import { makeFleetApp } from './start.ts'

const now = (): number => Date.now()
const minute = 60_000

const goodStatus = (): FleetStatus => ({
  app: '0.2.0',
  platform: 'reached',
  openTickets: 7,
  lateTickets: 0,
  waiting: 0,
  needsPerson: 0,
  isSaving: true,
  diskFreeMb: 50_000,
  isBackupFailing: false,
  acceptsInstructions: true,
  salesToday: null,
  coversToday: null,
  instructions: [],
  lastOrderAt: now() - 5 * minute,
  feedAt: now(),
  backupAt: now() - 120 * minute,
})

const makeStore = (name: string, more: Partial<FleetStore> = {}): FleetStore => ({
  id: `web.${name}`,
  websiteId: 'web',
  storeId: name.toLowerCase(),
  name,
  region: '',
  tags: [],
  state: 'well',
  troubles: [],
  since: now() - 90 * minute,
  seenAt: now(),
  status: goodStatus(),
  ...more,
})
const silent = (name: string, minutes: number): FleetStore =>
  makeStore(name, {
    state: 'silent',
    troubles: ['silent'],
    since: now() - minutes * minute,
    seenAt: now() - minutes * minute,
  })

const day: FleetDay = {
  from: now() - 288 * 5 * minute,
  spans: Array.from({ length: 288 }, (_, nth) =>
    nth < 3
      ? null
      : { state: nth < 10 ? 'silent' : 'well', open: 3, late: nth === 20 ? 4 : 0, waiting: 0 },
  ),
}

const visitor = { name: 'Ana', role: 'viewer', chain: 'Gran Sabor' }
let app: App | undefined
let isIn = true
let asked: { path: string; body: unknown }[] = []

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status })

function answer(path: string, init?: RequestInit): Response {
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as { key?: string }) : null
  asked.push({ path, body })
  if (path === 'events') return isIn ? new FakeStream().response : json({}, 401)
  if (path === 'me') return isIn ? json(visitor) : json({}, 401)
  if (path === 'logout') return new Response(null, { status: 204 })
  if (path === 'login') {
    if (body?.key !== 'good') return json({}, body?.key === 'many' ? 429 : 401)
    isIn = true
    return json(visitor)
  }
  return path.startsWith('day?') ? json(day) : json({}, 404)
}

function open(hash = ''): void {
  history.replaceState(null, '', `${location.pathname}${location.search}${hash}`)
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = makeFleetApp(null)
  app.mount(root)
}
const stream = async (): Promise<FakeStream> => {
  await expect.poll(() => FakeStream.latest).not.toBeNull()
  return FakeStream.latest as FakeStream
}
async function openWith(stores: FleetStore[], hash = ''): Promise<FakeStream> {
  open(hash)
  const opened = await stream()
  opened.send({ type: 'all', now: now(), left: 0, stores })
  return opened
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  isIn = true
  asked = []
  FakeStream.latest = null
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => Promise.resolve(answer(path, init)))
})
afterEach(() => {
  app?.unmount()
  vi.unstubAllGlobals()
  history.replaceState(null, '', `${location.pathname}${location.search}`)
})

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: RegExp) => page.getByRole('button', { name })
const textOf = (locator: ReturnType<typeof row>): string => locator.query()?.textContent ?? ''
const names = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('.row-link')].map(({ textContent }) =>
    textContent.trim(),
  )

test('a wrong key is said to be wrong; the right one opens the stores, and one signs out', async () => {
  isIn = false
  open()
  const key = page.getByLabelText('Key')
  await expect.element(key).toHaveAttribute('autocomplete', 'current-password')
  await button(/^Sign in$/).click()
  await expect.element(page.getByText('Enter your key.')).toBeVisible()
  await key.fill('bad')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => textOf(page.getByRole('alert'))).toMatch('This key isn’t valid')
  await key.fill('many')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => textOf(page.getByRole('alert'))).toMatch('Too many attempts')
  await key.fill('good')
  await userEvent.keyboard('{Enter}')
  ;(await stream()).send({ type: 'all', now: now(), left: 0, stores: [] })
  await expect.element(page.getByRole('heading', { name: 'Gran Sabor' })).toBeVisible()
  await expect.element(page.getByText('kitchen-pass-relay store add')).toBeVisible()
  await button(/^Sign out$/).click()
  await expect.element(key).toBeVisible()
  expect(FakeStream.latest?.isClosed).toBe(true)
})

test('a link signs in, and its key leaves the address bar', async () => {
  isIn = false
  open('#key=good')
  await expect.poll(() => location.hash).toBe('#/')
  await stream()
  expect(asked[0]).toEqual({ path: 'login', body: { key: 'good' } })
})

test('the worst is first, then the oldest; a status moves a row', async () => {
  const late = { ...goodStatus(), lateTickets: 2 }
  const opened = await openWith([
    makeStore('Alto'),
    silent('Centro', 5),
    makeStore('Norte', { state: 'late', troubles: ['late', 'disk'], status: late }),
    silent('Sur', 12),
  ])
  await expect.poll(names).toEqual(['Sur', 'Centro', 'Norte', 'Alto'])
  await expect.poll(() => textOf(row('Sur'))).toMatch(/Silent\s*for 12 min/)
  await expect.element(row('Sur')).toHaveAttribute('aria-rowindex', '2')
  await expect.poll(() => textOf(row('Norte'))).toMatch(/Also: Disk full soon.*2 late/)
  await expect
    .element(page.getByRole('img', { name: 'Map of 4 stores. Silent 2, Late 1, Well 1' }))
    .toBeVisible()
  opened.send({
    type: 'changed',
    now: now(),
    stores: [makeStore('Sur'), silent('Alto', 1)],
    gone: ['web.Norte'],
  })
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Sur'])
  expect(document.title).toBe('(2) Gran Sabor')
})

test('stores are found by state and by text, and the file has the same ones', async () => {
  await openWith([
    makeStore('Viña'),
    silent('Centro', 5),
    makeStore('Pizza', { websiteId: 'other' }),
  ])
  await button(/^Silent\s*1$/).click()
  await expect.poll(names).toEqual(['Centro'])
  await expect.element(button(/^Silent/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('1 of 3 stores')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download as CSV' }))
    .toHaveAttribute('href', 'stores.csv?state=silent')
  await button(/^Silent/).click()
  await userEvent.keyboard('/vina')
  await expect.poll(names).toEqual(['Viña'])
  await page.getByRole('combobox', { name: 'Website' }).selectOptions('other')
  await expect.element(page.getByText('No stores match')).toBeVisible()
  await button(/^Clear filters$/).click()
  await expect.poll(names).toEqual(['Centro', 'Pizza', 'Viña'])
})

test('by the keyboard alone: down to a store, into it, and back to where one was', async () => {
  await openWith(
    Array.from({ length: 300 }, (_, nth) => makeStore(`Store ${String(nth).padStart(3, '0')}`)),
  )
  await expect.poll(() => names().length).toBeGreaterThan(5)
  expect(names().length).toBeLessThan(60)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(link('Store 002')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(link('Store 299')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(link('Store 298')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Store 298' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(link('Store 298')).toHaveFocus()
})

test('the focus stays with its store when the store moves', async () => {
  const opened = await openWith([makeStore('Alto'), makeStore('Bajo'), makeStore('Centro')])
  await expect.poll(names).toEqual(['Alto', 'Bajo', 'Centro'])
  link('Centro').element().focus()
  opened.send({ type: 'changed', now: now(), stores: [silent('Centro', 2)], gone: [] })
  await expect.poll(names).toEqual(['Centro', 'Alto', 'Bajo'])
  await expect.element(link('Centro')).toHaveFocus()
})

test('a store says what each trouble means, and how its day was', async () => {
  const status = { ...goodStatus(), lateTickets: 2, diskFreeMb: 640 }
  const store = makeStore('Norte', { state: 'late', troubles: ['late', 'disk'], status })
  const opened = await openWith([store], '#/store/web.Norte')
  await expect.element(page.getByRole('heading', { name: 'Norte' })).toBeVisible()
  await expect.element(page.getByText(/^2 tickets are past their promised time/)).toBeVisible()
  await expect.element(page.getByText(/^Only 640 MB are free/)).toBeVisible()
  const picture = /Silent 1 time, 35 min; Nobody looked for 15 min; Most late tickets at once: 4$/
  await expect.element(page.getByRole('img', { name: picture })).toBeVisible()
  expect(asked.some(({ path }) => path === 'day?store=web.Norte')).toBe(true)
  opened.send({ type: 'changed', now: now(), stores: [silent('Norte', 3)], gone: [] })
  await expect.element(page.getByText(/^No status since/)).toBeVisible()
  await expect.element(page.getByText(/^Last known, from/)).toBeVisible()
  opened.send({ type: 'changed', now: now(), stores: [], gone: ['web.Norte'] })
  await expect.element(page.getByText('Store not found')).toBeVisible()
  await link('All stores').click()
  await expect.element(page.getByText('No stores yet')).toBeVisible()
})

test('a broken stream is said at once, and opened again; an ended login leads to the key', async () => {
  const opened = await openWith([makeStore('Alto')])
  await expect.poll(names).toEqual(['Alto'])
  opened.fail()
  await expect.element(page.getByText(/^No connection to the server/)).toBeVisible()
  await expect.element(page.getByText(/What you see is from \d\d:\d\d\./)).toBeVisible()
  // What is well may no longer be.
  expect(document.documentElement.hasAttribute('data-cut-off')).toBe(true)
  await expect.poll(() => FakeStream.latest !== opened).toBe(true)
  ;(await stream()).send({
    type: 'all',
    now: now(),
    left: 0,
    stores: [silent('Alto', 2)],
  })
  await expect.poll(() => textOf(row('Alto'))).toMatch('Silent')
  await expect.element(page.getByText(/^No connection to the server/)).not.toBeInTheDocument()
  isIn = false
  ;(await stream()).fail()
  await expect.element(page.getByText('You were signed out. Sign in again.')).toBeVisible()
  expect(document.documentElement.hasAttribute('data-cut-off')).toBe(false)
})

test('another language is chosen at once', async () => {
  await openWith([silent('Alto', 5)])
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('Português')
  await expect.poll(() => textOf(row('Alto'))).toMatch(/Sem sinal\s*há 5 min/)
  await page.getByRole('combobox', { name: 'Idioma' }).selectOptions('English')
})
