import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callKitchenPass } from '#test/support/call-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, nobody, startWeb, type WebProcess } from '#test/support/web-process.ts'

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

/** Its compiled code is stored in another folder, because this is about the data; '' for the usual one. */
function begin(
  dataDir: string,
  store: keyof typeof stores,
  compiled = temporaryFolder(),
): WebProcess {
  const web = startWeb({
    dataDir,
    connected: null,
    env: { ...stores[store], NODE_COMPILE_CACHE: compiled },
  })
  onTestFinished(async () => {
    await web.end('SIGKILL')
  })
  return web
}

const key = (folder: string): string => readFileSync(join(folder, 'web-key'), 'utf8')
const addressLine = /says so at (http:\S+)/

test.for([
  ['practice', 'a real store'],
  ['a real store', 'practice'],
] as const)(
  'while %s has the folder, %s and commands say so, and write and delete nothing there',
  async ([first, second]) => {
    const folder = temporaryFolder()
    const holder = begin(folder, first)
    const { ui } = await holder.ready
    const before = { names: readdirSync(folder), key: key(folder) }

    // It would store its compiled code in the folder, if it held it.
    const other = begin(folder, second, '')
    await expect.poll(() => other.output()).toMatch(addressLine)
    const inUse = `Kitchen Pass is already open (${folder}).`
    expect(other.output()).toContain(`Kitchen Pass cannot start: ${inUse}`)
    expect(await other.end('SIGTERM')).toBe(0)
    const verdicts = await callKitchenPass(['verify', '--data', folder])
    expect(verdicts).toMatchObject({ code: 1 })
    expect(verdicts.out).toContain(inUse)
    // It would write its report in the folder.
    const report = join(folder, 'report.txt')
    const doctor = await callKitchenPass(['doctor', '--data', folder, '--report', report])
    expect(doctor).toMatchObject({ code: 1 })
    expect(doctor.err).toContain(inUse)
    expect({ names: readdirSync(folder), key: key(folder) }).toEqual(before)
    expect(await callWeb(ui, 'status.get', {})).toMatchObject({
      mode: first === 'practice' ? 'practice' : 'store',
    })
  },
)

test('a waiting process takes the folder over once its holder is killed, and keeps its own key', async () => {
  const folder = temporaryFolder()
  const holder = begin(folder, 'practice')
  await holder.ready
  const other = begin(folder, 'a real store')
  await expect.poll(() => other.output()).toMatch(addressLine)
  const before = key(folder)
  await holder.end('SIGKILL')
  const address = addressLine.exec(other.output())?.[1] ?? ''
  await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
  const { ui } = await other.ready
  expect(key(folder)).not.toBe(before)
  expect(await callWeb(ui, 'status.get', {})).toMatchObject({ mode: 'store' })
})
