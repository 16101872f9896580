import { spawn, spawnSync } from 'node:child_process'
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:https'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/*
 * Runs an installed older version until it has updated itself from a feed on this machine, or, with `--refuses`, until
 * it has refused to. The release workflow leads the name of the update server to this machine, and trusts the
 * certificate, so the signed program is run as it is given to people.
 */
const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    feed: { type: 'string' },
    certificate: { type: 'string' },
    key: { type: 'string' },
    /** The version that must run at the end. */
    expects: { type: 'string' },
    /** The update must be refused for this reason. */
    refuses: { type: 'string' },
  },
})
const { program, feed, certificate, key, expects, refuses } = values
if (!program || !feed || !certificate || !key || !expects) throw new Error('A flag is missing.')

/** It looks five minutes after its start, and installs within ten. */
const patienceMs = 15 * 60_000
const everyMs = 2_000

const logFile = join(
  process.platform === 'win32'
    ? (process.env['APPDATA'] ?? '')
    : join(homedir(), 'Library/Application Support'),
  'Kitchen Pass/logs/main.log',
)
const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
const startsOf = (text: string): string[] =>
  [...text.matchAll(/start\s+\{"version":"([^"]+)"/g)].map(([, version = '']) => version)

const server = createServer(
  { cert: readFileSync(certificate), key: readFileSync(key) },
  (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'https://feed')
    const file = join(feed, basename(pathname))
    process.stdout.write(`feed: ${pathname}\n`)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-length': statSync(file).size })
    createReadStream(file).pipe(response)
  },
).listen(443)

const isDone = (text: string): boolean => {
  if (refuses !== undefined) return text.includes(`"fault":"${refuses}"`)
  const shown = text.slice(text.lastIndexOf('start '))
  return startsOf(text).at(-1) === expects && shown.includes('page shown')
}

/** The version that was started by the installer is another process. */
function endAll(): void {
  const name = basename(program ?? '')
  if (process.platform === 'win32') spawnSync('taskkill', ['/im', name, '/f'])
  else spawnSync('killall', [name])
}

spawn(program, [], { stdio: 'ignore' })
const until = Date.now() + patienceMs
try {
  while (!isDone(log())) {
    if (Date.now() > until) throw new Error(`It never came to that:\n${log().slice(-8_000)}`)
    await sleep(everyMs)
  }
  // An update that was refused must not be running a moment later either.
  if (refuses !== undefined) await sleep(30_000)
  const running = startsOf(log()).at(-1)
  if (running !== expects) throw new Error(`${String(running)} runs instead of ${expects}`)
  process.stdout.write(`update: ${expects} runs${refuses ? `, after a refusal` : ''}\n`)
} finally {
  endAll()
  server.close()
  server.closeAllConnections()
}
