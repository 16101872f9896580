import { expect, test } from 'vitest'
import { sample, webhookSamples } from '#test/support/samples.ts'
import { createDialect } from './dialect.ts'
import { placeOfEvent } from './event-place.ts'
import { parseEvent } from './events.ts'

test.for(webhookSamples)('%s is placed as the whole event is read', (name) => {
  const body = sample(name)
  const read = parseEvent(body, createDialect(), { receivedAt: '2026-01-01T00:00:00Z' })
  if (!read.ok) throw new Error(read.error.detail)
  const { websiteIds, storeIds } = placeOfEvent(body)
  const event = read.value
  if (event.kind === 'order') {
    expect({ websiteIds, storeIds }).toEqual({
      websiteIds: event.websiteIds,
      storeIds: event.storeIds,
    })
    expect(storeIds.length).toBeGreaterThan(0)
  }
  if (event.kind === 'process') {
    const named = event.process.processedItems.map(({ storeId }) => storeId)
    expect(storeIds).toEqual([...new Set(named)])
  }
})

test.for<[string, unknown, string[]]>([
  ['its store and its order’s', { storeId: 'a', data: { order: { storeId: 'b' } } }, ['a', 'b']],
  ['one store twice', { storeId: 'a', data: { order: { storeId: 'a' } } }, ['a']],
  ['a number', { storeId: 7, data: {} }, ['7']],
  ['its order’s alone', { data: { order: { storeId: 'b' } } }, ['b']],
  ['nothing', { storeId: null, data: null }, []],
  ['what is no id', { storeId: { a: 1 }, data: { order: 'x' } }, []],
  [
    'the stores of a process, each once',
    {
      type: 'processStatusUpdated',
      data: { processedItems: [{ storeId: 'a' }, { storeId: 'b' }, { storeId: 'a' }, null] },
    },
    ['a', 'b'],
  ],
  ['a process without items', { type: 'processStatusUpdated', data: {} }, []],
  ['a list', [], []],
  ['a text', 'orders', []],
])('an event that names %s', ([, body, storeIds]) => {
  expect(placeOfEvent(body).storeIds).toEqual(storeIds)
})
