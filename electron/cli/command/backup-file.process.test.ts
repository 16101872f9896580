import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { backupsOf, quarantineOf } from '#host/db/store-folder.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { runCommand, runProgram } from '#test/support/run-command.ts'
import { hasSmallDisks, onSmallDisk } from '#test/support/small-disk.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { commandBundle } from '#test/support/web-process.ts'

const passphrase = 'seven wet onions'
const env = { KITCHEN_PASS_PASSPHRASE: passphrase }

type Kitchen = Awaited<ReturnType<typeof openLoneKitchen>>
const ticketsOf = async ({ ask }: Kitchen): Promise<number> =>
  ((await ask('tickets.list')) as TicketsSnapshot).tickets.length

/** A data folder with one order, and the kitchen that has it open. */
async function openFolder(dataDir = temporaryFolder()) {
  const kitchen = await openLoneKitchen(dataDir)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (isOpen) await kitchen.kitchen.close()
    isOpen = false
  }
  onTestFinished(close)
  expect(await kitchen.post()).toBe(200)
  await expect.poll(() => ticketsOf(kitchen)).toBe(1)
  return { ...kitchen, dataDir, close, file: join(temporaryFolder(), 'a.kpbackup') }
}

async function ticketsIn(dataDir: string): Promise<number> {
  const kitchen = await openLoneKitchen(dataDir)
  try {
    return await ticketsOf(kitchen)
  } finally {
    await kitchen.kitchen.close()
  }
}

const flagsOf = (dataDir: string, file: string) => ['--data', dataDir, '--from', file]
/** Once nobody has the folder. */
const restore = (dataDir: string, file: string, ...more: string[]) =>
  callKitchenPass(['restore', ...flagsOf(dataDir, file), ...more], { env })

test('a store is exported while it is open, and comes back in the same folder and in a new one', async () => {
  const { dataDir, file, close } = await openFolder()
  const exported = await runCommand(['backup', '--data', dataDir, '--to', file], { env })
  expect(exported).toMatchObject({ code: 0, err: '' })
  expect(exported.out).toMatch(/the backup, .* is in .*a\.kpbackup, encrypted and read back\./)
  expect(readFileSync(file).includes('SQLite')).toBe(false)

  const busy = await runCommand(['restore', ...flagsOf(dataDir, file), '--yes'], { env })
  expect(busy).toMatchObject({ code: 1, out: '' })
  expect(busy.err).toContain('Kitchen Pass is already open')
  await close()

  const listed = await restore(dataDir, file, '--list')
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(/ sound$/m)

  writeFileSync(databaseIn(dataDir), 'garbage')
  rmSync(backupsOf(databaseIn(dataDir)), { recursive: true })
  const refused = await runCommand(['restore', ...flagsOf(dataDir, file)], { env, typed: 'no\n' })
  expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed.\n' })
  expect(refused.out).toMatch(/^ {2}tickets +can’t be read +1$/m)
  expect(readFileSync(databaseIn(dataDir), 'utf8')).toBe('garbage')
  const restored = await restore(dataDir, file, '--yes')
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain(quarantineOf(databaseIn(dataDir)))
  expect(await ticketsIn(dataDir)).toBe(1)

  const fresh = join(temporaryFolder(), 'data')
  expect(await restore(fresh, file, '--yes')).toMatchObject({ code: 0, err: '' })
  expect(relative(fresh, databaseIn(fresh))).toBe(relative(dataDir, databaseIn(dataDir)))
  expect(await ticketsIn(fresh)).toBe(1)
})

test('a full stick gets an error, and nothing half is left on it', async (context) => {
  if (!hasSmallDisks()) {
    context.skip('no small disks here')
    return
  }
  const { dataDir, close } = await openFolder()
  await close()
  const stick = temporaryFolder()
  const file = join(stick, 'a.kpbackup')
  const command = [process.execPath, commandBundle, 'backup', '--data', dataDir, '--to', file]
  const thenList = ['sh', '-c', '"$@"; echo "code $?"; ls -A "$0"', stick]
  const ended = await runProgram([...onSmallDisk(stick, 'size=64k'), ...thenList, ...command], {
    env,
  })
  expect(ended.err).toContain('there is no new backup: there is not enough room on the disk')
  expect(ended.out).toBe('code 1\n')
})

test.each(['SIGINT', 'SIGHUP'] as const)('%s leaves no readable copy behind', async (signal) => {
  const { dataDir, file, close } = await openFolder()
  await close()
  const folder = temporaryFolder()
  const command = [commandBundle, 'backup', '--data', dataDir, '--to', file]
  const child = spawn(process.execPath, command, { env: { ...env, TMPDIR: folder } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  await expect.poll(() => readdirSync(folder), { interval: 5 }).not.toEqual([])
  child.kill(signal)
  expect(await ended).toEqual([1, null])
  expect(readdirSync(folder)).toEqual([])
  expect(existsSync(file)).toBe(false)
})
