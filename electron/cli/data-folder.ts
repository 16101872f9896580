import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

export const dataFlag = {
  data: {
    value: 'FOLDER',
    variable: 'KITCHEN_PASS_DATA',
    text: 'the data folder; .kitchen-pass in your home folder by default',
  },
} as const

/** The data folder: from the flag, otherwise the variable, otherwise in the home folder. */
export const dataFolder = (
  flag: string | undefined,
  env: Record<string, string | undefined>,
): string => flag ?? env['KITCHEN_PASS_DATA'] ?? join(homedir(), '.kitchen-pass')

/** The same before other flags are parsed. */
export function dataFolderAmong(args: string[], env: Record<string, string | undefined>): string {
  const options = { data: { type: 'string' } } as const
  const { data } = parseArgs({ args, options, strict: false }).values
  return dataFolder(typeof data === 'string' ? data : undefined, env)
}
