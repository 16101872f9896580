import { createServer } from 'node:net'

/** Below what a system hands out to whoever asks for any port: from 32,768 up on Linux, from 49,152 up elsewhere. */
const lowest = 20_000
const portsPerWorker = 500

/** Vitest and Playwright number their workers, and run beside each other. */
const worker =
  2 * Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'] ?? 0) +
  (process.env['TEST_PARALLEL_INDEX'] === undefined ? 1 : 0)

let next = 0

/**
 * A port for a server that must be found at the same place after a restart. Nobody takes it in between: it is out of the
 * range of the ports that are handed out, and each worker of a test run has ports of its own.
 */
export async function reservedPort(): Promise<number> {
  for (;;) {
    const port = lowest + (worker % 20) * portsPerWorker + (next++ % portsPerWorker)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => {
        resolve(false)
      })
      server.listen(port, '127.0.0.1', () => {
        resolve(true)
      })
    })
    if (!isFree) continue
    await new Promise((closed) => server.close(closed))
    return port
  }
}
