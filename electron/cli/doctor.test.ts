import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Examination } from '#contract/doctor/doctor.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import type { Ended } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const doctor = (
  dataDir: string,
  flags: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> => callKitchenPass(['doctor', '--data', dataDir, ...flags], { cwd: dataDir, env })

async function openPlatform(): Promise<Practice> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  return platform
}

/** The connection as a person set it up, and its folder. */
function connected(platform: Practice): string {
  const folder = temporaryFolder()
  const { v3: v3Url, v1: v1Url, tabs: tabsUrl, storeId } = platform
  const profile = { mode: 'store', v3Url, v1Url, tabsUrl, storeId, dialect: {} }
  writeFileSync(join(folder, 'connection.json'), JSON.stringify(profile))
  return folder
}

const reportOf = (folder: string): string =>
  readFileSync(join(folder, 'kitchen-pass-doctor.txt'), 'utf8')

describe('the doctor', () => {
  test('ends with 1 and reports the operation that was refused', async () => {
    const platform = await openPlatform()
    platform.misbehave({ kind: 'status', status: 503, path: '/royalty/summary' })
    const folder = connected(platform)
    const { code, out } = await doctor(folder, [], { KITCHEN_PASS_TOKEN: platform.token })
    expect(code).toBe(1)
    expect(out).toMatch(/^GET {2}\/royalty\/summary {2,}unavailable, come back later \(503\)/m)
    expect(reportOf(folder)).toContain('unavailable, come back later (503)')
    expect(out + reportOf(folder)).not.toContain(platform.token)
    expect(platform.effects()).toEqual([])
  })

  test('prefers a dialect file to the profile, and reports names that do not exist', async () => {
    const platform = await openPlatform()
    const folder = connected(platform)
    writeFileSync(join(folder, 'token'), `${platform.token}\n`)
    writeFileSync(join(folder, 'dialect.json'), '{"ordersPath":"/shop/orders","orderPaht":"/x"}')
    const files = ['--token-file', 'token', '--dialect-file', 'dialect.json']
    const { code, out } = await doctor(folder, [...files, '--report', 'found.txt'])
    expect(code).toBe(1)
    expect(out).toContain('contradicted: ordersPath, here /shop/orders')
    expect(out).toContain('no such name: orderPaht')
    expect(readFileSync(join(folder, 'found.txt'), 'utf8')).toContain('orderPaht')
  })

  test('says it in JSON', async () => {
    const { code, out } = await doctor(temporaryFolder(), ['--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out) as Examination).toMatchObject({ state: 'done', done: 26, total: 26 })
  })
})

describe('flags that are wrong end it with 2', () => {
  test.each([
    ['a flag that it does not have', ['--burn'], '--burn'],
    ['half a store', ['--store', 'a'], 'at least one is missing'],
    ['no file', ['--dialect-file', 'nowhere.json'], 'nowhere.json cannot be read'],
    ['no JSON', ['--dialect-file', 'broken.json'], 'broken.json is not JSON'],
    ['a list', ['--dialect-file', 'list.json'], 'list.json is not an object'],
    ['a number', ['--dialect-file', 'number.json'], 'weekdays is not a text'],
  ])('%s', async (_case, flags, sentence) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'broken.json'), '{"ordersPath":')
    writeFileSync(join(folder, 'list.json'), '["ordersPath"]')
    writeFileSync(join(folder, 'number.json'), '{"weekdays":1}')
    const { code, out, err } = await doctor(folder, flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(sentence)
  })

  test('a connected store without its token', async () => {
    const { code, err } = await doctor(connected(await openPlatform()), [])
    expect(code).toBe(2)
    expect(err).toContain('give it with --token-file or KITCHEN_PASS_TOKEN')
  })
})

describe('an address with http', () => {
  const store = { KITCHEN_PASS_TOKEN: 'token-of-the-store', KITCHEN_PASS_STORE: 'store-1' }

  test('that is connected, or given, is not requested, and the report says why', async () => {
    const folder = temporaryFolder()
    const v3Url = 'http://platform.example/api/v3'
    const profile = { mode: 'store', v3Url, v1Url: null, tabsUrl: null, storeId: 's', dialect: {} }
    writeFileSync(join(folder, 'connection.json'), JSON.stringify(profile))
    const { KITCHEN_PASS_TOKEN } = store
    for (const [flags, env] of [
      [[], { KITCHEN_PASS_TOKEN }],
      [['--v3-url', v3Url], store],
    ] as const) {
      const { code, out, err } = await doctor(folder, [...flags], env)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/ uses http, which is not encrypted\..*--allow-http/)
    }
  })

  test('is examined where a flag allows it', async () => {
    const platform = await openPlatform()
    // By its name, another computer's.
    const v3Url = platform.v3.replace('127.0.0.1', '0.0.0.0')
    const env = { KITCHEN_PASS_TOKEN: platform.token, KITCHEN_PASS_STORE: platform.storeId }
    const { out } = await doctor(temporaryFolder(), ['--v3-url', v3Url, '--allow-http'], env)
    expect(out).toMatch(/^GET {2}\/api\/me {2,}reached$/m)
  })
})
