import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  fleetInstruction,
  fleetStatus,
  fleetStore,
  openFleet,
  reported,
} from '../test-support/open-fleet.ts'

let fleet: Awaited<ReturnType<typeof openFleet>> | undefined
beforeEach(() => page.viewport(1024, 768))
afterEach(() => fleet?.close())

const link = (name: string) => page.getByRole('link', { name, exact: true })
const button = (name: RegExp) => page.getByRole('button', { name })
const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000

/** A chain in which most things that can be wrong are. */
const stores = () => [
  fleetStore('Sur', { state: 'silent', troubles: ['silent'], seenAt: minutesAgo(12) }),
  fleetStore('Norte', {
    ...{ state: 'late', troubles: ['late', 'disk', 'backup'] },
    status: fleetStatus({ lateTickets: 2, diskFreeMb: 640, isBackupFailing: true }),
  }),
  fleetStore('Alto', { status: fleetStatus({ instructions: [reported('one', 'partly')] }) }),
  fleetStore('Bajo'),
]

test('the stores of a chain and one of them are accessible', async () => {
  fleet = await openFleet('#/', { stores: stores() })
  await expectAccessible(link('Sur'))
  await link('Norte').click()
  await expectAccessible(page.getByText(/^Only 640 MB are free/))
})

test('an instruction is accessible, and what became of one', async () => {
  const instruction = fleetInstruction({ stores: stores().map(({ id }) => id) })
  fleet = await openFleet('#/instructions/one', { stores: stores(), instructions: [instruction] })
  await expectAccessible(page.getByRole('heading', { name: 'Sold out: Salmon' }))
  location.hash = '#/instructions/new'
  await button(/^Send$/).click()
  await expectAccessible(page.getByText('Choose what should change.'))
  await page.getByRole('radio', { name: /an item/ }).click()
  await page.getByRole('textbox', { name: /^Name of the item/ }).fill('Salmon')
  await page.getByRole('textbox', { name: /^Reason/ }).fill('No delivery')
  await page.getByRole('checkbox', { name: /^Choose all/ }).click()
  await button(/^Send$/).click()
  await expect.poll(() => fleet?.posts).toMatchObject([{ path: 'instructions' }])
})
