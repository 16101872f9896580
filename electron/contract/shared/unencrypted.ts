/** A name for this machine itself. What is sent there never leaves it. */
const thisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Whether others on the network can read what is sent to an address: http to any machine but this
 * one.
 */
export function isUnencrypted(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !thisMachine.test(hostname)
}
