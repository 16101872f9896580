import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { commandBundle } from './web-process.ts'

export interface Ended {
  code: number | null
  out: string
  err: string
}

interface How {
  /** What is typed; nothing by default. */
  typed?: string
  env?: Record<string, string>
  cwd?: string
}

/** Runs a program to its end, with nothing from outside but a path. */
export async function runProgram(
  [command = '', ...args]: readonly string[],
  { typed = '', env = {}, cwd }: How = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const written = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (written.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (written.err += part.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(typed)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...written }
}

/** Runs the built `kitchen-pass` to its end. */
export const runCommand = (args: readonly string[], how: How = {}): Promise<Ended> =>
  runProgram([process.execPath, commandBundle, ...args], how)
