import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { printerPorts } from '#contract/printers/fields.ts'

/**
 * Where no receipt printer is, and other programs are: this machine, its own stretch of cable, machines that a cloud
 * keeps its credentials on, groups of machines, and IPv6 addresses with an IPv4 address inside.
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

/** The addresses of this machine in its networks, as they are now: programs that serve a network answer there as well. */
function ownAddresses(): BlockList {
  const own = new BlockList()
  for (const each of Object.values(networkInterfaces()).flat())
    if (each !== undefined) own.addAddress(each.address, each.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own
}

/** Whether a printer may be at an IP address. A zone behind a percent sign says nothing of that. */
export function isPrinterAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  const isV6 = isIP(bare) === 6
  const family = isV6 ? 'ipv6' : 'ipv4'
  return isIP(bare) !== 0 && !elsewhere.check(bare, family) && !ownAddresses().check(bare, family)
}

/** The code of an error: a name leads to no address at which a printer may be. */
export const notForPrinters = 'ENOTFORPRINTERS'

/** As far as it is known before a name is looked up. */
export const isPrinterPlace = ({ address, port }: { address: string; port: number }): boolean =>
  port >= printerPorts.first &&
  port <= printerPorts.last &&
  (isIP(address) === 0 || isPrinterAddress(address))

/**
 * Looks a name up for a connection, and leaves only addresses at which a printer may be. The connection goes to what was
 * looked at here: a name that leads elsewhere a moment later gains nothing.
 */
export const lookupPrinter: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const allowed = error === null ? found.filter(({ address }) => isPrinterAddress(address)) : []
    const [first] = allowed
    if (error !== null) callback(error, [])
    else if (first === undefined)
      callback(Object.assign(new Error('no place of a printer'), { code: notForPrinters }), [])
    else if (options.all === true) callback(null, allowed)
    else callback(null, first.address, first.family)
  })
}
