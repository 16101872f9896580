import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FleetStore } from '#contract/relay/fleet.ts'
import {
  fleetInstruction,
  fleetStatus,
  fleetStore,
  openFleet,
  reported,
} from '../../test-support/open-fleet.ts'

type Fleet = Awaited<ReturnType<typeof openFleet>>
let fleet: Fleet | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => fleet?.close())

const button = (name: RegExp) => page.getByRole('button', { name })
const link = (name: string | RegExp) => page.getByRole('link', { name })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const textOf = (locator: ReturnType<typeof row>): string =>
  (locator.query()?.textContent ?? '').replaceAll(/[\u2068\u2069]/g, '')
const names = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[role=row] .name')].map((one) =>
    one.textContent.trim(),
  )

const reporting = (name: string, ...reports: ReturnType<typeof reported>[]): FleetStore =>
  fleetStore(name, { status: fleetStatus({ instructions: reports }) })

const stores = (): FleetStore[] => [
  reporting('Alto', reported('one', 'done', { items: 3, confirmed: 2, changed: 1 })),
  reporting('Bajo', reported('one', 'partly', { items: 1, confirmed: 1, missing: ['Sushi'] })),
  reporting('Centro', reported('one', 'not-found')),
  reporting('Este', reported('one', 'refused')),
  reporting('Lejos', reported('one', 'too-old')),
  reporting('Norte', reported('one', 'failed')),
  reporting('Puerto', reported('one', 'waiting')),
  fleetStore('Plaza'),
  fleetStore('Sur'),
]
const ids = [...stores().map(({ id }) => id), 'web.Closed']
const instruction = fleetInstruction({ stores: ids, unsent: ['web.Sur'] })

test('a viewer sees what was sent and what became of it, and no button', async () => {
  fleet = await openFleet('#/', { role: 'viewer', stores: stores(), instructions: [instruction] })
  await expect.element(link('Stores')).toHaveAttribute('aria-current', 'page')
  await link('Instructions').click()
  await expect.element(link('Instructions')).toHaveAttribute('aria-current', 'page')
  const item = page.getByRole('listitem').filter({ hasText: 'Sold out: Salmon' })
  await expect.poll(() => textOf(item)).toMatch(/No delivery.*Ana, \d\d:\d\d.*10 stores/)
  await expect.poll(() => textOf(item)).toMatch(/1 done.*3 waiting.*1 partly.*1 not found/)
  await expect.poll(() => textOf(item)).toMatch(/2 failed.*1 refused.*1 not sent/)
  expect(link('New instruction').query()).toBeNull()
  await link('Sold out: Salmon').click()
  await expect.element(page.getByRole('heading', { name: 'Sold out: Salmon' })).toHaveFocus()
  expect(button(/^Send again/).query()).toBeNull()
  expect(button(/^Put back/).query()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(link('Sold out: Salmon')).toHaveFocus()
  location.hash = '#/instructions/new'
  await expect.element(page.getByText('Only an admin can send instructions')).toBeVisible()
})

test('each state is in words, the worst first, and a filter shows only one', async () => {
  fleet = await openFleet('#/instructions/one', { stores: stores(), instructions: [instruction] })
  await expect
    .poll(names)
    .toEqual([
      'Sur',
      'Este',
      'Lejos',
      'Norte',
      'Centro',
      'Bajo',
      'web.Closed',
      'Plaza',
      'Puerto',
      'Alto',
    ])
  const texts = {
    Sur: /^\s*Not sent/,
    Este: /Refused in the store/,
    Lejos: /Arrived too late/,
    Norte: /Couldn’t save it/,
    Centro: /Nothing of this name/,
    Bajo: /Partly done.*1 item · confirmed by the platform · Missing: Sushi/,
    Closed: /Left the chain/,
    Puerto: /Waits for its menu/,
    Plaza: /Sent, no answer yet/,
    Alto: /Done.*3 items · 2 of 3 confirmed by the platform · 1 changed in the store since/,
  }
  for (const [name, text] of Object.entries(texts))
    await expect.poll(() => textOf(row(name))).toMatch(text)
  await button(/^Failed\s*2$/).click()
  await expect.poll(names).toEqual(['Lejos', 'Norte'])
  // The store reports, and its row leaves the filter.
  fleet.change([reporting('Lejos', reported('one', 'done'))])
  await expect.poll(names).toEqual(['Norte'])
  await button(/^Failed/).click()
  await userEvent.tab()
  await link('Sur').click()
  await expect.element(page.getByRole('heading', { name: 'Sur' })).toBeVisible()
})

test('two thousand stores: only the rows in sight are drawn, and the keys reach the last', async () => {
  const many = Array.from({ length: 2_000 }, (_, nth) =>
    fleetStore(`Store ${String(nth).padStart(4, '0')}`),
  )
  const sent = fleetInstruction({ stores: many.map(({ id }) => id) })
  fleet = await openFleet('#/instructions/one', { stores: many, instructions: [sent] })
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2001')
  await expect.poll(() => names().length).toBeGreaterThan(3)
  expect(names().length).toBeLessThan(60)
  link('Store 0000').element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(link('Store 1999')).toHaveFocus()
})

test('it is sent again to the stores that have not done it, and put back on sale in all', async () => {
  fleet = await openFleet('#/instructions/one', { stores: stores(), instructions: [instruction] })
  await button(/^Send again to 6 stores$/).click()
  await expect.element(page.getByText('It was sent again.')).toBeVisible()
  expect(fleet.posts).toEqual([{ path: 'instructions/again', body: { id: 'one' } }])
  await button(/^Put back on sale$/).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => textOf(dialog)).toMatch(/Salmon goes back on sale in 10 stores/)
  expect(fleet.posts).toHaveLength(1)
  fleet.server.refusal = { status: 503, text: 'NATS is away' }
  await dialog.getByRole('button', { name: 'Put back on sale' }).click()
  await expect.poll(() => textOf(dialog)).toMatch(/no connection to the stores now/)
  fleet.server.refusal = null
  await dialog.getByRole('button', { name: 'Put back on sale' }).click()
  await expect.element(page.getByRole('heading', { name: 'Back on sale: Salmon' })).toBeVisible()
  expect(fleet.posts[2]).toEqual({
    path: 'instructions',
    body: { reason: '', change: { kind: 'on-sale', of: 'one' }, stores: ids },
  })
  await link('All instructions').click()
  await link(/^Sold out: Salmon$/).click()
  await expect.element(link(/^Put back on sale, \d\d:\d\d$/)).toBeVisible()
})

test('a list that can’t be loaded offers another try, and an empty one says what it is for', async () => {
  fleet = await openFleet('#/instructions', { stores: stores(), isDown: true })
  await expect.element(page.getByText('Couldn’t load the instructions')).toBeVisible()
  fleet.server.isDown = false
  await button(/^Try again$/).click()
  await expect.element(page.getByText('No instructions yet')).toBeVisible()
  await expect.element(link('New instruction')).toBeVisible()
  location.hash = '#/instructions/lost'
  await expect.element(page.getByText('Instruction not found')).toBeVisible()
})

test('a store’s page has its last instructions, and says if it accepts none', async () => {
  const refusing = fleetStatus({
    acceptsInstructions: false,
    instructions: [reported('one', 'refused'), reported('forgotten', 'done')],
  })
  const este = fleetStore('Este', { status: refusing })
  fleet = await openFleet('#/store/web.Este', {
    stores: [este, fleetStore('Nueva')],
    instructions: [instruction],
  })
  await expect.element(page.getByText(/^This store doesn’t accept instructions/)).toBeVisible()
  const last = page.getByRole('listitem').filter({ hasText: 'Sold out: Salmon' })
  await expect.poll(() => textOf(last)).toMatch('Refused in the store')
  const unknown = page.getByRole('listitem').filter({ hasText: 'Instruction' })
  await expect.poll(() => textOf(unknown)).toMatch('Done')
  location.hash = '#/store/web.Nueva'
  await expect.element(page.getByRole('heading', { name: 'Nueva' })).toBeVisible()
  await expect.element(page.getByText('Last instructions')).not.toBeInTheDocument()
})
