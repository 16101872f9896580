import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import {
  cash,
  close,
  counted,
  endedShift,
  finish,
  keep,
  office,
  openShift,
  openShifts,
  readAgain,
  readShift,
  tillOf,
  typed,
} from '#test/support/shifts.ts'

const inside = { tipsInAmount: 'inside' } as const

test('expected amounts are hidden until the count is finished, and shown afterwards', async () => {
  const store = await openShifts({}, inside)
  const shiftId = endedShift(store)
  const till = tillOf(store, shiftId)
  const blind = await readShift(store, shiftId)
  expect(blind).toMatchObject({ figures: null, overShort: null, basis: null, changes: [] })
  expect(blind.facts).toMatchObject({
    payments: till.count,
    voided: till.voided,
    suggestedCashMethodId: cash,
    registers: [{ start: expect.anything() as unknown }, { start: expect.anything() as unknown }],
  })
  const reported = JSON.stringify(blind) + JSON.stringify(store.events)
  for (const amount of [till.amount, till.of(cash), till.floats + till.of(cash)])
    expect(reported).not.toContain(String(amount))
  expect(await close(store, shiftId)).toEqual(fail('too-late', 'counting'))
  expect(await finish(store, shiftId)).toEqual(fail('too-late', 'no-cash no-slips no-float'))
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft, { 'tpm-debito': 500 }))
  const view = valueOfOk(await finish(store, shiftId))
  expect(view).toMatchObject({ count: { state: 'counted', objections: [] }, isFresh: false })
  expect(view.figures).toMatchObject({
    all: { payments: till.count, amount: till.amount, tips: till.tips },
    differences: [],
  })
  expect(view.overShort).toMatchObject([
    { methodId: cash, isCash: true, known: 0 },
    ...(view.overShort ?? [])
      .slice(1)
      .map(({ methodId }) => ({ methodId, known: methodId === 'tpm-debito' ? 500 : 0 })),
  ])
  expect(view.attempts).toHaveLength(1)
})

test('a shift that nobody knows says so, and can be counted for itself', async () => {
  const store = await openShifts()
  const shiftId = 'tsft-nobody'
  await expect
    .poll(async () => valueOfOk(await store.call('shifts.show', { shiftId })).job)
    .toMatchObject({ state: 'stopped', error: { code: 'refused' } })
  const { facts, count } = valueOfOk(await store.call('shifts.show', { shiftId }))
  expect(facts).toBeNull()
  expect(count).toMatchObject({ state: 'counting', draft: { registers: [] } })
})

test('above the threshold a recount and a note are demanded, and both counts stay', async () => {
  const store = await openShifts({}, { ...inside, overShortThreshold: 1_000 })
  const shiftId = endedShift(store)
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft, { [cash]: -5_000 }))
  const short = valueOfOk(await finish(store, shiftId))
  expect(short.overShort?.[0]).toMatchObject({ known: -5_000, isAboveThreshold: true })
  expect(short.count.objections).toEqual([
    { code: 'recount-demanded', about: cash },
    { code: 'note-demanded', about: cash },
  ])
  expect(await close(store, shiftId)).toEqual(fail('too-late', 'recount-demanded note-demanded'))
  const recount = { shiftId, methodIds: [cash], attempts: 1 }
  const again = valueOfOk(await store.call('shifts.recount', recount))
  expect(again.count).toMatchObject({ state: 'recounting', methodIds: [cash] })
  expect(again.count.draft.registers.map(({ pieces }) => pieces)).toEqual([{}, {}])
  // Methods that are not counted again stay locked.
  const { draft } = again.count
  const slips = draft.slips.map((each) => ({ ...each, total: typed(1) }))
  expect(
    await store.call('shifts.saveCount', { shiftId, before: draft, after: { ...draft, slips } }),
  ).toEqual(fail('too-late', 'counted'))
  await keep(store, shiftId, (now) => ({
    ...counted(store, shiftId, now, { [cash]: -4_000 }),
    slips: now.slips,
    methodNotes: [{ id: cash, note: 'Vuelto mal dado' }],
  }))
  const twice = valueOfOk(await finish(store, shiftId))
  expect(twice.count.objections).toEqual([])
  expect(twice.attempts.map(({ methods }) => methods.map(({ methodId }) => methodId))).toEqual([
    expect.arrayContaining([cash, 'tpm-credito']),
    [cash],
  ])
  // A screen that has not seen the second count clears nothing of it.
  expect(await store.call('shifts.recount', recount)).toEqual(fail('too-late', 'moved'))
  expect((await readShift(store, shiftId)).count).toEqual(twice.count)
  const document = valueOfOk(await close(store, shiftId))
  expect(document.overShort[0]).toMatchObject({ known: -4_000, note: 'Vuelto mal dado' })
  expect(document.count.attempts).toHaveLength(2)
})

test('two managers count one shift: what they write in different fields stands, in one field neither is lost', async () => {
  const store = await openShifts()
  const shiftId = endedShift(store)
  const { count } = await readShift(store, shiftId)
  const before = count.draft
  const [first, second] = before.registers
  const drawer = (pieces: Record<string, number>, which = first) => ({
    ...before,
    registers: before.registers.map((each) => (each.id === which?.id ? { ...each, pieces } : each)),
  })
  const one = await store.call('shifts.saveCount', {
    shiftId,
    before,
    after: drawer({ '1000': 3 }),
  })
  const two = await store.call(
    'shifts.saveCount',
    { shiftId, before, after: drawer({ '500': 8 }, second) },
    office,
  )
  expect(valueOfOk(one).conflicts.concat(valueOfOk(two).conflicts)).toEqual([])
  expect(valueOfOk(two).count.draft.registers.map(({ pieces }) => pieces)).toEqual([
    { '1000': 3 },
    { '500': 8 },
  ])
  expect(valueOfOk(two).count).toMatchObject({ revision: 2, savedOn: 'Oficina' })
  const late = valueOfOk(
    await store.call('shifts.saveCount', { shiftId, before, after: drawer({ '1000': 4 }) }, office),
  )
  expect(late.conflicts).toEqual([
    { field: `registers.${first?.id ?? ''}.pieces.1000`, stored: 3, given: 4 },
  ])
  expect(late.count.draft.registers[0]?.pieces).toEqual({ '1000': 3 })
  expect(
    await store.call('shifts.finishCounting', { shiftId, revision: 1 }),
    'who has not seen the other one’s',
  ).toEqual(fail('too-late', 'moved'))
  await expect
    .poll(() => store.events.filter((each) => each.type === 'shifts.changed').length)
    .toBeGreaterThan(1)
})

test('a restart loses neither what is typed nor what was finished', async () => {
  const store = await openShifts({}, inside)
  const shiftId = endedShift(store)
  await readShift(store, shiftId)
  const typedIn = await keep(store, shiftId, (draft) => ({ ...draft, notes: 'a media' }))
  await store.restart()
  expect(valueOfOk(await store.call('shifts.show', { shiftId })).count).toMatchObject({
    revision: typedIn.revision,
    draft: { notes: 'a media' },
  })
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  const voided = store.practice.till
    .payments()
    .find((each) => each.shiftId === shiftId && each.voidedAt === null)
  store.practice.till.voidPayment(voided?._id ?? '')
  await store.restart()
  const view = await readShift(store, shiftId)
  expect(view).toMatchObject({ count: { state: 'counted' }, attempts: [{}] })
  // The figures to compare with survive the restart too.
  expect(view.changes.map(({ about }) => about)).toContain('voided')
})

test('a void after counting is shown, changes what would be signed, and is accepted by name', async () => {
  const store = await openShifts({}, { ...inside, overShortThreshold: 900_000 })
  const shiftId = openShift(store)
  const paid = store.practice.till.pay({ amount: 7_000, tipAmount: 500 })
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  const { basis } = valueOfOk(await finish(store, shiftId))
  store.practice.till.voidPayment(paid._id)
  const view = await readAgain(store, shiftId)
  expect(view.changes).toEqual([
    expect.objectContaining({ about: 'payments' }),
    expect.objectContaining({ about: 'voided' }),
    {
      about: 'amount',
      methodId: cash,
      before: tillOf(store, shiftId).of(cash) + 7_000,
      now: tillOf(store, shiftId).of(cash),
    },
    expect.objectContaining({ about: 'tips', methodId: cash }),
    expect.objectContaining({ about: 'totals' }),
  ])
  expect(view.isFresh).toBe(true)
  expect(await close(store, shiftId, { basis: basis ?? '' })).toEqual(fail('too-late', 'moved'))
  const checklist = valueOfOk(await store.call('shifts.checklist', { shiftId }))
  const codes = checklist.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['shift-open', 'changed']))
  expect(codes).not.toContain('not-read-again')
  const accepted = codes.filter((code) => code !== 'changed')
  expect(await close(store, shiftId, { accepted })).toEqual(fail('too-late', 'changed'))
  const document = valueOfOk(await close(store, shiftId))
  expect(document.overShort[0]).toMatchObject({ methodId: cash, known: 7_000 })
  expect(document.checklist.map(({ code }) => code)).toContain('changed')
})

test('a person who sees the figures before counting is recorded in the close-out', async () => {
  const store = await openShifts({ misstated: -12_990 }, inside)
  const shiftId = store.practice.till.shifts()[0]?._id ?? ''
  await readShift(store, shiftId)
  const view = valueOfOk(await store.call('shifts.reveal', { shiftId }))
  expect(view.count).toMatchObject({ state: 'counting', wasRevealed: true })
  const { amount, tips } = tillOf(store, shiftId)
  expect(view.figures?.differences).toMatchObject([{ about: 'payments', ofShift: amount - 12_990 }])
  expect(view.figures?.paid).toEqual({ inside: amount, outside: amount + tips })
  expect(view.tipsSuggested).toEqual({ inside: 0, outside: 1, neither: 0 })
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  const document = valueOfOk(await close(store, shiftId))
  expect(document).toMatchObject({ count: { wasRevealed: true }, figures: { differences: [{}] } })
})
