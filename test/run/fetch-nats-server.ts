import { natsServerPath } from '#test/support/nats/nats-server.ts'
import { hasApt, installPackages } from './debian.ts'

/**
 * On Debian, as root, installs a nats-server if there is none. Elsewhere the tests of the relay are
 * skipped without one, and say so.
 */
export function fetchNatsServer(): void {
  if (natsServerPath() !== null || !hasApt()) return
  process.stdout.write('Installing nats-server to test with…\n')
  installPackages(['nats-server'])
}
