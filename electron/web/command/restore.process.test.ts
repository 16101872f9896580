import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { startPractice } from '#practice/platform.ts'
import { booking, tap } from '#test/support/reservations.ts'
import { runCommand } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, startWeb } from '#test/support/web-process.ts'

const day = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** A service with a store of its own, which can be closed and started again. */
async function openService() {
  const practice = await startPractice()
  onTestFinished(() => practice.close())
  const dataDir = temporaryFolder()
  let web = startWeb({ dataDir, connected: practice })
  let { ui, webhook } = await web.ready
  practice.setReceiver(webhook)
  onTestFinished(async () => void (await web.end('SIGKILL')))
  const tickets = async (): Promise<string[]> =>
    ((await callWeb(ui, 'tickets.snapshot', {})) as TicketsSnapshot).tickets.map(({ id }) => id)
  return {
    dataDir,
    tickets,
    url: () => ui,
    async placeOrder(id: string) {
      await practice.placeOrder({ _id: id })
      await expect.poll(tickets).toContain(id)
    },
    async reserve(firstName: string) {
      const asked = { tapId: tap(), kind: 'booked', booking: booking({ firstName, tableIds: [] }) }
      await callWeb(ui, 'reservations.take', { ...asked, accepted: ['closed-day', 'closed-then'] })
    },
    async guests(): Promise<string[]> {
      const listed = await callWeb(ui, 'reservations.list', { from: day(-2), to: day(30) })
      const { reservations } = listed as { reservations: { firstName: string }[] }
      return reservations.map(({ firstName }) => firstName).toSorted()
    },
    /** The only database. */
    file: () => readdirSync(dataDir).find((name) => /^store-\w+\.sqlite$/.test(name)) ?? '',
    close: () => web.end('SIGTERM'),
    async start() {
      web = startWeb({ dataDir, connected: practice })
      ;({ ui, webhook } = await web.ready)
    },
    async damage(): Promise<string | undefined> {
      const status = (await callWeb(ui, 'status.read', {})) as { damage: { kind: string } | null }
      return status.damage?.kind
    },
  }
}

const list = (dataDir: string) => runCommand(['restore', '--list', '--data', dataDir])

/** The numbers of the backups in a list, the newest first. */
const numbersIn = (out: string): string[] =>
  [...out.matchAll(/^ {2}(\d+) /gm)].map(([, n = '']) => n)

test('a backup is made while the service runs, and brings a destroyed store back', async () => {
  const service = await openService()
  const { dataDir } = service
  await service.placeOrder('order-1')
  await service.reserve('Amparo')
  const [inside, outside] = [join(dataDir, 'copies'), join(temporaryFolder(), 'copies')]
  const before = readdirSync(dataDir)

  const own = await runCommand(['backup', '--data', dataDir])
  expect(own).toMatchObject({ code: 1, out: '' })
  expect(own.err).toContain(`Kitchen Pass is open in ${dataDir} and makes its own backups there`)
  expect(await runCommand(['backup', '--data', dataDir, '--to', inside])).toMatchObject({ code: 2 })
  const made = await runCommand(['backup', '--data', dataDir, '--to', outside])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain(join(outside, service.file()))
  expect(readdirSync(dataDir)).toEqual(before)

  // The service goes on, and holds its folder.
  await service.reserve('Bruno')
  const args = ['restore', 'newest', '--data', dataDir, '--from', outside, '--yes']
  const busy = await runCommand(args)
  expect(busy).toMatchObject({ code: 1, out: '' })
  expect(busy.err).toContain('Kitchen Pass is already open')
  await service.close()

  writeFileSync(join(dataDir, service.file()), 'garbage')
  rmSync(join(dataDir, 'backups'), { recursive: true })
  const restored = await runCommand(args)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/^ {2}reservations +can’t be read +1$/m)
  await service.start()
  expect(await service.tickets()).toContain('order-1')
  expect(await service.guests()).toEqual(['Amparo'])
  expect(await service.damage()).toBe('chosen')
})

test('an older state is chosen from the list, after it was shown and agreed to', async () => {
  const service = await openService()
  const { dataDir } = service
  await service.reserve('Amparo')
  await service.close()
  const [older = ''] = numbersIn((await list(dataDir)).out)
  await service.start()
  await service.reserve('Bruno')
  await service.close()
  const listed = await list(dataDir)
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(/^ {2}BACKUP +MADE +AGE +SIZE +CHECKED$/m)
  const numbers = numbersIn(listed.out)
  expect(numbers.length).toBeGreaterThan(1)
  const path = join(dataDir, service.file())
  const before = readFileSync(path)

  for (const typed of ['', 'no\n']) {
    const refused = await runCommand(['restore', older, '--data', dataDir], { typed })
    expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed.\n' })
    expect(refused.out).toMatch(/^ {2}reservations +2 +1$/m)
    expect(readFileSync(path)).toEqual(before)
  }
  const unknown = await runCommand(['restore', '99999', '--data', dataDir])
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.err).toContain('There is no backup 99999')

  const restored = await runCommand(['restore', older, '--data', dataDir], { typed: 'yes\n' })
  expect(restored).toMatchObject({ code: 0, err: '' })
  const [keptAs = ''] = readdirSync(join(dataDir, 'quarantine'))
  expect(restored.out).toContain(join(dataDir, 'quarantine', keptAs))
  expect(readFileSync(join(dataDir, 'quarantine', keptAs))).toEqual(before)
  expect(numbersIn((await list(dataDir)).out)).toEqual(numbers)
  await service.start()
  expect(await service.guests()).toEqual(['Amparo'])
})

test('with the app closed a backup goes to its place, and verify finds what is damaged', async () => {
  const service = await openService()
  const { dataDir } = service
  await service.reserve('Amparo')
  await service.close()
  const file = service.file()
  const path = join(dataDir, file)
  rmSync(join(dataDir, 'backups'), { recursive: true })
  const made = await runCommand(['backup', '--data', dataDir])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain(join(dataDir, 'backups', file))

  const verify = () => runCommand(['verify', '--data', dataDir])
  const names = readdirSync(dataDir)
  const good = await verify()
  expect(readdirSync(dataDir)).toEqual(names)
  expect(good).toMatchObject({ code: 0, err: '' })
  expect(good.out).toContain(`${file}: the database is sound`)
  expect(good.out).toContain(`${file}: 1 of 1 backups are sound`)

  /** Flips a bit of a guest's name. */
  function flip(name: string): void {
    const bytes = readFileSync(name)
    const at = bytes.indexOf('Amparo')
    expect(at).toBeGreaterThan(0)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(name, bytes)
  }
  cpSync(path, `${path}-good`)
  flip(path)
  const bad = await verify()
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(/: the database is damaged: (reservations|outbox): a row is not what/)
  cpSync(`${path}-good`, path)

  const [backup = ''] = readdirSync(join(dataDir, 'backups', file))
  flip(join(dataDir, 'backups', file, backup))
  const badBackup = await verify()
  expect(badBackup.code).toBe(1)
  expect(badBackup.out).toContain(`${file}: the database is sound`)
  expect(badBackup.out).toContain(`${file}: 0 of 1 backups are sound`)
})

test('a backup that is damaged is not restored, and nothing changes', async () => {
  const service = await openService()
  const { dataDir } = service
  await service.reserve('Amparo')
  await service.close()
  const path = join(dataDir, service.file())
  const before = readFileSync(path)
  const folder = join(dataDir, 'backups', service.file())
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'garbage')
  const listed = await list(dataDir)
  expect(listed.code).toBe(1)
  expect(listed.out).toMatch(/ damaged$/m)
  expect(listed.out).not.toMatch(/ sound$/m)
  const [number = ''] = numbersIn(listed.out)
  for (const meant of [number, 'newest']) {
    const refused = await runCommand(['restore', meant, '--data', dataDir, '--yes'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Nothing was changed.')
  }
  expect(readFileSync(path)).toEqual(before)
})

/** Where a service says that it waits. */
const standby = /says so at (http:\S+)/

test('health says whether the screens of a port answer', async () => {
  const service = await openService()
  const { port } = new URL(service.url())
  const health = () => runCommand(['health'], { env: { KITCHEN_PASS_UI_PORT: port } })
  expect(await health()).toMatchObject({ code: 0, err: '' })
  const waiting = startWeb({ dataDir: service.dataDir, connected: null })
  onTestFinished(async () => void (await waiting.end('SIGKILL')))
  await expect.poll(waiting.output).toMatch(standby)
  const { port: other } = new URL(standby.exec(waiting.output())?.[1] ?? '')
  const blocked = await runCommand(['health', '--ui-port', other])
  expect(blocked).toMatchObject({ code: 1, out: '' })
  expect(blocked.err).toContain('Kitchen Pass can’t start.')
  await waiting.end('SIGTERM')
  await service.close()
  const closed = await health()
  expect(closed).toMatchObject({ code: 1, out: '' })
  expect(closed.err).toContain(`Nothing answers at http://127.0.0.1:${port}/`)
})
