import { expect, test, vi } from 'vitest'
import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import { instructionStates } from '#contract/relay/instruction-outcome.ts'
import { makeInstruction, profileChange } from '../../../test-support/sample-instruction.ts'
import { chainAlerts } from './chain-alerts.ts'

const onSale = { kind: 'on-sale', of: 'gone' } as const
const alertOf = (some: Partial<ReceivedInstruction>, isManager = true) =>
  chainAlerts([makeInstruction(some)], isManager, vi.fn())[0]

test('an instruction that somebody has read is no alert', () => {
  expect(chainAlerts([], true, vi.fn())).toEqual([])
  expect(chainAlerts([makeInstruction({ isSeen: true })], true, vi.fn())).toEqual([])
})

test('it says what, why, who and what became of it, until somebody has read it', () => {
  const see = vi.fn()
  const [alert] = chainAlerts([makeInstruction()], false, see)
  expect(alert).toMatchObject({
    tone: 'warn',
    title: 'The chain sold out Salmon',
    text: '“Recall of the supplier” · Alerce: Ana Rojas · Done: 2 items.',
    jump: { to: '/stock' },
  })
  expect(alert?.actions.map(({ label }) => label)).toEqual(['Got it'])
  alert?.actions[0]?.run?.()
  expect(see).toHaveBeenCalledWith('i1')
})

test('without a reason the text begins with who sent it', () => {
  expect(alertOf({ reason: '' })?.text).toBe('Alerce: Ana Rojas · Done: 2 items.')
})

test.for(instructionStates)('the title of each kind that is %s', (state) => {
  const isDone = state === 'done' || state === 'partly'
  expect(alertOf({ state })?.title).toBe(
    isDone ? 'The chain sold out Salmon' : 'The chain wants Salmon sold out',
  )
  expect(alertOf({ state, change: onSale, names: ['Salmon roll'] })?.title).toBe(
    isDone ? 'The chain put Salmon roll back on sale' : 'The chain wants Salmon roll back on sale',
  )
  expect(alertOf({ state, change: onSale, names: [] })?.title).toBe(
    isDone ? 'The chain put items back on sale' : 'The chain wants items back on sale',
  )
  expect(alertOf({ state, change: profileChange })?.title).toBe(
    isDone ? 'The chain changed settings' : 'The chain wants to change settings',
  )
})

test('what is back on sale is named as it was sold out, also if that has been read', () => {
  const sold = makeInstruction({ id: 'gone', isSeen: true })
  const [alert, ...others] = chainAlerts([makeInstruction({ change: onSale }), sold], true, vi.fn())
  expect(alert).toMatchObject({
    title: 'The chain put Salmon back on sale',
    jump: { to: '/stock' },
  })
  expect(others).toEqual([])
})

test('only a manager is led to the connection page, and a profile comes after the kitchen’s alerts', () => {
  expect(alertOf({ change: profileChange })).toMatchObject({
    isFront: true,
    jump: { to: '/connection' },
  })
  expect(alertOf({ change: profileChange }, false)?.jump).toBeNull()
  expect(alertOf({})?.isFront).toBeUndefined()
})

test('the newest five are shown, and the next follows once one is read', () => {
  const all = ['7', '6', '5', '4', '3', '2', '1'].map((id) => makeInstruction({ id }))
  const idsOf = (some: readonly ReceivedInstruction[]) =>
    chainAlerts(some, true, vi.fn()).map(({ id }) => id)
  expect(idsOf(all)).toEqual(['chain 7', 'chain 6', 'chain 5', 'chain 4', 'chain 3'])
  expect(idsOf(all.map((each) => ({ ...each, isSeen: each.id === '7' })))).toEqual([
    'chain 6',
    'chain 5',
    'chain 4',
    'chain 3',
    'chain 2',
  ])
})
