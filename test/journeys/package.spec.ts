import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { reservedPort } from '#test/support/reserved-port.ts'

const root = join(import.meta.dirname, '../..')

/** `nobody` of Linux: like the account of a container or a service, it owns nothing here. */
const nobodysId = 65_534
const isRoot = process.getuid?.() === 0

let folder = ''
test.beforeAll(() => {
  // The temporary folder of a whole run is closed to other accounts.
  folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'kitchen-pass-'))
  chmodSync(folder, 0o755)
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

function npm(...args: string[]): void {
  const script = process.env['npm_execpath']
  const [command, before] = script === undefined ? ['npm', []] : [process.execPath, [script]]
  const { status, stderr } = spawnSync(command, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    shell: script === undefined && process.platform === 'win32',
  })
  expect(status, stderr).toBe(0)
}

/** The first line that a program prints; fails with its errors if it ends without one. */
async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`ended with ${String(code)}: ${errors}`)
  })
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text))
  // It ends later in any case.
  ended.catch(() => undefined)
  return Promise.race([line, ended])
}

/** The program of an installed package. */
function installed(prefix: string): string {
  const modules = join(prefix, process.platform === 'win32' ? 'node_modules' : 'lib/node_modules')
  return join(modules, 'kitchen-pass/electron/cli/kitchen-pass.mjs')
}

test('the package is installed without a network, and serves the screens as an account that owns nothing', async () => {
  // The build is what other journeys use.
  npm('pack', '--ignore-scripts', '--pack-destination', folder)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  const prefix = join(folder, 'prefix')
  mkdirSync(join(prefix, 'lib'), { recursive: true })
  npm('install', '--global', '--offline', '--prefix', prefix, join(folder, archive))
  const program = installed(prefix)
  expect(existsSync(join(dirname(program), 'cli.ts'))).toBe(false)

  const [home, data] = [join(folder, 'home'), join(folder, 'data')]
  for (const each of [home, data]) {
    mkdirSync(each)
    if (isRoot) chownSync(each, nobodysId, nobodysId)
  }
  const how = {
    cwd: home,
    // As the container file sets them.
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: home,
      KITCHEN_PASS_DATA: data,
      KITCHEN_PASS_UI_PORT: String(await reservedPort()),
    },
    ...(isRoot && { uid: nobodysId, gid: nobodysId }),
  }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { ...how, encoding: 'utf8' })

  expect(run('health')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing answers'),
  })
  const service = spawn(process.execPath, [program, 'serve'], how)
  try {
    const { ui } = JSON.parse(await firstLine(service)) as { ui: string }
    expect(new URL(ui).port).toBe(how.env.KITCHEN_PASS_UI_PORT)
    const healthy = run('health')
    expect(healthy.stdout).toContain('The screens are served')
    expect(healthy.status).toBe(0)
    const page = await fetch(new URL('/', ui))
    expect(await page.text()).toContain('<title>')
    expect(run('verify').stdout).toContain('Kitchen Pass is already open')
  } finally {
    service.kill('SIGTERM')
  }
  const [code] = (await once(service, 'exit')) as [number | null]
  expect(code).toBe(0)
  // Without Electron's runtime the app opens in a browser.
  const app = spawn(process.execPath, [program, 'start', '--ui-port', '0'], how)
  expect(await firstLine(app)).toMatch(/^Kitchen Pass is at http:/)
  app.kill('SIGTERM')
  expect((await once(app, 'exit'))[0]).toBe(0)
  expect(run('doctor', '--report', join(data, 'report.txt')).status).toBe(0)
  expect(run('completion', 'bash').stdout).toContain('complete -F')
})

test('start opens the window with the only flag that it takes, and says no to others', () => {
  test.skip(process.platform === 'win32', 'a script stands in for Electron')
  const electron = join(folder, 'electron')
  writeFileSync(electron, '#!/bin/sh\necho "$@"\nexit 7\n', { mode: 0o755 })
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'out/main/cli.js'), 'start', ...args], {
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder },
    })
  expect(start('--reset-pin')).toMatchObject({ status: 7, stdout: `${root} --reset-pin\n` })
  const refused = start('--ui-port', '8080')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('The window takes no --ui-port')
})
