import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '#cli/build.ts'
import { isLong } from '#test/support/tries.ts'
import { CpuMeter } from './cpu/meter.ts'

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
  /** True if it ran so long that it was ended. */
  hung: boolean
  seconds: number
  /** CPU seconds of the program and all that it started; 0 where they can't be measured. */
  cpuSeconds: number
  /** The end of its output: at most 200,000 characters. */
  output: string
}

const maxOutput = 200_000

/** Of all programs that run here. The runner lets it look at them regularly. */
export const cpuMeter = new CpuMeter()

/**
 * A program that hangs must not take the whole run with it. The journeys take 16 minutes, or 45
 * on a busy machine; all sizes, themes and shells take three times as long.
 */
export const maxSeconds = (isLong ? 150 : 75) * 60

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
  return { TMPDIR: folder }
}

/** Tests start the same programs a few hundred times, so Node compiles them once per run. */
const compiled = { NODE_COMPILE_CACHE: join(resultsFolder, 'compiled') }

/** Ends a program and what it started. Only POSIX has groups of processes. */
function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** Runs a program to its end, or until it takes too long. Its output goes only to its log file. */
export async function runProgram({ name, script, args, env }: Program): Promise<Ended> {
  mkdirSync(logsFolder, { recursive: true })
  const log = createWriteStream(join(logsFolder, `${name.replaceAll(' ', '-')}.log`))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...temporaryFolder(), ...compiled, ...env },
    detached: process.platform !== 'win32',
  })
  const kill = (): void => {
    killGroup(child)
  }
  // Without the terminal's group, it would go on after Ctrl+C.
  process.once('exit', kill)
  let hung = false
  const limit = setTimeout(() => {
    hung = true
    kill()
    // What it started in groups of their own may hold them open.
    child.stdout.destroy()
    child.stderr.destroy()
  }, maxSeconds * 1000)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log.write(chunk)
      output = (output + chunk).slice(-maxOutput)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  cpuMeter.sample()
  clearTimeout(limit)
  process.off('exit', kill)
  log.end()
  return {
    ok: code === 0,
    hung,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: cpuMeter.under(child.pid ?? 0),
    output: stripVTControlCharacters(output).trim(),
  }
}
