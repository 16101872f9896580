import { createServer } from 'node:net'

/** Below the ports that systems hand out: from 32,768 up on Linux, from 49,152 up elsewhere. */
const lowest = 20_000
const portsPerWorker = 500

/** Playwright and Vitest run at the same time, and each numbers its workers from the start. */
const { TEST_PARALLEL_INDEX: ofPlaywright, VITEST_POOL_ID: ofVitest } = process.env
const worker = ofPlaywright === undefined ? 2 * Number(ofVitest ?? 0) + 1 : 2 * Number(ofPlaywright)

// Two groups of Vitest may have a worker with the same number.
let next = (process.pid * 7) % portsPerWorker

/**
 * A port for a server that must have the same address after a restart. Nobody takes it in between:
 * it is outside the range of ports that are handed out, and each worker of a test run has its own
 * ports.
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
