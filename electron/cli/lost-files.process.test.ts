import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { callWeb, nobody, startWeb } from '#test/support/web-process.ts'

const connection = { mode: 'store', v1Url: null, tabsUrl: null, dialect: {} }
const text = `${JSON.stringify({ ...connection, v3Url: nobody.v3, storeId: nobody.storeId })}\n`

const begin = (dataDir: string) => {
  const web = startWeb({ dataDir, connected: null, env: { KITCHEN_PASS_SCREENS_PORT: '0' } })
  onTestFinished(async () => void (await web.end('SIGKILL')))
  return web
}

/** A folder in which every kind of settings file was written. */
async function fullFolder(): Promise<{ folder: string; names: string[] }> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'connection.json'), text)
  const web = begin(folder)
  const { ui } = await web.ready
  await callWeb(ui, 'network.allow', { isAllowed: true })
  expect(await callWeb(ui, 'status.get', {})).toMatchObject({ mode: 'store' })
  await web.end('SIGKILL')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:json|pem|key|lock)$|web-(?:key|port)$/.test(name),
  )
  return { folder, names }
}

test('settings files that are empty, cut off or filled with zeros: it starts, the log says so, and the connection’s file stays', async () => {
  const { folder, names } = await fullFolder()
  expect(names).toEqual(expect.arrayContaining(['connection.json', 'stores.json']))
  const lost: Record<string, (bytes: Buffer) => Buffer> = {
    zeros: (bytes) => Buffer.alloc(Math.max(bytes.length, 4_096)),
    empty: () => Buffer.alloc(0),
    'cut off': (bytes) => bytes.subarray(0, bytes.length / 2),
  }
  for (const [how, damage] of Object.entries(lost)) {
    const copy = join(temporaryFolder(), 'data')
    cpSync(folder, copy, { recursive: true })
    for (const name of names)
      writeFileSync(join(copy, name), damage(readFileSync(join(copy, name))))
    const damaged = readFileSync(join(copy, 'connection.json'))
    const web = begin(copy)
    const { ui } = await web.ready
    expect([how, await callWeb(ui, 'status.get', {})]).toMatchObject([how, { mode: 'practice' }])
    expect(web.output()).toContain('connection lost')
    expect(web.output()).toContain('network.json is damaged')
    await web.end('SIGTERM')
    expect(readFileSync(join(copy, 'connection.json'))).toEqual(damaged)
  }
})
