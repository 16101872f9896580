import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import {
  closeCloseOut,
  makeCounted,
  makeListing,
  makeOverShort,
  makeSearch,
  makeShift,
  openCloseOut,
} from '../test-support/open-close-out.ts'
import { makeJob } from '../test-support/make-job.ts'
import { makeCount } from '../test-support/sample-count.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeCloseOut)

const main = () => page.getByRole('main')
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('shifts are listed with their times and sums; one without payments is opened by its id', async () => {
  const bridge = await openCloseOut('/close-out', (answers) => {
    answers['shifts.search'] = makeSearch([
      makeListing(),
      makeListing({
        id: 's2',
        businessDay: '2026-11-19',
        isOpen: false,
        to: '2026-11-20T03:00:00.000Z',
        sum: null,
        isCounted: true,
      }),
    ])
    answers['shifts.show'] = makeShift()
  })
  await expect
    .element(page.getByRole('link', { name: 'Friday 20 November' }))
    .toHaveAccessibleDescription(/still open Open \$1,249,500 90 payments · 2 voided$/)
  await expect
    .element(page.getByRole('link', { name: 'Thursday 19 November' }))
    .toHaveAccessibleDescription(/Counting Total after count/)
  await expect.element(main().getByText(/without payments, enter its shift ID/)).toBeVisible()
  await field('Shift ID').fill('tsft-9')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('shifts.show').at(-1)).toEqual({ shiftId: 'tsft-9' })
})

test('the first search starts by itself, shows its pages, can be stopped, and continues', async () => {
  const bridge = await openCloseOut('/close-out', (answers) => {
    answers['shifts.search'] = null
    answers['shifts.find'] = makeSearch([], {
      state: 'running',
      pages: 6,
      totalPages: 50,
      items: 600,
    })
  })
  await expect.element(main().getByText(/page 6 of 50 · 600 payments/)).toBeVisible()
  expect(bridge.asked('shifts.find')).toEqual([{ days: 3 }])
  await button('Stop').click()
  const stopped = makeSearch([], {
    state: 'stopped',
    pages: 6,
    totalPages: 50,
    error: { code: 'unreachable' },
  })
  bridge.answers['shifts.search'] = stopped
  bridge.notify({ type: 'jobs.changed', job: stopped.job })
  await expect
    .element(
      page.getByText(
        /Loading stopped \(page 6 of 50\)\. No answer\. Check the connection and try again\. The payments loaded/,
      ),
    )
    .toBeVisible()
  await button('Continue').click()
  expect(bridge.asked('jobs.steer')).toEqual(
    ['pause', 'resume'].map((how) => ({ jobId: stopped.job.id, how })),
  )
})

test('cash is counted by the keyboard alone, every keystroke is kept, and that is seen', async () => {
  const bridge = await openCloseOut('/close-out/shift/s1/count', (answers) => {
    answers['shifts.show'] = makeShift()
  })
  await field('Quantity of $20,000').click()
  await userEvent.keyboard('12{ArrowUp}{Enter}7x{Enter}')
  await expect.element(field('Quantity of $500')).toHaveFocus()
  await expect.element(field('Quantity of $20,000')).toHaveValue('13')
  await expect.element(field('Quantity of $1,000')).toHaveValue('7')
  await expect.element(main().getByText('$260,000')).toBeVisible()
  await button('Add one $500').click()
  await expect.element(main().getByText(/Saved at \d\d:41/)).toBeVisible()
  const pieces = bridge
    .asked('shifts.saveCount')
    .map(
      (input) =>
        (input as { after: { registers: { pieces: unknown }[] } }).after.registers[0]?.pieces,
    )
  expect(pieces).toContainEqual({ '20000': 1 })
  expect(pieces.at(-1)).toEqual({ '20000': 13, '1000': 7, '500': 1 })
})

test('on finish, missing fields are listed, and each entry leads to its field', async () => {
  const objections = [
    { code: 'no-slips', about: 'card' },
    { code: 'no-float', about: null },
  ] as const
  const bridge = await openCloseOut('/close-out/shift/s1/count', (answers) => {
    answers['shifts.show'] = makeShift({ count: makeCount({ objections: [...objections] }) })
  })
  await expect.element(main().getByText('Still missing')).not.toBeInTheDocument()
  await button('Finish counting').click()
  await button('Tarjeta: enter the total of the slips. If there is none, enter 0.').click()
  await expect.element(field('Tarjeta')).toHaveFocus()
  await button(/^How much is left/).click()
  await expect.element(field('Float left for tomorrow')).toHaveFocus()
  expect(bridge.asked('shifts.finishCounting')).toEqual([])
})

test('with a blind count, steps that show expected amounts stay closed until the count is finished', async () => {
  await openCloseOut('/close-out/shift/s1/compare', (answers) => {
    answers['shifts.show'] = makeShift()
  })
  await expect.element(page.getByRole('heading', { name: 'Count cash and slips' })).toBeVisible()
  expect(location.hash).toBe('#/close-out/shift/s1/count')
  await expect.element(main().getByRole('link', { name: 'Compare' })).not.toBeInTheDocument()
})

test('with a recount that is due, signing leads back to the comparison, from everywhere', async () => {
  await openCloseOut('/close-out/shift/s1/sign', (answers) => {
    answers['shifts.show'] = makeCounted({
      count: makeCount({
        state: 'counted',
        objections: [{ code: 'recount-demanded', about: 'card' }],
      }),
      attempts: [{ at: '2026-03-02T02:50:00.000Z', screen: 'Counter', methods: [] }],
      overShort: [makeOverShort({ isAboveThreshold: true })],
    })
  })
  await expect.element(button('Count Tarjeta again').first()).toBeVisible()
  expect(location.hash).toBe('#/close-out/shift/s1/compare')
  await expect.element(main().getByRole('link', { name: 'Sign' })).not.toBeInTheDocument()
  location.hash = '#/close-out/shift/s1/review'
  const back = main().getByRole('link', { name: 'Go to Compare' })
  await expect.element(page.getByRole('heading', { name: 'Paid by hour' })).toBeVisible()
  await expect.element(main().getByRole('link', { name: 'Sign' })).not.toBeInTheDocument()
  await back.click()
  await expect.element(button('Count Tarjeta again').first()).toBeVisible()
})

test('a shift names its own payments, not all that were read to find them', async () => {
  await openCloseOut('/close-out/shift/s1/compare', (answers) => {
    answers['shifts.show'] = makeCounted({
      job: makeJob({ startedBy: 'shifts.show', state: 'done', items: 900 }),
    })
  })
  await expect
    .element(main().getByText(/^.?90.? payments of this shift · updated at/))
    .toBeVisible()
})

test('a register that was opened with less than was left says so before the count', async () => {
  await openCloseOut('/close-out/shift/s1/count', (answers) => {
    answers['shifts.show'] = makeShift({ opening: { closeOut: 7, left: 80_000, started: 60_000 } })
  })
  await expect
    .element(main().getByText(/^Close-out .?7.? left .+80,000.+ opened with .+60,000.+-\$20,000/))
    .toBeVisible()
})

test('over and short are shown for both variants of the tips; a recount and a note are requested', async () => {
  const bridge = await openCloseOut('/close-out/shift/s1/compare', (answers) => {
    answers['shifts.show'] = makeCounted({
      count: makeCount({
        state: 'counted',
        objections: [
          { code: 'recount-demanded', about: 'card' },
          { code: 'note-demanded', about: 'card' },
        ],
      }),
      attempts: [{ at: '2026-03-02T02:50:00.000Z', screen: 'Counter', methods: [] }],
      overShort: [makeOverShort({ isAboveThreshold: true })],
      changes: [{ about: 'amount', methodId: 'card', before: 109_000, now: 100_000 }],
    })
  })
  const card = main()
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Tarjeta' }) })
  await expect.element(card.getByText('$5,000 over')).toBeVisible()
  await expect.element(card.getByText('if payments include tips')).toBeVisible()
  await expect.element(card.getByText('$3,000 short')).toBeVisible()
  await expect.element(main().getByText('Tarjeta: was $109,000, now $100,000')).toBeVisible()
  await expect
    .element(main().getByText(/Past shifts that match with tips not included: 2\./))
    .toBeVisible()
  await field('Reason for the difference (Tarjeta)').fill('A slip was lost')
  await expect
    .poll(() => bridge.asked('shifts.saveCount').at(-1))
    .toMatchObject({ after: { methodNotes: [{ id: 'card', note: 'A slip was lost' }] } })
  await button('Count Tarjeta again').click()
  expect(bridge.asked('shifts.recount')).toEqual([
    { shiftId: 's1', methodIds: ['card'], attempts: 1 },
  ])
})

test.for([
  [1280, 800],
  [1024, 768],
] as const)(
  'the button that signs is seen without scrolling at %d by %d',
  async ([width, height]) => {
    await page.viewport(width, height)
    await openCloseOut('/close-out/shift/s1/sign', (answers) => {
      answers['shifts.show'] = makeCounted({
        overShort: ['card', 'a', 'b', 'c', 'd'].map((methodId) => makeOverShort({ methodId })),
      })
      answers['shifts.checklist'] = [
        { code: 'open-tickets', count: 2, names: ['1001', '1002'] },
        { code: 'sold-out', count: 3, names: [] },
        { code: 'differences', count: 1, names: [] },
        { code: 'reservations-not-marked', count: 1, names: [] },
      ]
    })
    const sign = button('Sign this close-out')
    await expect.element(page.getByRole('checkbox', { name: /^2 tickets/ })).toBeVisible()
    const { top, bottom } = sign.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThanOrEqual(height)
    await expect.element(sign).toBeInViewport({ ratio: 1 })
  },
)

test('the deposit has its own line before signing', async () => {
  await openCloseOut('/close-out/shift/s1/sign', (answers) => {
    const { sums } = makeCount()
    const reported = { cash: 250_000, float: 60_000, deposit: 190_000, payOuts: 5_000 }
    answers['shifts.show'] = makeCounted({
      count: makeCount({ state: 'counted', sums: { ...sums, ...reported } }),
    })
  })
  await expect.element(main().getByRole('term').filter({ hasText: 'Deposit' })).toBeVisible()
  await expect.element(main().getByText('$190,000')).toBeVisible()
  await expect
    .element(main().getByText(/^Pay-outs and safe drops aren’t in the deposit/))
    .toBeVisible()
})

test('a recounted method can be counted a third time only in a correction', async () => {
  const methods = [{ methodId: 'card', counted: 105_000 }]
  const attempt = { at: '2026-03-02T02:50:00.000Z', screen: 'Counter', methods }
  const counted = makeCounted({
    attempts: [attempt, attempt],
    overShort: [makeOverShort({ overShort: { inside: 0, outside: -8_000 } })],
  })
  const bridge = await openCloseOut('/close-out/shift/s1/compare', (answers) => {
    answers['shifts.show'] = counted
  })
  await expect.element(main().getByText(/^Counted 2 times/)).toBeVisible()
  expect(button('Count Tarjeta again').elements()).toEqual([])
  // The amount is exact for one possible place of the tips, so no reason is required.
  expect(field('Reason for the difference (Tarjeta)').elements()).toEqual([])
  const corrects = { number: 1, reason: 'A late slip' }
  const count = makeCount({ state: 'counted', corrects })
  bridge.answers['shifts.show'] = { ...counted, revision: 2, count }
  bridge.notify({ type: 'shifts.changed', revision: 2, shiftId: 's1' })
  await expect.element(button('Count Tarjeta again')).toBeVisible()
})

test('people are called by their number until somebody names them, and never by an id', async () => {
  await openCloseOut('/close-out/shift/s1/review', (answers) => {
    answers['shifts.show'] = makeCounted()
  })
  await expect
    .element(page.getByRole('table', { name: 'By person' }))
    .toMatchTextContent(/Person 2/)
  expect(main().element().textContent).not.toContain('usr-2')
  await expect
    .element(page.getByRole('link', { name: 'Name people and registers' }))
    .toHaveAttribute('href', '#/setup/close-out')
})

test('signing requires that everything was seen, a name and the PIN; moved figures are named', async () => {
  const bridge = await openCloseOut('/close-out/shift/s1/sign', (answers) => {
    answers['shifts.show'] = makeCounted()
    answers['shifts.checklist'] = [{ code: 'open-tickets', count: 2, names: ['1001', '1002'] }]
    answers['screens.get'] = sampleScreens({ role: 'manager' }, { hasPin: true })
  })
  const sign = () => button('Sign this close-out').click()
  await expect
    .element(main().getByText(/stored in Kitchen Pass only\. After you sign/))
    .toBeInTheDocument()
  await sign()
  await expect.element(main().getByText('Mark every item as reviewed first.')).toBeVisible()
  await page.getByRole('checkbox', { name: /^2 tickets are still open/ }).click()
  await sign()
  await expect.element(main().getByText('Enter your name.')).toBeVisible()
  await field('Your name').fill('Marta')
  await sign()
  await expect.element(main().getByText('Enter the manager’s PIN.')).toBeVisible()
  expect(bridge.asked('shifts.close')).toEqual([])

  await field('Manager’s PIN').fill('4821')
  bridge.refusals['shifts.close'] = { code: 'too-late', detail: 'moved' }
  await sign()
  await expect
    .element(main().getByText(/Something changed while you were reviewing\./))
    .toBeVisible()
  await expect.element(field('Manager’s PIN')).toHaveValue('')
  const [asked] = bridge.asked('shifts.close')
  expect(asked).toMatchObject({
    shiftId: 's1',
    basis: 'basis-1',
    name: 'Marta',
    pin: '4821',
    accepted: ['open-tickets'],
  })
})

test('a tick is valid only for its number: with another number it must be checked again', async () => {
  const bridge = await openCloseOut('/close-out/shift/s1/sign', (answers) => {
    answers['shifts.show'] = makeCounted()
    answers['shifts.checklist'] = [{ code: 'open-tickets', count: 2, names: [] }]
  })
  await page.getByRole('checkbox', { name: /^2 tickets are still open/ }).click()
  bridge.answers['shifts.checklist'] = [{ code: 'open-tickets', count: 3, names: [] }]
  bridge.answers['shifts.show'] = makeCounted({ revision: 2 })
  bridge.notify({ type: 'shifts.changed', revision: 2, shiftId: 's1' })
  await expect
    .element(page.getByRole('checkbox', { name: /^3 tickets are still open/ }))
    .not.toBeChecked()
})

const checkedSix = { checked: 6, withKey: 0, otherKey: 0, keyless: 0 }

test('a close-out that only a backup remembers is named, also where all are gone; a key that is not here accuses nobody', async () => {
  const bridge = await openCloseOut('/close-out/past', (answers) => {
    answers['shifts.closeOuts'] = { hasMore: false, closeOuts: [] }
    answers['shifts.verify'] = {
      ...checkedSix,
      broken: { number: 7, why: 'missing', record: '000000000042.sqlite' },
    }
  })
  await button('Check for changes').click()
  await expect
    .element(main().getByText(/^Close-out 7 is missing\. The backup 000000000042\.sqlite/))
    .toBeVisible()
  bridge.answers['shifts.verify'] = { ...checkedSix, otherKey: 2, broken: null }
  await button('Check for changes').click()
  await expect.element(main().getByText(/^No changes found\. 6/)).toBeVisible()
  await expect
    .element(main().getByText(/^2 close-outs were signed with a key that isn’t on/))
    .toBeVisible()
})

test('the chain check says in words which close-out was changed', async () => {
  await openCloseOut('/close-out/past', (answers) => {
    const row: CloseOut['number'] = 7
    answers['shifts.closeOuts'] = {
      hasMore: false,
      closeOuts: [
        {
          number: row,
          shiftId: 's1',
          businessDay: '2026-11-20',
          sealedAt: '2026-11-21T02:41:00.000Z',
          signedBy: 'Marta',
          currency: 'CLP',
          decimals: 0,
          paid: 1_249_500,
          toCheck: 0,
          overShort: -4_000,
          corrects: 6,
          correctedBy: [],
          isBroken: false,
        },
      ],
    }
    answers['shifts.verify'] = {
      ...checkedSix,
      broken: { number: 7, why: 'changed', record: null },
    }
  })
  await expect
    .element(page.getByRole('link', { name: 'Close-out 7' }))
    .toHaveAccessibleDescription(/Marta.* Corrects 6 paid \$1,249,500 \$4,000 short$/)
  await button('Check for changes').click()
  await expect.element(main().getByText(/^Close-out 7 was changed after/)).toBeVisible()
})
