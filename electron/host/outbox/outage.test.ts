import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Practice } from '#practice/platform.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { tries } from '#test/support/tries.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { openDatabase } from '../db/open.ts'
import { createOutboxRows } from './rows.ts'

const real = (milliseconds: number): Promise<void> =>
  new Promise((passed) => setTimeout(passed, milliseconds))

/** A connection to the practice platform that can be cut: then nothing listens there. */
function createLine() {
  const sockets = new Set<Socket>()
  let target = 0
  let port = 0
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    for (const each of [socket, onward]) {
      sockets.add(each)
      each.on('error', () => each.destroy()).on('close', () => sockets.delete(each))
    }
    socket.pipe(onward).pipe(socket)
  })
  async function cut(): Promise<void> {
    if (!server.listening) return
    server.close()
    for (const each of sockets) each.destroy()
    await once(server, 'close')
  }
  async function repair(): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  onTestFinished(cut)
  return {
    cut,
    repair,
    async inFront({ v3 }: Practice): Promise<string> {
      const { port: practicePort, pathname } = new URL(v3)
      target = Number(practicePort)
      await repair()
      return `http://127.0.0.1:${String(port)}${pathname}`
    },
  }
}

const many = tries(200, 10_000, 1_000)

/** A store with many due bumps of real orders, and a cut connection. */
async function openOutage() {
  const clock = new FakeClock(new Date().toISOString())
  const line = createLine()
  const store = await openTestStore({ clock, inFront: line.inFront })
  const ids: string[] = []
  for (let nth = 0; nth < many; nth++)
    ids.push((await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }))._id)
  await line.cut()
  await store.host.close()
  const db = openDatabase(store.file)
  const rows = createOutboxRows(db, store.log)
  const madeAt = (nth: number): string => new Date(clock.now() - many + nth).toISOString()
  db.transact(() => {
    for (const [nth, subject] of ids.entries())
      rows.keep({
        id: `bump-${String(nth)}`,
        kind: 'preparation-ready',
        subject,
        lane: null,
        payload: {},
        state: 'queued',
        reason: null,
        message: null,
        needsDecision: false,
        since: madeAt(nth),
        undoUntil: null,
        createdAt: madeAt(nth),
        dueAt: madeAt(nth),
        waitMs: 0,
        attempts: 0,
        repeats: 0,
        firstSentAt: null,
      })
  })
  db.close()
  const { warn } = store.log
  let failures = 0
  store.log.warn = (event, facts) => {
    if (event === 'outbox attempt failed') failures += 1
    warn(event, facts)
  }
  await store.restart()
  /** Advances the clock and lets all attempts end. */
  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 250) {
      await clock.advance(250)
      for (let before = -1; before < failures;) {
        before = failures
        await real(15)
      }
    }
  }
  return { clock, line, store, ids, failures: () => failures, pass }
}

test('in an outage the platform gets almost no requests, and afterwards everything is sent once, in order', async () => {
  const { clock, store, line, ids, failures, pass } = await openOutage()
  await pass(60_000)
  // Four at once at first, and one after each pause.
  expect(failures()).toBe(4 + 7)
  await line.repair()
  const waiting = async () => valueOfOk(await store.call('status.read', {})).outbox.pending
  while ((await waiting()) > 0) await clock.advance(100)
  const done = store.practice.effects().filter(({ operation }) => operation === 'preparation-ready')
  expect(done.map(({ count }) => count)).toEqual(ids.map(() => 1))
  // Four requests run at the same time.
  const places = new Map(ids.map((id, nth) => [id, nth]))
  const difference = done.map(({ subject }, nth) =>
    Math.abs((places.get(subject) ?? Infinity) - nth),
  )
  expect(Math.max(...difference)).toBeLessThan(4)
}, 600_000)
