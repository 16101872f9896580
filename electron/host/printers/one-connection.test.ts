import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { addPrinter, jobsOf, statesOf, until } from '#test/support/printing-kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { openStationStore } from '#test/support/station-store.ts'
import { manager } from '#test/support/caller.ts'

const askAtOnce = Buffer.from([0x10, 0x04])
const askForState = Buffer.from([0x1d, 0x72, 0x01])

/**
 * A printer that takes one connection at a time. It keeps each until `hangUp`, whoever has ended it,
 * and refuses every other one meanwhile.
 */
async function openSingle(isServing: () => boolean = () => true) {
  let own: Socket | null = null
  const seen = { printed: 0, connections: 0, refused: 0, bytes: 0 }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    if (own !== null) {
      seen.refused++
      socket.resetAndDestroy()
      return
    }
    seen.connections++
    own = socket
    socket.on('close', () => (own = null))
    let received = Buffer.alloc(0)
    socket.on('data', (data) => {
      if (!isServing()) {
        seen.bytes += data.length
        return
      }
      received = Buffer.concat([received, data])
      for (let at = received.indexOf(askAtOnce); at !== -1; at = received.indexOf(askAtOnce)) {
        received = Buffer.concat([received.subarray(0, at), received.subarray(at + 3)])
        socket.write(Uint8Array.of(0x12))
      }
      if (!received.includes(askForState)) return
      received = Buffer.alloc(0)
      seen.printed++
      socket.write(Uint8Array.of(0x00))
    })
  })
  const port = await reservedPort()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const hangUp = (): void => void own?.end()
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        own?.destroy()
        server.close(() => closed())
      }),
  )
  return { port, seen, hangUp, isTaken: () => own !== null }
}

async function openKitchen(isServing?: () => boolean) {
  const store = await openStationStore([])
  const { clock } = store
  const machine = await openSingle(isServing)
  const pass = await addPrinter(store, clock, 'Pass', null, { port: machine.port })
  machine.hangUp()
  await until(clock, machine.isTaken).toBe(false)
  Object.assign(machine.seen, { connections: 0, refused: 0 })
  const print = (jobId: string, printerId = pass.id) =>
    store.call('printers.try', { jobId, printerId }, manager)
  const states = () => statesOf(store, pass)
  const reasons = async () => (await jobsOf(store, pass)).map(({ delivery }) => delivery.reason)
  return { store, clock, machine, pass, print, states, reasons }
}

test('the next job waits until the printer has closed the connection of the last one', async () => {
  const { clock, machine, print, states, reasons, store, pass } = await openKitchen()
  await print('1')
  await print('2')
  await until(clock, states).toEqual(['confirmed', 'queued'])
  await until(clock, reasons).toEqual([undefined, 'printer-busy'])
  // Neither time nor a change of the printer opens another one.
  await clock.advance(20_000)
  const [own] = valueOfOk(await store.call('printers.get', {})).printers
  if (own === undefined) throw new Error('no printer')
  valueOfOk(await store.call('printers.save', { ...own, name: 'Grill' }))
  const labels = valueOfOk(await store.call('printers.save', { ...own, id: null, name: 'Labels' }))
  await print('3', labels.id)
  await clock.advance(1_000)
  expect(machine.seen).toMatchObject({ connections: 1, refused: 0, printed: 1 })
  for (const printed of [2, 3]) {
    machine.hangUp()
    await until(clock, () => machine.seen.printed).toBe(printed)
  }
  machine.hangUp()
  await until(clock, () => statesOf(store, { ...pass, id: labels.id })).toEqual(['confirmed'])
  expect(await states()).toEqual(['confirmed', 'confirmed'])
  expect(machine.seen).toMatchObject({ connections: 3, refused: 0, printed: 3 })
})

test('a printer that keeps its connection for longer refuses some, and prints each job once', async () => {
  const { clock, machine, print, states, reasons } = await openKitchen()
  await print('1')
  await print('2')
  await until(clock, states).toEqual(['confirmed', 'queued'])
  await until(clock, () => machine.seen.refused, 1_000).toBeGreaterThan(2)
  expect(await reasons()).toEqual([undefined, 'printer-busy'])
  machine.hangUp()
  await until(clock, states, 500).toEqual(['confirmed', 'confirmed'])
  expect(machine.seen.printed).toBe(2)
})

test('a printer that another computer uses is busy for half a minute, and then in trouble', async () => {
  const { clock, machine, print, states, reasons } = await openKitchen()
  const other = connect(machine.port, '127.0.0.1')
  onTestFinished(() => void other.destroy())
  await once(other, 'connect')
  await until(clock, machine.isTaken).toBe(true)
  await print('1')
  await until(clock, () => machine.seen.refused, 500).toBeGreaterThan(3)
  expect(await reasons()).toEqual(['printer-busy'])
  await until(clock, reasons, 2_000).toEqual(['cut-off'])
  other.destroy()
  machine.hangUp()
  await until(clock, states, 2_000).toEqual(['confirmed'])
  expect(machine.seen.printed).toBe(1)
})

test('a printer whose system takes a connection before it serves it gets no content to print later', async () => {
  let isServing = true
  const { clock, machine, print, states, reasons } = await openKitchen(() => isServing)
  await print('1')
  await until(clock, states).toEqual(['confirmed'])
  machine.hangUp()
  isServing = false
  await print('2')
  await until(clock, reasons).toEqual([undefined, 'printer-busy'])
  await clock.advance(4_000)
  // The question only, as often as it was tried.
  expect(machine.seen.bytes % 3).toBe(0)
  expect(machine.seen.bytes).toBeLessThan(20)
  isServing = true
  machine.hangUp()
  await until(clock, states, 500).toEqual(['confirmed', 'confirmed'])
  expect(machine.seen.printed).toBe(2)
})
