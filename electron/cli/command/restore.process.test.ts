import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { backupsOf, quarantineOf } from '#host/db/store-folder.ts'
import { startPractice } from '#practice/platform.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { anyHour, booking, tap } from '#test/support/reservations.ts'
import { runCommand } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, startWeb } from '#test/support/web-process.ts'

const day = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

const anyDay = { from: day(-2), to: day(30) }

const reservationOf = (firstName: string) => ({
  ...{ tapId: tap(), kind: 'booked', accepted: anyHour },
  booking: booking({ firstName, tableIds: [] }),
})

const namesIn = (listed: unknown): string[] =>
  (listed as { reservations: { firstName: string }[] }).reservations
    .map(({ firstName }) => firstName)
    .toSorted()

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
    ((await callWeb(ui, 'tickets.list', {})) as TicketsSnapshot).tickets.map(({ id }) => id)
  return {
    dataDir,
    tickets,
    async placeOrder(id: string) {
      await practice.placeOrder({ _id: id })
      await expect.poll(tickets).toContain(id)
    },
    async reserve(firstName: string) {
      await callWeb(ui, 'reservations.create', reservationOf(firstName))
    },
    guests: async () => namesIn(await callWeb(ui, 'reservations.list', anyDay)),
    close: () => web.end('SIGTERM'),
    async start() {
      web = startWeb({ dataDir, connected: practice })
      ;({ ui, webhook } = await web.ready)
    },
    async damage(): Promise<string | undefined> {
      const status = (await callWeb(ui, 'status.get', {})) as { damage: { kind: string } | null }
      return status.damage?.kind
    },
  }
}

const list = (dataDir: string) => callKitchenPass(['restore', '--list', '--data', dataDir])

/** The numbers of the backups in a list, the newest first. */
const numbersIn = (out: string): string[] =>
  [...out.matchAll(/^ {2}(\d+) /gm)].map(([, n = '']) => n)

test('a backup is made while the service runs, and brings a destroyed store back', async () => {
  const service = await openService()
  const { dataDir } = service
  await service.placeOrder('order-1')
  await service.reserve('Amparo')
  const file = databaseIn(dataDir)
  const [inside, outside] = [join(dataDir, 'copies'), join(temporaryFolder(), 'copies')]

  const own = await callKitchenPass(['backup', '--data', dataDir])
  expect(own).toMatchObject({ code: 0, err: '' })
  expect(own.out).toContain(backupsOf(file))
  expect(await callKitchenPass(['backup', '--data', dataDir, '--to', inside])).toMatchObject({
    code: 2,
  })
  const backup = await callKitchenPass(['backup', '--data', dataDir, '--to', outside])
  expect(backup).toMatchObject({ code: 0, err: '' })
  expect(backup.out).toContain(join(outside, relative(dataDir, backupsOf(file))))

  // The service goes on, and holds its folder.
  await service.reserve('Bruno')
  const args = ['restore', 'newest', '--data', dataDir, '--from', outside, '--yes']
  const busy = await callKitchenPass(args)
  expect(busy).toMatchObject({ code: 1, out: '' })
  expect(busy.err).toContain('Kitchen Pass is already open')
  await service.close()

  writeFileSync(file, 'garbage')
  rmSync(backupsOf(file), { recursive: true })
  const restored = await runCommand(args)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/^ {2}reservations +can’t be read +1$/m)
  await service.start()
  expect(await service.tickets()).toContain('order-1')
  expect(await service.guests()).toEqual(['Amparo'])
  expect(await service.damage()).toBe('chosen')
})

/** Opens the store in a folder, takes reservations, and closes it. Returns the names of all guests. */
async function reserve(dataDir: string, ...firstNames: string[]): Promise<string[]> {
  const { kitchen, ask } = await openLoneKitchen(dataDir)
  try {
    for (const each of firstNames) await ask('reservations.create', reservationOf(each))
    return namesIn(await ask('reservations.list', anyDay))
  } finally {
    await kitchen.close()
  }
}

test('an older state is chosen from the list, after it was shown and agreed to', async () => {
  const dataDir = temporaryFolder()
  await reserve(dataDir, 'Amparo')
  const [older = ''] = numbersIn((await list(dataDir)).out)
  await reserve(dataDir, 'Bruno')
  const listed = await list(dataDir)
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(/^ {2}BACKUP +MADE +AGE +SIZE +CHECKED$/m)
  const numbers = numbersIn(listed.out)
  expect(numbers.length).toBeGreaterThan(1)
  const path = databaseIn(dataDir)
  const before = readFileSync(path)

  for (const typed of ['', 'no\n']) {
    const refused = await runCommand(['restore', older, '--data', dataDir], { typed })
    expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed.\n' })
    expect(refused.out).toMatch(/^ {2}reservations +2 +1$/m)
    expect(readFileSync(path)).toEqual(before)
  }
  const unknown = await callKitchenPass(['restore', '99999', '--data', dataDir])
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.err).toContain('There is no backup 99999')

  const restored = await runCommand(['restore', older, '--data', dataDir], { typed: 'yes\n' })
  expect(restored).toMatchObject({ code: 0, err: '' })
  const [name = ''] = readdirSync(quarantineOf(path))
  const aside = join(quarantineOf(path), name)
  expect(restored.out).toContain(aside)
  expect(readFileSync(aside)).toEqual(before)
  expect(numbersIn((await list(dataDir)).out)).toEqual(numbers)
  expect(await reserve(dataDir)).toEqual(['Amparo'])
})
