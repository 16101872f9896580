import { expect, onTestFinished, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { openOtherServer, otherServers } from '#test/support/other-servers.ts'
import { openReceiptPrinter } from '#test/support/receipt-printer.ts'
import { testPaper } from '#domain/printers/ticket-paper.ts'
import { usualFormat } from '#test/support/read-receipt.ts'
import { encodePaper } from './encode.ts'
import { examinePlace, sendToPrinter } from './send.ts'

const places = { isAnywhere: true, signal: new AbortController().signal }

/** Advances the clock until there is an outcome. Sockets run in between. */
async function outcome<Value>(clock: FakeClock, run: Promise<Value>): Promise<Value> {
  const ended: Value[] = []
  let looks = 0
  void run.then((value) => ended.push(value))
  await expect
    .poll(
      async () => {
        await clock.advance(looks++ < 20 ? 100 : 2_000)
        return ended.length
      },
      { interval: 10 },
    )
    .toBe(1)
  return ended[0] as Value
}

const paper = () =>
  encodePaper(
    testPaper(
      { name: 'Grill', ...usualFormat(80) },
      {
        language: 'en',
        timeZone: 'UTC',
        timeFormat: '24-hour',
        now: 0,
      },
    ),
    usualFormat(80),
  )

/** These look the same as a silent printer, so only a person can tell. */
const saysNothing = [
  'one state before anybody asked',
  'one state of the paper, after a while',
  'nothing ever',
  'hangs up at once',
  'hangs up after the first bytes',
  'breaks off',
]

test.each(Object.keys(otherServers).map((name) => [name]))(
  '%s: never printed, and said when it is set up where it can be known',
  async (name) => {
    const clock = new FakeClock()
    const server = await openOtherServer(otherServers[name] ?? (() => undefined))
    onTestFinished(server.close)
    const printer = { address: '127.0.0.1', port: server.port }
    const examined = await outcome(clock, examinePlace({ ...places, printer, clock }))
    expect(examined).toBe(saysNothing.includes(name) ? null : 'no-printer')
    const bytes = await paper()
    // This holds too if a person once confirmed that the machine at this address prints without an
    // answer.
    for (const answers of [true, ...(saysNothing.includes(name) ? [] : [false])]) {
      const sent = await outcome(
        clock,
        sendToPrinter({ ...places, printer, bytes, answers, ignoresOffline: false, clock }),
      )
      expect(sent.kind).not.toBe('done')
    }
  },
)

test('a printer is none while another server has its address: nothing of the paper is sent there', async () => {
  const clock = new FakeClock()
  const received: Buffer[] = []
  const server = await openOtherServer((socket) => {
    socket.on('data', (data) => {
      received.push(data)
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
  })
  onTestFinished(server.close)
  const printer = { address: '127.0.0.1', port: server.port }
  const bytes = await paper()
  const sent = await outcome(
    clock,
    sendToPrinter({ ...places, printer, bytes, answers: true, ignoresOffline: false, clock }),
  )
  expect(sent).toEqual({ kind: 'not-sent', trouble: 'no-printer' })
  expect(Buffer.concat(received)).toEqual(Buffer.of(0x10, 0x04, 0x01))
})

test('another server, and places that are none of printers, are not kept; a setting allows the latter', async () => {
  const store = await openTestStore()
  const printer = await openReceiptPrinter('answers')
  const server = await openOtherServer(otherServers['SMTP'] ?? (() => undefined))
  onTestFinished(printer.close)
  onTestFinished(server.close)
  const save = (address: string, port: number) =>
    store.call('printers.save', {
      id: null,
      name: 'Grill',
      address,
      port,
      width: 80,
      language: 'es',
    })
  const refused = fail('bad-input', undefined, 'not-for-printers')
  for (const address of ['127.0.0.1', 'localhost', '127.1', '0x7f.1', '::1', '169.254.169.254'])
    expect(await save(address, 9100)).toEqual(refused)
  expect(await save('192.168.1.50', 80)).toEqual(refused)
  await store.call('settings.change', { anyPrinterAddress: true })
  expect(await save('127.0.0.1', server.port)).toEqual(fail('bad-input', undefined, 'no-printer'))
  const saved = await save('127.0.0.1', printer.port)
  if (!saved.ok) throw new Error(saved.error.code)
  // The address is checked again for each printout.
  await store.call('settings.change', { anyPrinterAddress: false })
  await store.call('printers.try', { jobId: 'j1', printerId: saved.value.id })
  const job = async () => {
    const read = await store.call('printers.get', {})
    return read.ok ? read.value.jobs[0] : null
  }
  await expect
    .poll(job)
    .toMatchObject({ delivery: { state: 'queued', reason: 'not-for-printers' } })
  expect(printer.papers).toEqual([])
  await store.call('settings.change', { anyPrinterAddress: true })
  await expect.poll(job).toMatchObject({ delivery: { state: 'confirmed' } })
})
