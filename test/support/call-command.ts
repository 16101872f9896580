import { vi } from 'vitest'
import { runProgram } from '#cli/command/run-program.ts'
import { program } from '#cli/command/table.ts'
import type { Ended } from './run-command.ts'

interface How {
  env?: Record<string, string>
  cwd?: string
}

/**
 * Runs a command in this process: what `run-command.ts` does with the built program, without the
 * start of one. Only for commands that end by themselves and ask nothing.
 */
export async function callCommand(
  run: (args: readonly string[]) => Promise<number | undefined>,
  args: readonly string[],
  { env = {}, cwd = process.cwd() }: How = {},
): Promise<Ended> {
  const written = { out: '', err: '' }
  const catchIn = (name: 'out' | 'err') => (text: string | Uint8Array) => {
    written[name] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(catchIn('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(catchIn('err')),
  ]
  const [outside, folder] = [process.env, process.cwd()]
  process.env = { PATH: outside['PATH'], ...env }
  process.chdir(cwd)
  try {
    return { code: (await run(args)) ?? null, ...written }
  } finally {
    process.chdir(folder)
    process.env = outside
    for (const spy of spies) spy.mockRestore()
  }
}

/** `kitchen-pass` with some arguments. */
export const callKitchenPass = (args: readonly string[], how?: How): Promise<Ended> =>
  callCommand((words) => runProgram(program, words), args, how)
