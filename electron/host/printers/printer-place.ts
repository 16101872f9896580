import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { printerPorts } from '#contract/printers/fields.ts'

/**
 * Addresses where no receipt printer is but other programs are: this machine, link-local addresses,
 * machines on which a cloud keeps its credentials, multicast groups, and IPv6 addresses that
 * contain an IPv4 address.
 */
const elsewhere = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
] as const)
  elsewhere.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
] as const)
  elsewhere.addSubnet(address, bits, 'ipv6')

/** The current addresses of this machine in its networks. Programs that serve a network answer there too. */
function ownAddresses(): BlockList {
  const own = new BlockList()
  for (const each of Object.values(networkInterfaces()).flat())
    if (each !== undefined) own.addAddress(each.address, each.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own
}

/** Whether a printer may be at an IP address. A zone after a percent sign does not matter. */
export function isPrinterAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  const isV6 = isIP(bare) === 6
  const family = isV6 ? 'ipv6' : 'ipv4'
  return isIP(bare) !== 0 && !elsewhere.check(bare, family) && !ownAddresses().check(bare, family)
}

/** The code of an error: a name resolves to no address at which a printer may be. */
export const notForPrinters = 'ENOTFORPRINTERS'

/** What can be checked before a name is looked up. */
export const isPrinterPlace = ({ address, port }: { address: string; port: number }): boolean =>
  port >= printerPorts.first &&
  port <= printerPorts.last &&
  (isIP(address) === 0 || isPrinterAddress(address))

/**
 * Looks up a name for a connection, and returns only addresses at which a printer may be. The
 * connection uses the checked addresses, so a name that resolves elsewhere a moment later gains
 * nothing.
 */
export const lookupPrinter: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const allowed =
      error === null ? addresses.filter(({ address }) => isPrinterAddress(address)) : []
    const [first] = allowed
    if (error !== null) callback(error, [])
    else if (first === undefined)
      callback(Object.assign(new Error('no place of a printer'), { code: notForPrinters }), [])
    else if (options.all === true) callback(null, allowed)
    else callback(null, first.address, first.family)
  })
}
