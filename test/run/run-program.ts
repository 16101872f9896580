import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '#web/build.ts'

/** Everything that a run writes. */
export const resultsFolder = join(root, 'test/results')
export const logsFolder = join(resultsFolder, 'logs')

/** A program on Node. */
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
  /** The end of what it wrote: at most 100,000 characters. */
  output: string
}

const mostOutput = 100_000

/** Runs a program to its end. What it writes goes to its log file and nowhere else. */
export async function runProgram({ name, script, args, env }: Program): Promise<Ended> {
  mkdirSync(logsFolder, { recursive: true })
  const log = createWriteStream(join(logsFolder, `${name.replaceAll(' ', '-')}.log`))
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
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
