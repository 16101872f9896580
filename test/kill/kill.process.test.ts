import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import type { Status } from '#contract/status/status.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import type { Fault } from '#practice/faults/faults.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { Random } from '#practice/random.ts'
import { callWeb, nobody, startWeb } from '#test/support/web-process.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { isWhole, tries } from '#test/support/tries.ts'
import { expectedTickets, keyOf } from './expected-tickets.ts'
import { readStored } from './stored.ts'
import { tapAll } from './taps.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** `KITCHEN_PASS_KILLS` for a run of that length, `KITCHEN_PASS_SEED` to repeat one that failed. */
const kills = Number(process.env['KITCHEN_PASS_KILLS'] ?? tries(6, 200, 10))
const seed = process.env['KITCHEN_PASS_SEED'] ?? String(Date.now())
const patience = 60_000 + kills * 10_000

function seeded(name: string): Random {
  onTestFailed(() => {
    process.stderr.write(`again with KITCHEN_PASS_SEED=${seed} KITCHEN_PASS_KILLS=${kills}\n`)
  })
  return new Random(seed, name)
}

/** One life of so many ends during its start, the second one first. */
const livesPerEarlyEnd = 5

/**
 * A web shell that is killed at a random moment: during its start, or under load after it has
 * accepted something.
 */
async function oneLife(
  dataDir: string,
  traffic: Traffic,
  { random, endsEarly }: { random: Random; endsEarly: boolean },
): Promise<void> {
  const web = startWeb({ dataDir })
  if (endsEarly) {
    await pause(random.between(20, 300))
    await web.end('SIGKILL')
    return
  }
  const { webhook } = await web.ready
  const before = traffic.acknowledged.size
  const posting = traffic.post(webhook, nobody.webhookToken)
  while (traffic.acknowledged.size < before + 2) await pause(1)
  await pause(random.between(0, 350))
  await web.end('SIGKILL')
  await posting
}

test(
  `killed ${kills} times during ingest: no acknowledged event is missing, none is applied twice`,
  async () => {
    const random = seeded('ingest')
    const traffic = createTraffic(random, Date.now())
    const dataDir = temporaryFolder()
    for (let life = 0; life < kills; life++)
      await oneLife(dataDir, traffic, { random, endsEarly: life % livesPerEarlyEnd === 1 })

    const left = readStored(dataDir)
    const keysLeft = new Set(left.inbox.map(({ key }) => key))
    expect(traffic.refused).toEqual([])
    expect(traffic.acknowledged.size).toBeGreaterThan(kills)
    expect([...traffic.acknowledged].filter((id) => !keysLeft.has(keyOf(id)))).toEqual([])

    // Restarted again, asked like a screen, and sent everything again that it had acknowledged.
    const web = startWeb({ dataDir })
    onTestFinished(async () => {
      await web.end('SIGKILL')
    })
    const { ui, webhook } = await web.ready
    const before = (await callWeb(ui, 'tickets.list', {})) as TicketsSnapshot
    for (const id of [...traffic.acknowledged].slice(-100)) {
      const response = await fetch(webhook, {
        method: 'POST',
        headers: { authorization: `Bearer ${nobody.webhookToken}` },
        body: traffic.posted.get(id)?.body ?? '',
      })
      expect(response.status).toBe(200)
    }
    const after = (await callWeb(ui, 'tickets.list', {})) as TicketsSnapshot
    const status = (await callWeb(ui, 'status.get', {})) as Status
    await web.end('SIGTERM')

    const stored = readStored(dataDir)
    const keys = stored.inbox.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(left.inbox.map(({ key }) => key))
    expect(stored.inbox.filter(({ state }) => state !== 'done')).toEqual([])
    expect(status.inbox).toEqual({ unread: 0, elsewhere: 0, refusing: false })

    const expected = expectedTickets(traffic, stored.inbox)
    expect([...stored.tickets.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
    for (const [id, { known: facts, receivedAt }] of expected)
      expect(stored.tickets.get(id), id).toEqual({
        known: facts,
        marks: newMarks(receivedAt),
        open: true,
      })

    // A repeat changes nothing, not even the revision.
    expect(after.revision).toBe(before.revision)
    expect(after.tickets).toEqual(before.tickets)
    expect(after.tickets.map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted())
  },
  patience,
)

/** Bumps while the web shell is killed. */
async function bumpAndDie(
  dataDir: string,
  practice: Practice,
  bumps: { expectedIds: Set<string>; accepted: Set<string> },
  random: Random,
): Promise<void> {
  const web = startWeb({ dataDir, connected: practice })
  const { ui, webhook } = await web.ready
  practice.setReceiver(webhook)
  await callWeb(ui, 'settings.change', { undoSeconds: 0 })
  for (let count = 0; count < 3; count++) {
    const { _id: id } = await practice.placeOrder({ isScheduled: false })
    bumps.expectedIds.add(id)
  }
  const tapping = tapAll(ui, bumps)
  await pause(random.between(0, 250))
  await web.end('SIGKILL')
  practice.setReceiver(null)
  await tapping
}

test(
  'killed while bumps are sent: each is confirmed in the end, and repeated only where its answer was lost',
  async () => {
    const random = seeded('sending')
    const practice = await startPractice()
    onTestFinished(() => practice.close())
    const dataDir = temporaryFolder()
    const bumps = { expectedIds: new Set<string>(), accepted: new Set<string>() }
    /** How often each tap was being sent when the web shell was killed. */
    const cutOff = new Map<string, number>()

    for (let life = 0; life < Math.ceil(kills / 4); life++) {
      practice.behave()
      const milliseconds = random.between(0, 150)
      practice.misbehave({ kind: 'delay', path: 'preparation-ready', milliseconds })
      await bumpAndDie(dataDir, practice, bumps, random)
      for (const { subject, state } of readStored(dataDir).outbox)
        if (state === 'sending') cutOff.set(subject, (cutOff.get(subject) ?? 0) + 1)
    }
    practice.behave()

    const web = startWeb({ dataDir, connected: practice })
    onTestFinished(async () => {
      await web.end('SIGKILL')
    })
    const { ui } = await web.ready
    await tapAll(ui, bumps)
    expect(bumps.accepted).toEqual(bumps.expectedIds)
    const outbox = async (): Promise<Status['outbox']> =>
      ((await callWeb(ui, 'status.get', {})) as Status).outbox
    await expect
      .poll(outbox, { timeout: patience, interval: 200 })
      .toMatchObject({ pending: 0, needsPerson: 0, paused: null })
    await web.end('SIGTERM')

    const stored = readStored(dataDir)
    expect(stored.outbox.filter(({ state }) => state !== 'confirmed')).toEqual([])
    expect(new Set(stored.outbox.map(({ subject }) => subject))).toEqual(bumps.expectedIds)
    expect(stored.outbox).toHaveLength(bumps.expectedIds.size)
    const effects = new Map(practice.effects().map(({ subject, count }) => [subject, count]))
    for (const { subject, attempts } of stored.outbox) {
      const ticket = stored.tickets.get(subject)
      expect(ticket, subject).toMatchObject({ open: false, marks: { recalledAt: null } })
      const max = 1 + (cutOff.get(subject) ?? 0)
      const count = effects.get(subject) ?? 0
      expect(attempts, subject).toBeLessThanOrEqual(max)
      expect(count, subject).toBeGreaterThanOrEqual(1)
      expect(count, subject).toBeLessThanOrEqual(attempts)
    }
  },
  patience,
)

const outages: Fault[] = [
  { kind: 'status', status: 503, path: '' },
  { kind: 'drop-before-effect', path: '' },
  { kind: 'html', path: '' },
]

test.each(isWhole ? outages : outages.slice(0, 1))(
  'killed three times in an outage ($kind): each bump is sent once afterwards, in the order of the taps, and nobody is asked',
  async (outage) => {
    const practice = await startPractice()
    onTestFinished(() => practice.close())
    const dataDir = temporaryFolder()
    const ids: string[] = []
    for (let life = 0; life < 3; life++) {
      const web = startWeb({ dataDir, connected: practice })
      const { ui, webhook } = await web.ready
      practice.setReceiver(webhook)
      await callWeb(ui, 'settings.change', { undoSeconds: 0 })
      for (let count = 0; count < 4; count++) {
        const { _id: id } = await practice.placeOrder({ isScheduled: false })
        if (life === 0 && count === 1) practice.misbehave(outage)
        const tap = { ticketId: id, tapId: `tap-${id}` }
        // The ticket may be on the wall a moment later.
        const bump = () => callWeb(ui, 'tickets.markReady', tap).catch(() => 'not yet')
        await expect.poll(bump).not.toBe('not yet')
        ids.push(id)
        await pause(100)
      }
      await web.end('SIGKILL')
    }
    practice.behave()

    const web = startWeb({ dataDir, connected: practice })
    onTestFinished(async () => {
      await web.end('SIGKILL')
    })
    const { ui } = await web.ready
    const outbox = async (): Promise<Status['outbox']> =>
      ((await callWeb(ui, 'status.get', {})) as Status).outbox
    await expect
      .poll(outbox, { timeout: 60_000, interval: 200 })
      .toMatchObject({ pending: 0, needsPerson: 0, paused: null })
    await web.end('SIGTERM')

    const done = practice.effects().filter(({ operation }) => operation === 'preparation-ready')
    expect(done.map(({ subject }) => subject).toSorted()).toEqual(ids.toSorted())
    expect(done.map(({ count }) => count)).toEqual(ids.map(() => 1))
    // Four requests run at the same time.
    const places = done.map(({ subject }, nth) => Math.abs(ids.indexOf(subject) - nth))
    expect(Math.max(...places)).toBeLessThan(4)
  },
  120_000,
)
