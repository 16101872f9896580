import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isPrinterAddress, isPrinterPlace, lookupPrinter } from './printer-place.ts'

test.each(
  [
    '192.168.1.50',
    '10.0.0.7',
    '172.16.3.4',
    '100.64.0.9',
    '203.0.113.5',
    'fd12::5',
    '2001:db8::5',
    '::ffff:192.168.1.50',
  ].map((address) => [address]),
)('%s may be a printer', (address) => {
  expect(isPrinterAddress(address)).toBe(true)
})

test.each(
  [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.7.7',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    '::1%lo',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'not an address',
  ].map((address) => [address]),
)('%s is none', (address) => {
  expect(isPrinterAddress(address)).toBe(false)
})

test('no address of this machine may be a printer, in a network either', () => {
  for (const each of Object.values(networkInterfaces()).flat()) {
    const address = each?.address ?? ''
    expect(isPrinterAddress(address), address).toBe(false)
    if (each?.family === 'IPv4') expect(isPrinterAddress(`::ffff:${address}`)).toBe(false)
  }
})

test('ports of printers alone, before anything is looked up', () => {
  const isPlace = (address: string, port: number) => isPrinterPlace({ address, port })
  for (const port of [9100, 9101, 9109]) expect(isPlace('kitchen-printer.local', port)).toBe(true)
  for (const port of [1, 22, 80, 443, 515, 631, 4890, 9099, 9110, 65_535])
    expect(isPlace('192.168.1.50', port)).toBe(false)
})

/** Notations that the system reads as an address of this machine, or rejects. */
test.each(
  ['localhost', 'localhost.', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0x7f.1', '0'].map(
    (name) => [name],
  ),
)('the name %s leads to no connection', async (host) => {
  const socket = connect({ host, port: 9100, lookup: lookupPrinter })
  const code = await new Promise((resolve) => {
    socket.on('connect', () => resolve('connected'))
    socket.on('error', (cause: NodeJS.ErrnoException) => resolve(cause.code))
  })
  socket.destroy()
  expect(['ENOTFORPRINTERS', 'ENOTFOUND', 'EAI_AGAIN']).toContain(code)
})
