import { beforeEach, expect, test, vi } from 'vitest'
import type { FieldConflict } from '#contract/shared/merge-fields.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { CountDraft, StoredCount } from '#contract/shifts/shifts.ts'
import { createHold, type Hold } from '#test/support/hold.ts'
import { makeCount, makeDraft } from '../../test-support/sample-count.ts'
import { createCountKeeper, type CountKeeper } from './count-keeper.ts'
import { fieldsOf, withField } from './fields.ts'

type Answer = Result<{ count: StoredCount; conflicts: FieldConflict[] }>
interface Asked {
  before: CountDraft
  after: CountDraft
}

let asked: Hold<Asked, Answer>['arrived']
let keeper: CountKeeper

const en = (text: string) => ({ text, language: 'en' }) as const
const typed = (field: string, value: unknown) =>
  keeper.change(withField(keeper.draft.value ?? makeDraft(), field, value))
const says = (field: string) => fieldsOf(keeper.draft.value ?? makeDraft()).get(field)
const stored = (draft: CountDraft, revision: number, some: Partial<StoredCount> = {}) =>
  makeCount({ draft, revision, savedOn: 'Office', ...some })

beforeEach(() => {
  const hold = createHold<Asked, Answer>()
  asked = hold.arrived
  const call = (_name: unknown, input: unknown) => hold.arrive(input as Asked)
  keeper = createCountKeeper({ call }, 's1')
})

test('every keystroke is sent at once; text typed meanwhile is sent together afterwards', async () => {
  keeper.take(makeCount())
  typed('slips.card.total', en('1'))
  typed('slips.card.total', en('12'))
  typed('slips.card.total', en('123'))
  expect(asked).toHaveLength(1)
  expect(keeper.isStored.value).toBe(false)
  await asked[0]?.answer(ok({ count: stored(asked[0].input.after, 2), conflicts: [] }))
  expect(asked).toHaveLength(2)
  expect(says('slips.card.total')).toBe('123')
  expect(asked[1]?.input.before.slips[1]?.total.text).toBe('1')
  expect(asked[1]?.input.after.slips[1]?.total.text).toBe('123')
  await asked[1]?.answer(ok({ count: stored(asked[1].input.after, 3), conflicts: [] }))
  expect(keeper.isStored.value).toBe(true)
  expect(asked).toHaveLength(2)
})

test('a page that is left sends what is unsent, and nothing twice', () => {
  keeper.leave()
  keeper.take(makeCount())
  keeper.leave()
  typed('slips.card.total', en('1'))
  keeper.leave()
  expect(asked).toHaveLength(1)
  typed('slips.card.total', en('12'))
  keeper.leave()
  expect(asked.map(({ input }) => input.before.slips[1]?.total.text)).toEqual(['', '1'])
  expect(asked.map(({ input }) => input.after.slips[1]?.total.text)).toEqual(['1', '12'])
})

test('a page that is left resends what could not be stored', async () => {
  keeper.take(makeCount())
  typed('slips.card.total', en('1'))
  await asked[0]?.answer(fail('unreachable'))
  keeper.leave()
  expect(asked[1]?.input).toEqual(asked[0]?.input)
})

test('before the count is loaded there is nothing to store', async () => {
  await keeper.send()
  expect(asked).toHaveLength(0)
  expect(keeper.isStored.value).toBe(true)
})

test('changes of another screen are shown with its name, and local text stays', async () => {
  keeper.take(makeCount())
  typed('float', en('60'))
  keeper.take(stored(makeDraft({ notes: 'from the office' }), 2))
  const { after } = asked[0]?.input ?? { after: makeDraft() }
  await asked[0]?.answer(
    ok({ count: stored({ ...after, notes: 'from the office' }, 3), conflicts: [] }),
  )
  expect([says('float'), says('notes')]).toEqual(['60', 'from the office'])
  expect([...keeper.others.value]).toEqual([['notes', 'Office']])
  typed('notes', 'mine')
  expect([...keeper.others.value]).toEqual([])
})

test('an older answer of the host changes nothing', () => {
  keeper.take(stored(makeDraft({ notes: 'new' }), 5))
  keeper.take(stored(makeDraft({ notes: 'old' }), 4))
  expect(says('notes')).toBe('new')
})

test('a conflict in one field: their value stays, mine is in the note, including later typing; either can be chosen', async () => {
  keeper.take(makeCount())
  typed('float', en('6'))
  typed('float', en('60'))
  const theirs = makeDraft({ float: en('50') })
  const conflict = { field: 'float', stored: en('50'), given: en('6') }
  await asked[0]?.answer(ok({ count: stored(theirs, 2), conflicts: [conflict] }))
  expect(says('float')).toBe('50')
  expect(keeper.conflicts.value).toEqual([{ ...conflict, given: en('60') }])
  expect(asked).toHaveLength(1)
  const [noted] = keeper.conflicts.value
  if (noted === undefined) throw new Error('no conflict')
  keeper.settle(noted, 'mine')
  expect(keeper.conflicts.value).toEqual([])
  expect(asked[1]?.input.before.float.text).toBe('50')
  expect(asked[1]?.input.after.float.text).toBe('60')
})

test('an answer of the host that arrives before local text is stored overwrites nothing, and is not overwritten', async () => {
  keeper.take(makeCount())
  typed('float', en('50'))
  await asked[0]?.answer(fail('not-allowed'))
  typed('notes', 'mine')
  await asked[1]?.answer(fail('not-allowed'))
  keeper.take(stored(makeDraft({ float: en('60') }), 2))
  expect([says('float'), says('notes')]).toEqual(['60', 'mine'])
  expect(keeper.conflicts.value).toEqual([{ field: 'float', stored: en('60'), given: en('50') }])
  // The host had stored it, and only its answer was lost.
  keeper.take(stored(makeDraft({ float: en('60'), notes: 'mine' }), 3))
  expect(keeper.conflicts.value).toHaveLength(1)
  expect(keeper.isStored.value).toBe(true)
})

test('text that cannot be stored stays on screen and is retried, also after more typing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  keeper.take(makeCount())
  typed('float', en('6'))
  const answered = asked[0]?.answer(fail('unreachable'))
  await vi.advanceTimersByTimeAsync(1)
  await answered
  expect(keeper.error.value?.code).toBe('unreachable')
  expect(says('float')).toBe('6')
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(asked).toHaveLength(2)
  await asked[1]?.answer(ok({ count: stored(asked[1].input.after, 2), conflicts: [] }))
  expect(keeper.error.value).toBeNull()
  expect(await keeper.settled()).toBe(true)
})

test('a count that was finished elsewhere accepts no changes, and shows the stored values', async () => {
  keeper.take(makeCount())
  typed('float', en('6'))
  await asked[0]?.answer(fail('too-late', 'counted'))
  expect(says('float')).toBeUndefined()
  expect(asked).toHaveLength(1)
})
