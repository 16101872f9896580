import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callKitchenPass } from '#test/support/call-command.ts'
import { askForCode, enter, type SecureHost } from '#test/support/network-screen.ts'
import { runCommand, type Ended } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { call, openBrowser } from '#test/support/web-screen.ts'
import { callWeb, startWeb } from '#test/support/web-process.ts'

const pin = '4821'
/** Stands for the computer's address in the local network. */
const lan = '127.0.0.2'
/** The web shell is another process, which the test ends. */
const close = () => Promise.resolve()

/** A kitchen without a browser, whose screens use any free port. */
async function openHeadless() {
  const dataDir = temporaryFolder()
  const web = startWeb({
    dataDir,
    env: { KITCHEN_PASS_NETWORK_PORT: '0', KITCHEN_PASS_NETWORK_NAME: lan },
  })
  onTestFinished(async () => {
    await web.end('SIGKILL')
  })
  const { ui } = await web.ready
  const screens = (args: readonly string[] = []): Promise<Ended> =>
    callKitchenPass(['screens', '--data', dataDir, ...args])
  /** In a program of its own, because it asks. */
  const screensWithPin = (args: readonly string[], typed: string): Promise<Ended> =>
    runCommand(['screens', '--data', dataDir, ...args], { typed })
  let port = 0
  const secure: SecureHost = {
    port: () => port,
    authority: () => readFileSync(join(dataDir, 'network/authority.pem'), 'utf8'),
  }
  async function allow(): Promise<Ended> {
    const answer = await screens(['--allow'])
    port = Number(/http:\/\/\S+:(\d+)\//.exec(answer.out)?.[1])
    return answer
  }
  return { web, ui, dataDir, screens, screensWithPin, secure, allow }
}

test('where no browser is at hand, a screen is allowed, listed and let in from the command line', async () => {
  const { screens, secure, allow } = await openHeadless()
  expect(await screens()).toMatchObject({
    code: 0,
    out: expect.stringContaining('--allow') as string,
  })
  const { code, out } = await allow()
  expect(code).toBe(0)
  expect(out).toMatch(/Its eight words are: (?:\S+ ){7}\S+\nNo screen waits\.\n$/)
  expect(await screens(['--let-in', 'AAAA2222', '--name', 'Grill'])).toMatchObject({
    ...{ code: 1, err: 'No screen waits.\n' },
  })

  const asked = await askForCode(secure)
  expect((await screens()).out).toMatch(/127\.0\.0\.1 {2}ipados, code valid for \d+ s\n$/)
  const wrong = await screens(['--let-in', 'AAAA2222', '--name', 'Grill'])
  expect(wrong).toMatchObject({ code: 1, err: 'The code is wrong. Tries left: 4.\n' })
  const elsewhere = ['--let-in', asked.code, '--name', 'Grill', '--at', '10.0.0.9']
  expect(await screens(elsewhere)).toMatchObject({ code: 1, err: 'No screen waits at 10.0.0.9.\n' })
  const typed = asked.code.toLowerCase().replace(/^.{4}/, '$& ')
  expect(await screens(['--let-in', typed, '--name', 'Grill', '--role', 'counter'])).toEqual({
    ...{ code: 0, err: '', out: 'Grill is a screen of this kitchen now, with the role counter.\n' },
  })
  const joined = await enter(secure, asked.token)
  expect(await joined.call('screens.get')).toMatchObject({
    answer: { value: { own: { name: 'Grill', effectiveRole: 'counter' } } },
  })

  const [, other] = await Promise.all([askForCode(secure), askForCode(secure)])
  const second = await screens(['--let-in', other.code, '--name', 'Bar'])
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining('Bar is a') as string })
  expect(await enter(secure, other.token)).toBeDefined()
})

test('the address that it prints is where a new screen learns to trust this computer', async () => {
  const { allow, screens, secure } = await openHeadless()
  const { out } = await allow()
  const words = /Its eight words are: (.+)/.exec(out)?.[1] ?? ''
  expect(out).toContain(`  http://kitchen-pass.local:${String(secure.port())}/\n`)
  const link = `http://${lan}:${String(secure.port())}/`
  expect(out).toContain(`If it doesn’t open:\n`)
  expect(out).toContain(`  ${link}\n`)
  const page = await fetch(link)
  expect(page.status).toBe(200)
  const authority = secure.authority()
  const text = await page.text()
  for (const word of words.split(' ')) expect(text).toContain(word)
  const replaced = await screens(['--new-certificate'])
  expect(replaced).toMatchObject({ code: 0, out: expect.not.stringContaining(words) as string })
  expect(secure.authority()).not.toBe(authority)
})

test('with a PIN it is asked, and the command leaves nothing unlocked', async () => {
  const { ui, dataDir, screensWithPin, secure, allow } = await openHeadless()
  await allow()
  const server = { url: ui, keyFile: join(dataDir, 'web-key'), invitation: '', close }
  await call(server, await openBrowser(server), 'screens.setPin', { pin })
  const wrong = await screensWithPin([], '0000\n')
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toMatch(/Manager’s PIN: \s*The PIN is wrong\. Tries left: \d+\.\n$/)
  expect(wrong.err).not.toContain('0000')

  const { code, token } = await askForCode(secure)
  const letIn = await screensWithPin(['--let-in', code, '--name', 'Grill'], `${pin}\n`)
  expect(letIn).toMatchObject({
    code: 0,
    out: expect.stringContaining('Grill is a screen') as string,
  })
  expect(letIn.err).not.toContain(pin)
  expect(await enter(secure, token)).toMatchObject({ token })
  await expect(callWeb(ui, 'network.get', {})).rejects.toThrow('not-allowed')
})

test('where nothing is served it says so', async () => {
  const { web, dataDir, screens } = await openHeadless()
  await web.end('SIGTERM')
  const sentence = `kitchen-pass serve doesn’t run on ${dataDir}.`
  expect(await screens()).toMatchObject({
    code: 1,
    err: expect.stringContaining(sentence) as string,
  })
})

test('after a crash another program at the port gets a key that is worth nothing', async () => {
  const { web, ui, dataDir, screens } = await openHeadless()
  await web.end('SIGKILL')
  expect(await screens()).toMatchObject({ code: 1, err: 'Kitchen Pass doesn’t answer.\n' })
  let authorization = ''
  const other = createServer((request, response) => {
    authorization = request.headers.authorization ?? ''
    response.end('mine now')
  })
  onTestFinished(() => void other.close())
  await once(other.listen(Number(new URL(ui).port), '127.0.0.1'), 'listening')
  expect(await screens()).toMatchObject({ code: 1, err: 'Kitchen Pass doesn’t answer.\n' })
  expect(authorization).toMatch(/^Bearer /)
  const again = startWeb({ dataDir })
  onTestFinished(async () => void (await again.end('SIGKILL')))
  const { ui: now } = await again.ready
  expect((await fetch(`${now}first`, { headers: { authorization } })).status).toBe(401)
})
