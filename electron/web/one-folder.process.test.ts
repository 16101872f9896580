import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import {
  callWeb,
  commandBundle,
  nobody,
  startWeb,
  type WebProcess,
} from '#test/support/web-process.ts'

/** The two databases of a folder are independent: both would write into the folder. */
const stores = {
  practice: {},
  'a real store': {
    KITCHEN_PASS_V3_URL: nobody.v3,
    KITCHEN_PASS_TOKEN: nobody.token,
    KITCHEN_PASS_STORE: nobody.storeId,
    KITCHEN_PASS_WEBHOOK_TOKEN: nobody.webhookToken,
    KITCHEN_PASS_WEBHOOK_PORT: '0',
  },
}

function begin(dataDir: string, store: keyof typeof stores, file = 'main.ts'): WebProcess {
  const web = startWeb({
    dataDir,
    connected: null,
    // Compiled code is stored elsewhere; this is about the folder.
    env: { ...stores[store], NODE_COMPILE_CACHE: '' },
    entry: join(import.meta.dirname, file),
  })
  onTestFinished(async () => {
    await web.end('SIGKILL')
  })
  return web
}

const key = (folder: string): string => readFileSync(join(folder, 'web-key'), 'utf8')
const said = /says so at (http:\S+)/

async function run(command: string, flags: readonly string[]) {
  const child = spawn(process.execPath, [commandBundle, command, ...flags], {
    env: { PATH: process.env['PATH'] },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out }
}

test.for([
  ['practice', 'a real store'],
  ['a real store', 'practice'],
] as const)(
  'while %s has the folder, %s says so, and writes and deletes nothing there',
  async ([first, second]) => {
    const folder = temporaryFolder()
    const holder = begin(folder, first)
    const { ui } = await holder.ready
    const before = { names: readdirSync(folder), key: key(folder) }

    const other = begin(folder, second, 'entry.ts')
    await expect.poll(() => other.output()).toMatch(said)
    expect(other.output()).toContain(
      `Kitchen Pass cannot start: Kitchen Pass is already open (${folder}).`,
    )
    expect(await other.end('SIGTERM')).toBe(0)
    expect({ names: readdirSync(folder), key: key(folder) }).toEqual(before)
    expect(await callWeb(ui, 'status.read', {})).toMatchObject({
      mode: first === 'practice' ? 'practice' : 'store',
    })
  },
)

test('a waiting process takes the folder over once its holder is killed, and keeps its own key', async () => {
  const folder = temporaryFolder()
  const holder = begin(folder, 'practice')
  await holder.ready
  const other = begin(folder, 'a real store')
  await expect.poll(() => other.output()).toMatch(said)
  const before = key(folder)
  await holder.end('SIGKILL')
  const address = said.exec(other.output())?.[1] ?? ''
  await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const { ui } = await other.ready
  expect(key(folder)).not.toBe(before)
  expect(await callWeb(ui, 'status.read', {})).toMatchObject({ mode: 'store' })
})

test('a program that reads the folder, or would write a report in it, says who has it', async () => {
  const folder = temporaryFolder()
  const holder = begin(folder, 'a real store')
  await holder.ready
  const names = readdirSync(folder)
  const verdicts = await run('verify', ['--data', folder])
  expect(verdicts).toMatchObject({ code: 1 })
  expect(verdicts.out).toContain(`Kitchen Pass is already open (${folder}).`)
  const report = join(folder, 'report.txt')
  const doctor = await run('doctor', ['--data', folder, '--report', report])
  expect(doctor).toMatchObject({ code: 1 })
  expect(doctor.out).toContain(`Kitchen Pass is already open (${folder}).`)
  expect(readdirSync(folder)).toEqual(names)
})
