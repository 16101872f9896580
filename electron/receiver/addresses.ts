import { BlockList } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** The name that the kitchen computer announces on the network. */
export const announcedName = 'kitchen-pass.local'

/** Local networks and this computer: where each range starts, and how many bits it fixes. */
export const localRanges = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4')

const privateRanges = new BlockList()
for (const [start, prefix] of localRanges) privateRanges.addSubnet(start, prefix, familyOf(start))

/** An IPv4 address that a dual listener reports as IPv6, as it is written otherwise. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d)/i, '')

/** Whether an address is of a local network. */
export function isPrivate(address: string): boolean {
  const plain = plainAddress(address)
  return privateRanges.check(plain, familyOf(plain))
}

/** The IPv4 addresses of this computer that other machines can reach, in the system's order. */
export const machineAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)

/** The names of this computer that a system on the network may resolve. */
export function machineNames(): string[] {
  const [label = ''] = hostname().toLowerCase().split('.')
  const own = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label) ? [`${label}.local`] : []
  return [...new Set([announcedName, ...own])]
}
