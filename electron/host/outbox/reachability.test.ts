import { expect, onTestFinished, test } from 'vitest'
import { failed, type CallResult } from '#platform/call/failure.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createHold } from '#test/support/hold.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { Reachability } from './reachability.ts'

const server = 'https://platform.example'
const orders = `${server}/v3/ecommerce/orders`
const yes: CallResult<unknown> = { ok: true, value: null, answeredAt: null }
const unavailable = failed('answered', 'unavailable', 503)

/** `probe` answers each probe; what happens is recorded with its second. */
function open(probe: (nth: number) => Promise<CallResult<unknown>>) {
  const clock = new FakeClock()
  const happened: string[] = []
  const note = (what: string): void =>
    void happened.push(`${String(clock.monotonic() / 1_000)} ${what}`)
  const reachability = new Reachability({
    ...{ clock, log: createRecordingLog() },
    chance: () => 0.5,
    probe(_origin, nth) {
      note('probe')
      return probe(nth)
    },
    onOut: () => note('out'),
    onReachable: (_origin, wasOut) => note(wasOut ? 'back' : 'reachable'),
  })
  onTestFinished(() => reachability.stop())
  return {
    ...{ clock, reachability, happened },
    report: (result: CallResult<unknown>, askedAt = clock.monotonic()) =>
      reachability.report(orders, result, askedAt),
  }
}

test('a server must answer before the first write, and any request may prove it', async () => {
  const { clock, reachability, report, happened } = open(() => Promise.resolve(yes))
  expect(reachability.mayWrite(server)).toBe(false)
  await clock.advance(0)
  expect(reachability.mayWrite(server)).toBe(true)
  expect(happened).toEqual(['0 probe', '0 reachable'])
  report(unavailable)
  expect(reachability.mayWrite(server)).toBe(false)
  report(yes)
  expect(reachability.mayWrite(server)).toBe(true)
})

test('three failures in a row make it out, and one answer ends that', async () => {
  const answers = [unavailable, unavailable, unavailable, yes]
  const { clock, reachability, report, happened } = open((nth) =>
    Promise.resolve(answers[nth - 1] ?? yes),
  )
  report(yes)
  report(unavailable)
  expect(reachability.whyOut(orders)).toBeNull()
  await clock.advance(5_000)
  expect(reachability.whyOut(orders)).toMatchObject({ kind: 'answered', status: 503 })
  await clock.advance(12_000)
  expect(reachability.whyOut(orders)).toBeNull()
  expect(happened).toEqual([
    '0 reachable',
    '0 probe',
    '5 probe',
    '5 out',
    '10 probe',
    '15 probe',
    '15 back',
  ])
})

test('one operation that never works is no outage', async () => {
  const { clock, reachability, report, happened } = open(() => Promise.resolve(yes))
  report(yes)
  for (let failures = 0; failures < 9; failures++) {
    report(unavailable)
    await clock.advance(0)
    expect(reachability.mayWrite(server)).toBe(true)
  }
  expect(happened.filter((each) => each.endsWith('out'))).toEqual([])
})

test('a failure from before the last answer says nothing', () => {
  const { clock, reachability, report } = open(() => Promise.resolve(yes))
  const askedAt = clock.monotonic()
  void clock.advance(1_000)
  clock.sleep(1_000)
  report(yes)
  report(failed('lost', 'too slow'), askedAt)
  expect(reachability.mayWrite(server)).toBe(true)
})

test.each<[string, CallResult<unknown>, boolean]>([
  ['a refusal', failed('answered', 'no', 400), true],
  ['a refused token', failed('answered', 'no', 401), true],
  ['too many requests', failed('answered', 'later', 429), true],
  ['an answer that lacks a field', failed('unreadable', 'items: missing', 200), true],
  ['a sign-in page', failed('portal', 'a web page', 200), false],
  ['another server', failed('foreign', 'no envelope', 200), false],
  ['nobody listens', failed('not-sent', 'ECONNREFUSED'), false],
  ['a lost answer', failed('lost', 'cut'), false],
])('%s', (_what, result, isReachable) => {
  const { reachability, report } = open(() => new Promise(() => undefined))
  report(result)
  expect(reachability.mayWrite(server)).toBe(isReachable)
})

test('what we did not send ourselves says nothing', () => {
  const { reachability, report } = open(() => new Promise(() => undefined))
  report(yes)
  report(failed('invalid', 'body: missing'))
  report(failed('called-off', 'by the caller'))
  report(failed('not-sent', 'moved', null, { reason: 'moved' }))
  expect(reachability.mayWrite(server)).toBe(true)
})

test('probes that hang do not hold up the next, and are called off once one is answered', async () => {
  const held = createHold<number, CallResult<unknown>>()
  const { clock, report, happened } = open(held.arrive)
  report(failed('lost', 'too slow'))
  await clock.advance(10 * 60_000)
  // No more than eight wait for an answer.
  expect(held.arrived).toHaveLength(8)
  await held.arrived.at(-1)?.answer(yes)
  await clock.advance(60_000)
  expect(happened.slice(8)).toEqual(['600 reachable'])
})

test('a failure of one server has the others prove themselves', async () => {
  const { clock, reachability, report } = open(() => Promise.resolve(yes))
  const other = 'https://other.example'
  reachability.report(`${other}/v1`, yes, 0)
  report(unavailable)
  expect(reachability.mayWrite(other)).toBe(false)
  await clock.advance(0)
  expect(reachability.mayWrite(other)).toBe(true)
})
