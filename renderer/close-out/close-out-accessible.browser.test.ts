import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  closeCloseOut,
  makeCounted,
  makeListing,
  makeOverShort,
  makeSearch,
  makeShift,
  openCloseOut,
} from '../test-support/open-close-out.ts'
import { makeCount } from '../test-support/sample-count.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeCloseOut)

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the shifts to close are accessible', async () => {
  const counted = makeListing({
    id: 's2',
    businessDay: '2026-11-19',
    isOpen: false,
    isCounted: true,
  })
  await openCloseOut('/close-out', (answers) => {
    answers['shifts.search'] = makeSearch([makeListing({ toCheck: 1 }), counted])
  })
  await expectAccessible(page.getByRole('link', { name: 'Friday 20 November' }))
})

test('a count is accessible with what is missing in it, and keeps what is typed', async () => {
  const objections = [
    { code: 'no-slips', about: 'card' },
    { code: 'no-float', about: null },
  ] as const
  const bridge = await openCloseOut('/close-out/shift/s1/count', (answers) => {
    answers['shifts.show'] = makeShift({ count: makeCount({ objections: [...objections] }) })
  })
  await field('Quantity of $20,000').fill('12')
  await expect.element(page.getByText('$240,000').first()).toBeVisible()
  await expect
    .poll(() => bridge.asked('shifts.saveCount').at(-1))
    .toMatchObject({ after: { registers: [{ pieces: { '20000': 12 } }] } })
  await button('Finish counting').click()
  await expectAccessible(page.getByText('Still missing'))
})

test('what is over and short is accessible', async () => {
  await openCloseOut('/close-out/shift/s1/compare', (answers) => {
    answers['shifts.show'] = makeCounted({
      overShort: [makeOverShort({ isAboveThreshold: true })],
      changes: [{ about: 'amount', methodId: 'card', before: 109_000, now: 100_000 }],
    })
  })
  await expectAccessible(field('Reason for the difference (Tarjeta)'))
})

test('the signing is accessible with what it objects to, and signs once all is reviewed', async () => {
  const bridge = await openCloseOut('/close-out/shift/s1/sign', (answers) => {
    answers['shifts.show'] = makeCounted()
    answers['shifts.checklist'] = [{ code: 'open-tickets', count: 2, names: ['1001', '1002'] }]
  })
  await button('Sign this close-out').click()
  await expectAccessible(page.getByText('Mark every item as reviewed first.'))
  await page.getByRole('checkbox', { name: /^2 tickets are still open/ }).click()
  await field('Your name').fill('Marta')
  await button('Sign this close-out').click()
  await expect
    .poll(() => bridge.asked('shifts.close'))
    .toMatchObject([{ shiftId: 's1', name: 'Marta', accepted: ['open-tickets'] }])
})
