import { expect, onTestFinished } from 'vitest'
import type { Printer } from '#contract/printers/printers.ts'
import { startPractice } from '#practice/platform.ts'
import type { Random } from '#practice/random.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { createMovableClock } from '#test/support/movable-clock.ts'
import { openReceiptPrinter } from '#test/support/receipt-printer.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb } from '#test/support/web-process.ts'
import { createClosing } from './close-outs.ts'
import { addPastOrders } from './past-orders.ts'
import { createPrints } from './prints.ts'
import { readStored } from './stored.ts'
import { createTraffic } from './traffic.ts'
import { startHurried, type Scene } from './works.ts'

/** Orders that are older are over. */
const overMs = 26 * 3_600_000

/** Makes the store, and saves a printer in it. Returns the printer's id. */
async function setUp(start: Pick<Scene, 'dataDir' | 'practice' | 'clock'>, port: number) {
  const web = startHurried(start)
  onTestFinished(() => void web.end('SIGKILL'))
  const { ui } = await web.ready
  await callWeb(ui, 'settings.change', { undoSeconds: 0, anyPrinterAddress: true })
  const { id } = (await callWeb(ui, 'printers.save', {
    ...{ id: null, name: 'Pass', address: '127.0.0.1', port, width: 80 },
    ...{ language: 'en', spareId: null, prints: null },
  })) as Printer
  await web.end('SIGTERM')
  return id
}

/** A store with a printer, and with so many orders of past days that were never moved. */
export async function openScene(random: Random, pastOrders: number): Promise<Scene> {
  const clock = createMovableClock(temporaryFolder(), new Date().toISOString())
  const practice = await startPractice({ now: clock.now, payments: 60, clients: 100 })
  onTestFinished(() => practice.close())
  const machine = await openReceiptPrinter('answers')
  onTestFinished(machine.close)
  const dataDir = temporaryFolder()
  const printerId = await setUp({ dataDir, practice, clock }, machine.port)

  await addPastOrders(dataDir, pastOrders, Date.now() - overMs)
  const { tickets } = readStored(dataDir)
  expect(tickets.size).toBe(pastOrders)
  const orders = [...tickets.keys()].map((id) => ({ id, sample: 'order-created-delivery' }))
  const traffic = createTraffic(random, clock.now(), { orders, connections: 6, pauseMs: 250 })
  const closing = createClosing(practice)
  const { sealed } = closing
  return {
    ...{ random, dataDir, practice, clock, traffic, closing },
    file: databaseIn(dataDir),
    bumps: { expectedIds: new Set(), accepted: new Set() },
    prints: createPrints(printerId, { random, machine, traffic, sealed }),
    past: new Map([...tickets].map(([id, { known: facts }]) => [id, facts])),
    doubts: new Map(),
    seen: { restores: 0, restoresCutOff: 0, movesCutOff: 0, backupsCutOff: 0 },
    inBoth: new Set(),
  }
}
