import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { storesIn } from '#host/db/store-folder.ts'
import { reservedPort } from '#test/support/reserved-port.ts'

/** An app that reads any of these refuses to start. */
const badVariables = {
  KITCHEN_PASS_V3_URL: 'no address',
  KITCHEN_PASS_V1_URL: 'no address',
  KITCHEN_PASS_TABS_URL: 'no address',
  KITCHEN_PASS_TOKEN: '',
  KITCHEN_PASS_STORE: '',
  KITCHEN_PASS_CHANNEL_ID: '',
  KITCHEN_PASS_CHANNEL_TOKEN: '',
  KITCHEN_PASS_WEBHOOK_PORT: 'no port',
  KITCHEN_PASS_WEBHOOK_TOKEN: '',
  KITCHEN_PASS_DIALECT_FILE: 'no-such-file.json',
  KITCHEN_PASS_ALLOW_HTTP: 'perhaps',
  ELECTRON_RENDERER_URL: 'no address',
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return opened
}

function close(app: ChildProcess): void {
  // Without /F, so that its window is asked to close.
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(app.pid)])
  else app.kill('SIGTERM')
}

interface Packaged {
  program: string
  /** Arguments before the app's own. */
  args?: string[]
  userDataDir: string
  env?: Record<string, string>
}

/**
 * Starts a packaged app with every switch and variable that only development may use. Throws unless
 * it still shows its page in the practice store, opens no port for a debugger, and ends normally.
 */
export async function checkPackaged({ program, args = [], userDataDir, env }: Packaged) {
  const ports = [await reservedPort(), await reservedPort(), await reservedPort()] as const
  const app = spawn(
    program,
    [
      ...args,
      `--user-data-dir=${userDataDir}`,
      `--remote-debugging-port=${ports[0]}`,
      `--inspect=${ports[1]}`,
    ],
    {
      env: {
        ...process.env,
        ...env,
        ...badVariables,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: `--inspect=${ports[2]}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let text = ''
  app.stderr.on('data', (part: Buffer) => (text += part.toString()))
  const gone = once(app, 'exit')
  try {
    const logFile = join(userDataDir, 'logs/main.log')
    const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
    while (!log().includes('page shown')) {
      assert.equal(app.exitCode, null, `it ended before it showed its page: ${text}`)
      await sleep(50)
    }
    assert.match(log(), /"packaged":true/)
    for (const port of ports) assert.equal(await isOpen(port), false, `a debugger can come in`)
    assert.deepEqual(storesIn(join(userDataDir, 'store')), ['practice'])
    close(app)
    assert.deepEqual(await gone, [0, null], `it did not end calmly: ${text}`)
  } finally {
    app.kill('SIGKILL')
  }
}
