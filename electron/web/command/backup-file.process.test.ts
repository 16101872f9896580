import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { databaseIn, openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { runCommand, runProgram } from '#test/support/run-command.ts'
import { hasSmallDisks, onSmallDisk } from '#test/support/small-disk.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { commandBundle } from '#test/support/web-process.ts'

const passphrase = 'seven wet onions'
const env = { KITCHEN_PASS_PASSPHRASE: passphrase }

type Kitchen = Awaited<ReturnType<typeof openLoneKitchen>>
const ticketsOf = async ({ ask }: Kitchen): Promise<number> =>
  ((await ask('tickets.snapshot')) as TicketsSnapshot).tickets.length

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

const backup = (dataDir: string, file: string, how = { env }) =>
  runCommand(['backup', '--data', dataDir, '--to', file], how)
const restore = (dataDir: string, file: string, ...more: string[]) =>
  runCommand(['restore', '--data', dataDir, '--from', file, ...more], { env })

test('a store is exported while it is open, and comes back in the same folder and in a new one', async () => {
  const { dataDir, file, close } = await openFolder()
  const made = await backup(dataDir, file)
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/backup \d+, .* is in .*a\.kpbackup, encrypted and read back\./)
  expect(readFileSync(file).includes('SQLite')).toBe(false)

  const busy = await restore(dataDir, file, '--yes')
  expect(busy).toMatchObject({ code: 1, out: '' })
  expect(busy.err).toContain('Kitchen Pass is already open')
  await close()

  const listed = await restore(dataDir, file, '--list')
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(/ sound$/m)

  writeFileSync(databaseIn(dataDir), 'garbage')
  rmSync(join(dataDir, 'backups'), { recursive: true })
  const refused = await runCommand(['restore', '--data', dataDir, '--from', file], {
    env,
    typed: 'no\n',
  })
  expect(refused).toMatchObject({ code: 1, err: 'Nothing was changed.\n' })
  expect(refused.out).toMatch(/^ {2}tickets +can’t be read +1$/m)
  expect(readFileSync(databaseIn(dataDir), 'utf8')).toBe('garbage')
  const restored = await restore(dataDir, file, '--yes')
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain(join(dataDir, 'quarantine'))
  expect(await ticketsIn(dataDir)).toBe(1)

  const fresh = join(temporaryFolder(), 'data')
  expect(await restore(fresh, file, '--yes')).toMatchObject({ code: 0, err: '' })
  expect(basename(databaseIn(fresh))).toBe(basename(databaseIn(dataDir)))
  expect(await ticketsIn(fresh)).toBe(1)
})

test('each reason for refusing a file has its sentence, and nothing changes', async () => {
  const { dataDir, file, close } = await openFolder()
  expect(await backup(dataDir, file)).toMatchObject({ code: 0 })
  await close()
  const before = readFileSync(databaseIn(dataDir))
  const good = readFileSync(file)

  const wrong = await runCommand(['restore', '--data', dataDir, '--from', file, '--yes'], {
    env: { KITCHEN_PASS_PASSPHRASE: 'seven dry onions' },
  })
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toContain('the passphrase is wrong. Nothing was changed.')
  const newer = Buffer.from(good)
  newer.writeUInt32BE(2, 8)
  for (const [bytes, sentence] of [
    [good.subarray(0, -1), 'it is damaged or incomplete'],
    [newer, 'a newer version of Kitchen Pass made it'],
    [Buffer.from('%PDF-1.7'), 'it is not a backup file of Kitchen Pass'],
  ] as const) {
    writeFileSync(file, bytes)
    const refused = await restore(dataDir, file, '--yes')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(`${sentence}. Nothing was changed.`)
  }
  const gone = await restore(dataDir, `${file}.gone.kpbackup`, '--yes')
  expect(gone).toMatchObject({ code: 1, out: '' })
  expect(gone.err).toContain('no such file')

  writeFileSync(file, good)
  const other = temporaryFolder()
  writeFileSync(join(other, 'store-0123456789abcdef.sqlite'), before)
  const another = await restore(other, file, '--yes')
  expect(another).toMatchObject({ code: 1, out: '' })
  expect(another.err).toContain('It is a backup of another store')
  expect(readdirSync(other).filter((name) => name.includes('sqlite'))).toEqual([
    'store-0123456789abcdef.sqlite',
  ])
  expect(readFileSync(databaseIn(other))).toEqual(before)
  expect(readFileSync(databaseIn(dataDir))).toEqual(before)
})

test('flags that can’t be meant end with 2', async () => {
  const { dataDir, file, close } = await openFolder()
  await close()
  const cases: [Awaited<ReturnType<typeof runCommand>>, RegExp][] = [
    [await backup(dataDir, file, { env: { KITCHEN_PASS_PASSPHRASE: 'short' } }), /too short/],
    [await runCommand(['backup', '--data', dataDir, '--to', file]), /--passphrase-file/],
    [
      await runCommand(['backup', '--data', dataDir, '--to', file, '--passphrase-file', '/gone']),
      /no such file/,
    ],
    [await backup(dataDir, join(dataDir, 'a.kpbackup')), /outside the data folder/],
  ]
  for (const [ended, sentence] of cases) {
    expect(ended).toMatchObject({ code: 2, out: '' })
    expect(ended.err).toMatch(sentence)
  }
  expect(existsSync(file)).toBe(false)
  expect(await backup(dataDir, file)).toMatchObject({ code: 0 })
  expect(await restore(dataDir, file, '12')).toMatchObject({ code: 2 })
  writeFileSync(join(dataDir, 'store-0123456789abcdef.sqlite'), '')
  const several = await backup(dataDir, file)
  expect(several).toMatchObject({ code: 2 })
  expect(several.err).toContain('add --database with one of store-')
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
