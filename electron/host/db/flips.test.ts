import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Status } from '#contract/status/status.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { asked, fullStore, type FullStore } from '#test/support/full-store.ts'
import { folderWith, openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
import { storeFileName } from '../connection/store-files.ts'

const flips = tries(10, 1_000, 30)

/** Fields that differ between two starts, or that hold a time. */
const fleeting = new Set(['now', 'revision', 'address', 'lastOkAt', 'webhookUrl'])
const lasting = (key: string, value: unknown): unknown => (fleeting.has(key) ? undefined : value)
/** A start retries waiting print jobs, so their `since` differs too. */
const lastingOfPapers = (key: string, value: unknown): unknown =>
  key === 'since' ? undefined : lasting(key, value)

interface Seen {
  /** Whether a user sees a warning. */
  warned: boolean
  /** The data that screens see, as text. Empty if the user sees a warning. */
  view: Record<string, string>
  log: string
}

/**
 * Opens a kitchen on a file with these bytes, lets it check the file, and asks what screens ask.
 */
async function open(
  { v3Url, storeId, at }: FullStore,
  dataDir: string,
  bytes: Uint8Array,
): Promise<Seen> {
  folderWith(dataDir, storeFileName(v3Url, storeId), bytes)
  const clock = new FakeClock(at)
  const { kitchen, log, ask } = await openLoneKitchen(dataDir, { clock, store: { v3Url, storeId } })
  const count = (what: RegExp): number => [...log.text().matchAll(what)].length
  await clock.advance(1_000)
  // After damage the kitchen may be opened and checked again.
  if (count(/damage met while running/g) > 0) {
    await expect.poll(() => count(/opened again after|stays closed/g), { interval: 2 }).toBe(1)
    await clock.advance(1_000)
  }
  const { damage, setAside, inbox } = (await ask('status.read')) as Status
  const closeOuts = JSON.stringify([
    await ask('shifts.verify'),
    await ask('shifts.closeOuts', { before: null }),
  ])
  const isBroken = !closeOuts.includes('"broken":null') || closeOuts.includes('"isBroken":true')
  const warned = damage !== null || setAside > 0 || inbox.unread > 1 || isBroken
  const view: Record<string, string> = {}
  if (!warned) {
    for (const [name, input] of asked) view[name] = JSON.stringify(await ask(name, input), lasting)
    const papers = async () => JSON.stringify(await ask('printers.read'), lastingOfPapers)
    await expect.poll(papers, { interval: 2 }).not.toContain('"sending"')
    view['printers.read'] = await papers()
    const { tickets } = (await ask('tickets.snapshot')) as TicketsSnapshot
    for (const { id } of tickets)
      view[id] = JSON.stringify(await ask('tickets.detail', { ticketId: id }), lasting)
  }
  await kitchen.close()
  rmSync(dataDir, { recursive: true, force: true })
  return { warned, view, log: isBroken ? 'damage' : log.text() }
}

/** Seeded random numbers (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('a flipped bit anywhere in the file never prevents a start and never changes data unnoticed', async () => {
  const folder = temporaryFolder()
  const full = await fullStore()
  let turn = 0
  const start = (bytes: Uint8Array) => open(full, join(folder, String(++turn)), bytes)
  const sound = await start(full.bytes)
  expect(sound.warned).toBe(false)
  expect((await start(full.bytes)).view).toEqual(sound.view)
  const next = random(15)
  const wrong: string[] = []
  let warned = 0
  for (let nth = 0; nth < flips; nth++) {
    const place = Math.floor(next() * full.bytes.length)
    const bit = Math.floor(next() * 8)
    const bytes = new Uint8Array(full.bytes)
    bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
    const where = `page ${String(1 + Math.floor(place / 4096))} byte ${String(place % 4096)} bit ${String(bit)}`
    try {
      const seen = await start(bytes)
      if (seen.warned) {
        warned++
        expect(seen.log).toMatch(/damage|set aside/)
      } else expect(seen.view).toEqual(sound.view)
    } catch (cause) {
      wrong.push(`${where}: ${String(cause)}`)
    }
  }
  expect(wrong).toEqual([])
  // Most of the file is rows with a hash. A test that damages none of them proves nothing.
  expect(warned).toBeGreaterThan(flips / 10)
}, 3_600_000)
