import { expect, test } from 'vitest'
import type { FleetStore } from '#contract/relay/fleet.ts'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import { instructionStates, type InstructionState } from '#contract/relay/instruction-outcome.ts'
import {
  countOutcomes,
  notSettled,
  outcomeGroups,
  outcomesOf,
  sentTimesOf,
  worstFirst,
} from './outcomes.ts'

const makeStore = (id: string, reports: [string, InstructionState][] | null): FleetStore => ({
  ...{ id, websiteId: 'web', storeId: id, name: id, region: '', tags: [] },
  ...{ state: 'well', troubles: [] },
  ...{ since: 0, seenAt: 0 },
  status:
    reports &&
    ({
      acceptsInstructions: true,
      instructions: reports.map(([instruction, state]) => ({
        ...{ id: instruction, state, items: 0, confirmed: 0, changed: 0, missing: [] },
      })),
    } as unknown as NonNullable<FleetStore['status']>),
})
const makeInstruction = (id: string, sentAt: number, stores: string[]): FleetInstruction => ({
  ...{ id, by: 'Ana', sentAt, reason: '', stores, unsent: [] },
  change: { kind: 'sold-out', what: 'item', name: 'Salmon' },
})
const mapOf = (stores: FleetStore[]) => new Map(stores.map((store) => [store.id, store]))

test('every state of a store has its group, and the worst comes first', () => {
  const stores = instructionStates.map((state) => makeStore(state, [['one', state]]))
  const ids = [...instructionStates, 'quiet', 'unset', 'unsent', 'gone']
  const all = mapOf([...stores, makeStore('quiet', []), makeStore('unset', null)])
  const instruction = { ...makeInstruction('one', 5, ids), unsent: ['unsent', 'done'] }
  const outcomes = outcomesOf(instruction, all, sentTimesOf([instruction]))
  const places = new Map(ids.map((id, nth) => [id, nth]))
  expect(worstFirst(outcomes, places).map(({ id, word, group }) => [id, word, group])).toEqual([
    ['unsent', 'not-sent', 'not-sent'],
    ['refused', 'refused', 'refused'],
    ['too-old', 'too-old', 'failed'],
    ['failed', 'failed', 'failed'],
    ['not-found', 'not-found', 'not-found'],
    ['partly', 'partly', 'partly'],
    ['waiting', 'waiting', 'waiting'],
    ['quiet', 'no-answer', 'waiting'],
    ['unset', 'no-answer', 'waiting'],
    ['gone', 'no-answer', 'waiting'],
    // It reported it, so it was sent after all.
    ['done', 'done', 'done'],
  ])
  const counts = countOutcomes(outcomes)
  expect(counts).toMatchObject({ 'not-sent': 1, failed: 2, waiting: 4, past: 0, done: 1 })
  expect(outcomeGroups.reduce((sum, group) => sum + counts[group], 0)).toBe(ids.length)
  const again = new Set(notSettled(outcomes).map(({ id }) => id))
  expect([...again].toSorted()).toEqual(
    ['not-found', 'refused', 'too-old', 'failed', 'quiet', 'unset'].toSorted(),
  )
})

test('an old instruction has left the list of a store that reports ten newer ones', () => {
  const newer = Array.from({ length: 10 }, (_, nth) => makeInstruction(`new-${nth}`, 10 + nth, []))
  const old = makeInstruction('old', 5, ['full', 'mixed', 'few'])
  const reports = newer.map(({ id }): [string, InstructionState] => [id, 'done'])
  const stores = mapOf([
    makeStore('full', reports),
    // The server no longer lists one of them, so it is older.
    makeStore('mixed', [...reports.slice(0, 9), ['forgotten', 'done']]),
    makeStore('few', reports.slice(0, 9)),
  ])
  const outcomes = outcomesOf(old, stores, sentTimesOf([...newer, old]))
  expect(outcomes.map(({ word }) => word)).toEqual(['past', 'no-answer', 'no-answer'])
})
