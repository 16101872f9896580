import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import type { JoinedHost } from './joined-host.ts'
import { HostWatch } from './watch-host.ts'

const host: JoinedHost = {
  ...{ authority: 'PEM', name: 'kitchen-pass.local', port: 8_440 },
  addresses: ['10.0.0.1', '10.0.0.2'],
}

/** The host is at `at`; others announce themselves too. */
function setUp(at: string | null, announced: string[] = []) {
  const clock = new FakeClock('2026-11-27T12:00:00.000Z')
  const place = { at }
  const seen: string[] = []
  const asked: string[] = []
  const watch = new HostWatch({
    ...{ host, clock, log: createRecordingLog() },
    answersAt: (_host, address) => {
      asked.push(address)
      return Promise.resolve(address === place.at)
    },
    announced: () => Promise.resolve(announced),
    onHere: () => seen.push('here'),
    onMoved: ({ addresses }) => seen.push(`moved to ${addresses.join(', ')}`),
  })
  onTestFinished(() => watch.stop())
  return { clock, watch, place, seen, asked }
}

test('a host at its address is here, and is looked for again', async () => {
  const { watch, seen, asked, clock } = setUp('10.0.0.1')
  await watch.look()
  await clock.advance(5_000)
  expect(seen).toEqual(['here', 'here'])
  // Nobody else is asked.
  expect(asked).toEqual(['10.0.0.1', '10.0.0.1'])
})

test.for<[string, string, string[]]>([
  ['an address that it had before', '10.0.0.2', []],
  ['where it announces itself', '10.0.0.9', ['10.0.0.8', '10.0.0.9']],
])('it is found at %s', async ([, at, announced]) => {
  const { watch, seen } = setUp(at, announced)
  await watch.look()
  expect(seen[0]).toContain(`moved to ${at}, 10.0.0.1`)
})

test('a Kitchen Pass that is not the host is left alone', async () => {
  const { watch, seen, asked } = setUp(null, ['10.0.0.8'])
  await watch.look()
  expect(seen).toEqual([])
  expect(asked).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.8'])
})

test('one that comes back is noticed, and after the end nothing is', async () => {
  const { watch, seen, place, clock } = setUp(null)
  await watch.look()
  place.at = '10.0.0.1'
  await clock.advance(5_000)
  expect(seen).toEqual(['here'])
  watch.stop()
  await clock.advance(60_000)
  expect(seen).toHaveLength(1)
})

test('two looks at once are one', async () => {
  const { watch, seen } = setUp('10.0.0.1')
  await Promise.all([watch.look(), watch.look()])
  expect(seen).toEqual(['here'])
})
