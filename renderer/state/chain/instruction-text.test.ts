import { expect, test } from 'vitest'
import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import { makeInstruction, profileChange } from '../../test-support/sample-instruction.ts'
import { changeText, instructionName, outcomeText, reasonText } from './instruction-text.ts'

const onSale = { kind: 'on-sale', of: 'i1' } as const

test.for<[Partial<ReceivedInstruction>, string]>([
  [{ state: 'done', items: 1 }, 'Done: 1 item.'],
  [{ state: 'done', items: 2 }, 'Done: 2 items.'],
  [{ state: 'done', items: 0, change: profileChange }, 'Done.'],
  [{ state: 'done', items: 0, change: onSale }, 'Done: nothing was left to put back on sale.'],
  [{ state: 'done', items: 3, changed: 1 }, 'Done: 3 items. Changed here since: 1 item.'],
  [
    { state: 'partly', items: 2, missing: ['Tuna', 'Eel'] },
    'Partly done: 2 items. Not found here: Tuna, Eel.',
  ],
  [
    { state: 'partly', items: 0, missing: ['timeFormat'], change: profileChange },
    'Partly done. Not found or not accepted here: timeFormat.',
  ],
  [{ state: 'partly', items: 0 }, 'Partly done.'],
  [{ state: 'not-found', items: 0, missing: ['Salmon'] }, 'Nothing changed: not found here.'],
  [
    { state: 'refused', items: 0 },
    'Nothing changed: this store doesn’t accept changes from the chain.',
  ],
  [
    { state: 'refused', items: 0, missing: ['timeFormat'], change: profileChange },
    'Nothing changed. Not found or not accepted here: timeFormat.',
  ],
  [{ state: 'too-old', items: 0 }, 'Nothing changed: it arrived too late.'],
  [{ state: 'failed', items: 0 }, 'Nothing changed: it couldn’t be saved here.'],
  [{ state: 'waiting', items: 0 }, 'Waiting for this store’s menu.'],
])('what became of %o', ([some, text]) => {
  expect(outcomeText(makeInstruction(some))).toBe(text)
})

test('an instruction is named after what it sold out, also when that is put back on sale', () => {
  const sold = makeInstruction()
  const back = makeInstruction({ id: 'i2', change: onSale })
  expect(changeText(sold, [back, sold])).toBe('Sold out: Salmon')
  expect(changeText(back, [back, sold])).toBe('Back on sale: Salmon')
  expect(changeText(makeInstruction({ change: profileChange }), [])).toBe('Settings and stations')
})

test('without the earlier instruction, the names of the items say what is back on sale', () => {
  const back = makeInstruction({ change: onSale })
  expect(changeText(back, [])).toBe('Back on sale: Salmon roll, Salmon sashimi')
  expect(changeText({ ...back, names: [] }, [])).toBe('Back on sale')
  expect(instructionName({ ...back, names: ['a', 'b', 'c', 'd'] }, [])).toBe('a, b, c…')
})

test('a reason is in quotes, and none is nothing', () => {
  expect(reasonText({ reason: 'Recall' })).toBe('“Recall”')
  expect(reasonText({ reason: '' })).toBe('')
})

test('an item has the name of this store’s menu, and an ingredient the chain’s', () => {
  const change = { kind: 'sold-out', what: 'item', name: 'salmon ROLL' } as const
  const named = (names: string[], what: 'item' | 'ingredient' = 'item') =>
    changeText(makeInstruction({ change: { ...change, what }, names }), [])
  expect(named(['Salmon roll', 'Salmon roll'])).toBe('Sold out: Salmon roll')
  expect(named(['Salmon roll', 'Salmón roll'])).toBe('Sold out: salmon ROLL')
  expect(named(['Salmon roll'], 'ingredient')).toBe('Sold out: salmon ROLL')
  expect(named([])).toBe('Sold out: salmon ROLL')
})
