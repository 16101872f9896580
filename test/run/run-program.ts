import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '#web/build.ts'

export const resultsFolder = join(root, 'test/results')
export const logsFolder = join(resultsFolder, 'logs')

export interface Program {
  /** Also the name of its log file. */
  name: string
  script: string
  args: readonly string[]
  env?: Record<string, string>
}

export interface Ended {
  ok: boolean
  seconds: number
  /** The end of its output: at most 100,000 characters. */
  output: string
}

const mostOutput = 100_000

let temporary: Record<string, string> | null = null

/**
 * Where tests put databases and profiles: in memory if Linux has room for them, because on a disk
 * each commit has to wait.
 */
function temporaryFolder(): Record<string, string> {
  temporary ??= makeTemporaryFolder()
  return temporary
}

function makeTemporaryFolder(): Record<string, string> {
  const memory = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined || !existsSync(memory)) return {}
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < 4 * 1024 ** 3) return {}
  const folder = mkdtempSync(join(memory, 'kitchen-pass-'))
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // The run was stopped by hand, and its programs still write there.
    }
  })
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code))
  return { TMPDIR: folder }
}

/** Tests start the same programs a few hundred times, so Node compiles them once per run. */
const compiled = { NODE_COMPILE_CACHE: join(resultsFolder, 'compiled') }

/** Runs a program to its end. Its output goes only to its log file. */
export async function runProgram({ name, script, args, env }: Program): Promise<Ended> {
  mkdirSync(logsFolder, { recursive: true })
  const log = createWriteStream(join(logsFolder, `${name.replaceAll(' ', '-')}.log`))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...temporaryFolder(), ...compiled, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log.write(chunk)
      output = (output + chunk).slice(-mostOutput)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  log.end()
  return {
    ok: code === 0,
    seconds: (performance.now() - startedAt) / 1000,
    output: stripVTControlCharacters(output).trim(),
  }
}
