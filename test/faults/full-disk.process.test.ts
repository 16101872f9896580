import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Status } from '#contract/status/status.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { startPractice } from '#practice/platform.ts'
import { createMovableClock } from '#test/support/movable-clock.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { fillUp, hasSmallDisks, onSmallDisk, within } from '#test/support/small-disk.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, nobody, startWeb } from '#test/support/web-process.ts'

const hurry = join(import.meta.dirname, '../support/hurry-preload.ts')
const bearer = 'a-bearer-of-the-test'

/** Posts a new order to the listener; returns the status. */
async function post(webhook: string, name: string): Promise<number> {
  const date = new Date().toISOString()
  const ids = { eventId: `event-${name}`, orderId: `order-${name}`, code: name, date }
  const { status } = await fetch(webhook, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(orderEvent('order-created-pickup', ids)),
  })
  return status
}

/** A web shell with its own disk, fast timers, and a wall clock that the test controls. */
async function open(options: string) {
  const clock = createMovableClock(temporaryFolder(), new Date().toISOString())
  const platform = await startPractice({ now: clock.now })
  const dataDir = temporaryFolder()
  const web = startWeb({
    dataDir,
    connected: null,
    through: onSmallDisk(dataDir, options),
    nodeArgs: [...clock.args, '-r', hurry],
    env: {
      ...clock.env,
      KITCHEN_PASS_V3_URL: platform.v3,
      KITCHEN_PASS_TOKEN: platform.token,
      KITCHEN_PASS_STORE: platform.storeId,
      KITCHEN_PASS_WEBHOOK_PORT: '0',
      KITCHEN_PASS_WEBHOOK_TOKEN: bearer,
    },
  })
  onTestFinished(async () => {
    await web.end('SIGKILL')
    await platform.close()
  })
  const { ui, webhook } = await web.ready
  const status = async () => (await callWeb(ui, 'status.get', {})) as Status
  return { web, clock, ui, webhook, status, disk: within(web.pid, dataDir) }
}

test('a full disk ends nothing: senders are refused, timers go on, and with room all is as before', async ({
  skip,
}) => {
  skip(!hasSmallDisks(), 'no file system can be mounted here')
  const { web, clock, ui, webhook, status, disk } = await open('size=6m')
  expect(await post(webhook, 'before')).toBe(200)
  // The menu is read, and so are the hours that the watch compares with the board.
  await expect
    .poll(async () => JSON.stringify(await callWeb(ui, 'stock.board', {})))
    .toContain('product:P101')

  const makeRoom = fillUp(disk)
  expect(await post(webhook, 'during')).toBe(503)
  expect((await status()).inbox.refusing).toBe(true)
  // After the next opening, the watch and the reader of the menu have to write, and can't.
  clock.moveTo(new Date(clock.now() + 26 * 3_600_000).toISOString())
  // Whichever comes first cancels the other.
  await expect.poll(() => web.output()).toMatch(/"put off","in":"(timer|menu)"/)
  expect(await post(webhook, 'during')).toBe(503)

  makeRoom()
  expect(await post(webhook, 'during')).toBe(200)
  expect((await status()).inbox.refusing).toBe(false)
  await expect
    .poll(async () => {
      const { tickets } = (await callWeb(ui, 'tickets.list', {})) as TicketsSnapshot
      return tickets.map(({ code }) => code)
    })
    .toEqual(expect.arrayContaining(['before', 'during']))
})

const deafReaders: [string, readonly string[]][] = [
  ['is gone', []],
  ['is a disk that is full', ['sh', '-c', 'exec "$0" "$@" 2>/dev/full']],
]

test.for(deafReaders)(
  'where whoever reads its stderr %s, it goes on answering',
  async ([, through], { skip }) => {
    skip(process.platform !== 'linux', 'a closed pipe is an error there')
    // Each rejected request is a line in the log.
    let asked = 0
    const platform = createServer((_request, response) => {
      asked += 1
      response.writeHead(500).end()
    })
    await new Promise<void>((listening) => platform.listen(0, '127.0.0.1', listening))
    const { port } = platform.address() as AddressInfo
    const web = startWeb({
      dataDir: temporaryFolder(),
      connected: { ...nobody, v3: `http://127.0.0.1:${String(port)}/v3` },
      nodeArgs: ['-r', hurry],
      through,
    })
    onTestFinished(async () => {
      await web.end('SIGKILL')
      platform.close()
      platform.closeAllConnections()
    })
    const { ui } = await web.ready
    web.closeStderr()
    const before = asked
    await expect.poll(() => asked - before).toBeGreaterThan(10)
    expect(await callWeb(ui, 'status.get', {})).toMatchObject({ mode: 'store' })
    expect(await web.end('SIGTERM')).toBe(0)
  },
)
