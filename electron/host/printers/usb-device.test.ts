import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printerAddress, usbDevice } from '#contract/printers/fields.ts'
import { textLine } from '#domain/printers/paper.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { until } from '#test/support/printing-kitchen.ts'
import { receiptText, usualFormat } from '#test/support/read-receipt.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openUsbPrinter, type UsbBehaviour } from '#test/support/usb-printer.ts'
import { encodePaper } from './encode.ts'
import { examinePlace, sendToPrinter, type Sent } from './send.ts'
import { findUsbDevices, usbPlace, type UsbPlace } from './usb-device.ts'

const terminals: UsbPlace = { system: 'linux', folder: '/dev/pts', name: /^\d+$/ }
const lines = Array.from({ length: 200 }, (_, n) => `Línea ${String(n)}`)

/** With this step the clock is not ahead of a printer that answers on a busy machine. */
const inItsTime = { stepMs: 5 }

/** Sends a paper to a device file, and lets time pass until there is an outcome. */
async function send(
  address: string,
  usb: UsbPlace,
  { answers = true, signal = new AbortController().signal, stepMs = 100 } = {},
): Promise<Sent> {
  const clock = new FakeClock('2026-11-20T15:30:00.000Z')
  const outcomes: Sent[] = []
  const bytes = await encodePaper(
    lines.map((line) => textLine(line)),
    usualFormat(80),
  )
  const printer = { address, port: 9100 }
  const place = { printer, isAnywhere: false, clock, signal, usb }
  void sendToPrinter({ ...place, bytes, answers, ignoresOffline: false }).then((sent) =>
    outcomes.push(sent),
  )
  await until(clock, () => outcomes.length, stepMs).toBe(1)
  return outcomes[0] as Sent
}

test('a USB printer that answers prints everything once, and says so', async () => {
  const { device, receipt } = await openUsbPrinter('answers')
  expect(await send(device, terminals, inItsTime)).toEqual({
    kind: 'done',
    answered: true,
  })
  expect(receiptText(receipt()).split('\n')).toEqual(expect.arrayContaining(lines))
  expect(receipt()).toMatchObject({ asked: 1, cuts: 1 })
})

test('what a printer answers too late is not taken for another machine at the next job', async () => {
  const { device, receipt, answerLate } = await openUsbPrinter('answers')
  await answerLate()
  expect(await send(device, terminals, inItsTime)).toEqual({
    kind: 'done',
    answered: true,
  })
  expect(receipt().cuts).toBe(1)
})

test.for<[UsbBehaviour, boolean, Sent]>([
  ['silent', true, { kind: 'silent' }],
  ['silent', false, { kind: 'done', answered: false }],
  ['unplugged', true, { kind: 'silent' }],
  ['unplugged', false, { kind: 'silent' }],
])('one that is %s, and answers usually: %s', async ([behaviour, answers, outcome]) => {
  const { device, receipt } = await openUsbPrinter(behaviour)
  expect(await send(device, terminals, { answers })).toEqual(outcome)
  if (behaviour === 'silent') expect(receipt().asked).toBe(2)
})

test('a stopped host leaves a job of a USB printer as it may be', async () => {
  const { device } = await openUsbPrinter('silent')
  const closing = new AbortController()
  closing.abort()
  expect(await send(device, terminals, { signal: closing.signal })).toEqual({
    kind: 'not-sent',
    trouble: 'cut-off',
  })
})

test('only a device file is written, never what a link leads to or another file', async () => {
  const folder = temporaryFolder()
  const usb: UsbPlace = { ...usbPlace, system: 'linux', folder }
  writeFileSync(join(folder, 'lp0'), 'kept')
  execFileSync('mkfifo', [join(folder, 'lp1')])
  const { device, bytes } = await openUsbPrinter('answers')
  symlinkSync(device, join(folder, 'lp2'))
  mkdirSync(join(folder, 'lp3'))
  for (const name of ['lp0', 'lp1', 'lp2'])
    expect(await send(join(folder, name), usb)).toEqual({
      kind: 'not-sent',
      trouble: 'not-for-printers',
    })
  expect(readFileSync(join(folder, 'lp0'), 'utf8')).toBe('kept')
  expect(bytes()).toHaveLength(0)
  // Another path is not taken for a device at all.
  const outside = { kind: 'not-sent', trouble: 'no-such-name' }
  expect(await send(join(folder, '../lp0'), usb)).toEqual(outside)
  expect(await send(join(folder, 'lp9'), usb)).toEqual({ kind: 'not-sent', trouble: 'no-device' })
})

test('a device that this user may not open says so', async () => {
  const folder = temporaryFolder()
  const usb: UsbPlace = { ...usbPlace, system: 'linux', folder }
  writeFileSync(join(folder, 'lp0'), '')
  chmodSync(join(folder, 'lp0'), 0)
  const trouble = process.getuid?.() === 0 ? 'not-for-printers' : 'no-permission'
  expect(await send(join(folder, 'lp0'), usb)).toEqual({ kind: 'not-sent', trouble })
})

test('devices are found in the order of their numbers, on Linux only', async () => {
  const folder = temporaryFolder()
  for (const name of ['lp10', 'lp2', 'hiddev0', 'lpx', 'lp1234'])
    writeFileSync(join(folder, name), '')
  const usb: UsbPlace = { ...usbPlace, system: 'linux', folder }
  expect(await findUsbDevices(usb)).toEqual([join(folder, 'lp2'), join(folder, 'lp10')])
  expect(await findUsbDevices({ ...usb, folder: join(folder, 'none') })).toEqual([])
  for (const system of ['darwin', 'win32'] as const)
    expect(await findUsbDevices({ ...usb, system })).toEqual([])
})

test('a USB printer is refused where the system keeps it, and kept while it is not plugged in', async () => {
  const folder = temporaryFolder()
  const examine = (system: NodeJS.Platform) =>
    examinePlace({
      printer: { address: join(folder, 'lp0'), port: 9100 },
      isAnywhere: false,
      clock: new FakeClock('2026-11-20T15:30:00.000Z'),
      signal: new AbortController().signal,
      usb: { ...usbPlace, system, folder },
    })
  expect(await examine('win32')).toBe('usb-needs-linux')
  expect(await examine('linux')).toBe(null)
})

test('an address is a name, an address or a device file of a USB printer, and nothing else', () => {
  for (const address of [
    '/dev/usb/lp0',
    '/dev/usb/lp12',
    '192.168.1.50',
    'grill.local',
    'fe80::1%2',
  ])
    expect(address).toMatch(printerAddress)
  for (const address of [
    '/dev/usb/lp0/../../sda',
    '/dev/sda',
    '/dev/usb/lp',
    '/etc/passwd',
    'lp0\n',
  ])
    expect(address).not.toMatch(printerAddress)
  expect('192.168.1.50').not.toMatch(usbDevice)
})

test('the host lists USB printers for the form', async () => {
  const store = await openTestStore()
  const devices = await findUsbDevices(usbPlace)
  const isOffered = process.platform === 'linux'
  expect(await store.call('printers.usb', {})).toEqual({ ok: true, value: { isOffered, devices } })
})
