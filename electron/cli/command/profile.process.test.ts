import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readProfileFile } from '#host/profile-file/profile-file.ts'
import { startPractice } from '#practice/platform.ts'
import { secretsIn } from '#test/journeys/secrets.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { runProgram } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { keyHeader, startWeb, webBundle } from '#test/support/web-process.ts'

const passphrase = 'seven wet onions'

/** A file in a new folder. */
function fileWith(content: unknown, name = 'shop.kitchenpass', folder = temporaryFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const profile = (...args: string[]) => callKitchenPass(['profile', ...args])

test('keys are sealed in the file, the service opens them, and nothing else can', async () => {
  const platform = await startPractice({ clients: 5, payments: 2 })
  onTestFinished(() => platform.close())
  const folder = temporaryFolder()
  const plain = fileWith(
    {
      version: 1,
      common: { v3Url: platform.v3, settings: { undoSeconds: 3 } },
      stores: [
        { name: 'Colón', storeId: platform.storeId },
        { name: 'Punta Arenas', storeId: 'store-punta-arenas' },
      ],
    },
    'plain.kitchenpass',
    folder,
  )
  const secrets = fileWith({ common: { accessKey: platform.token } }, 'secrets.json')
  const words = fileWith(`${passphrase}\n`, 'words')
  const sealed = await profile(
    plain,
    ...['--seal', '--secrets-file', secrets, '--passphrase-file', words],
  )
  expect(sealed).toMatchObject({ code: 0, err: '' })
  expect(sealed.out).not.toContain(platform.token)
  const path = fileWith(sealed.out, 'shops.kitchenpass', folder)
  expect((await profile(path)).out).toContain('Its secrets are sealed.')

  const data = ['--data', join(folder, 'data'), '--key-file', 'none', '--webhook-port', '0']
  const serve = (...more: string[]) =>
    runProgram([process.execPath, webBundle, '--profile', path, ...data, ...more])
  const undecided = await serve()
  expect(undecided.code).toBe(2)
  expect(undecided.err).toContain('store-punta-arenas  Punta Arenas')
  const closed = await serve('--store', 'Colón')
  expect(closed).toMatchObject({ code: 1 })
  expect(closed.err).toContain('need a passphrase')
  const wrong = fileWith('seven dry onions', 'wrong')
  const refused = await serve('--store', 'Colón', '--passphrase-file', wrong)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('the passphrase is wrong')

  const web = startWeb({
    dataDir: join(folder, 'data'),
    connected: null,
    env: {
      KITCHEN_PASS_PROFILE: path,
      KITCHEN_PASS_STORE: 'Colón',
      KITCHEN_PASS_KEY_FILE: 'none',
      KITCHEN_PASS_PASSPHRASE: passphrase,
      KITCHEN_PASS_WEBHOOK_PORT: '0',
    },
  })
  const { ui } = await web.ready
  const call = async (name: string, input: object = {}): Promise<unknown> => {
    const response = await fetch(new URL('/call', ui), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyHeader(ui) },
      body: JSON.stringify({ name, input }),
    })
    return response.json()
  }
  await expect
    .poll(() => call('status.get'))
    .toMatchObject({
      value: { store: { id: platform.storeId } },
    })
  expect(await call('settings.get')).toMatchObject({ value: { undoSeconds: 3 } })
  await call('settings.change', { tableMinutes: 95 })
  await web.end('SIGTERM')
  expect(web.output()).not.toContain(platform.token)

  // The same store as a file for another one.
  const exported = await profile('--make', '--data', join(folder, 'data'))
  expect(exported).toMatchObject({ code: 0, err: '' })
  expect(readProfileFile(exported.out)).toMatchObject({
    ok: true,
    value: {
      stores: [
        {
          storeId: platform.storeId,
          v3Url: platform.v3,
          setup: { settings: { undoSeconds: 3, tableMinutes: 95 }, locked: false },
        },
      ],
    },
  })
  expect(secretsIn(folder, [platform.token, passphrase])).toEqual([])
})
