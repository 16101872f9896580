import fc from 'fast-check'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { Notifier, splitChanges } from './notify.ts'

const replaced: HostEvent = { type: 'stock.replaced' }
const another: HostEvent = { type: 'host.replaced' }

test('screens are notified once, in a later turn, of everything that changed in one turn', async () => {
  const received: HostEvent[] = []
  let untold: HostEvent[] = []
  const notifier = new Notifier(createRecordingLog(), {
    changes: () => [() => untold.splice(0)],
    broadcast: (event) => received.push(event),
  })
  untold = [replaced]
  notifier.plan()
  untold.push(another)
  notifier.plan()
  expect(received).toEqual([])
  await nextTurn()
  expect(received).toEqual([replaced, another])
  notifier.plan()
  notifier.stop()
  untold = [replaced]
  await nextTurn()
  expect(received).toHaveLength(2)
})

test('a listener or a noun that throws is logged, and does not stop the others', async () => {
  const received: HostEvent[] = []
  const log = createRecordingLog()
  const notifier = new Notifier(log, {
    changes: () => [
      () => {
        throw new Error('a noun with a bug')
      },
      () => [replaced, another],
    ],
    broadcast(event) {
      if (event === replaced) throw new Error('a listener with a bug')
      received.push(event)
    },
  })
  notifier.plan()
  await nextTurn()
  expect(received).toEqual([another])
  expect(log.text()).toContain('a noun with a bug')
  expect(log.text()).toContain('a listener with a bug')
})

test('the notifications of a transaction are sent after its commit, and not if it failed', async () => {
  const received: HostEvent[] = []
  const notifier = new Notifier(createRecordingLog(), {
    changes: () => [],
    broadcast: (event) => received.push(event),
  })
  notifier.began()
  notifier.notify(replaced)
  await nextTurn()
  expect(received).toEqual([])
  notifier.rolledBack()
  await nextTurn()
  expect(received).toEqual([])
  notifier.began()
  notifier.notify(another)
  notifier.committed()
  await nextTurn()
  expect(received).toEqual([another])
})

test('the same event is sent once per turn, in the place of the last one', async () => {
  const received: HostEvent[] = []
  const notifier = new Notifier(createRecordingLog(), {
    changes: () => [],
    broadcast: (event) => received.push(event),
  })
  for (const event of [replaced, another, { ...replaced }]) notifier.notify(event)
  await nextTurn()
  expect(received).toEqual([another, replaced])
  notifier.notify(replaced)
  await nextTurn()
  expect(received).toEqual([another, replaced, replaced])
})

const mebibyte = 1024 * 1024
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

test('nothing is no message, and a little is one', () => {
  expect(splitChanges([], [])).toEqual([])
  expect(splitChanges([{ id: 'a' }], [])).toEqual([{ changed: [{ id: 'a' }], gone: [] }])
  expect(splitChanges([{ id: 'a' }], ['b', 'c'])).toEqual([
    { changed: [{ id: 'a' }], gone: ['b', 'c'] },
  ])
})

test('no message is above 1 MiB, all of it comes in its order, and a thing that is larger comes alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 60_000 }),
      (sizes, gone) => {
        const changed = sizes.map((size, nth) => ({ nth, filler: 'ñ'.repeat(size) }))
        const names = Array.from({ length: gone }, (_, nth) => `product:${String(nth)}`)
        const parts = splitChanges(changed, names)
        expect(parts.flatMap((part) => part.changed)).toEqual(changed)
        expect(parts.flatMap((part) => part.gone)).toEqual(names)
        for (const part of parts)
          if (part.changed.length + part.gone.length > 1)
            expect(bytesOf(part)).toBeLessThanOrEqual(mebibyte + 100)
        // The previous part had no room for it.
        for (const [nth, part] of parts.entries()) {
          const before = parts[nth - 1]
          if (before === undefined) continue
          const [first] = [...part.changed, ...part.gone]
          expect(bytesOf(before) + bytesOf(first)).toBeGreaterThan(mebibyte - 100)
        }
      },
    ),
    { numRuns: 30 },
  )
})
