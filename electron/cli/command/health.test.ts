import { expect, onTestFinished, test } from 'vitest'
import { callKitchenPass } from '#test/support/call-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openWeb } from '#test/support/web-door.ts'
import { Standby } from '#web/standby.ts'

test('health says whether the screens of a port answer', async () => {
  const served = new URL((await openWeb()).url)
  expect(
    await callKitchenPass(['health'], { env: { KITCHEN_PASS_UI_PORT: served.port } }),
  ).toMatchObject({ code: 0, err: '' })
  const waiting = await Standby.start({
    port: 0,
    dataDir: temporaryFolder(),
    again: () => Promise.resolve('in-use'),
  })
  onTestFinished(() => waiting.leave())
  const health = () => callKitchenPass(['health', '--ui-port', String(waiting.port)])
  const blocked = await health()
  expect(blocked).toMatchObject({ code: 1, out: '' })
  expect(blocked.err).toContain('Kitchen Pass can’t start.')
  await waiting.leave()
  const closed = await health()
  expect(closed).toMatchObject({ code: 1, out: '' })
  expect(closed.err).toContain(`Nothing answers at http://127.0.0.1:${String(waiting.port)}/`)
})
