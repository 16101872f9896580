import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The flag for where the database rests. */
export const dataFlag = { data: { type: 'string' } } as const

/** Where the database rests: as the flag says, else the variable, else at home. */
export const dataFolder = (
  flag: string | undefined,
  env: Record<string, string | undefined>,
): string => flag ?? env['KITCHEN_PASS_DATA'] ?? join(homedir(), '.kitchen-pass')

/** The same before anything else is read of the flags, right or wrong. */
export function dataFolderAmong(args: string[], env: Record<string, string | undefined>): string {
  const { data } = parseArgs({ args, options: dataFlag, strict: false }).values
  return dataFolder(typeof data === 'string' ? data : undefined, env)
}
