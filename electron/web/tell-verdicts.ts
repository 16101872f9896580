import { existsSync, readdirSync } from 'node:fs'
import { leaseFolder } from '#host/db/folder-lease.ts'
import { obstacleOf } from '#host/obstacle.ts'
import { troubleLine } from '#host/page/trouble.ts'
import { verifyFiles, type FileVerdict } from '#host/shifts/verify-files.ts'

const whys = {
  changed: 'its content is not what was sealed',
  unlinked: 'it does not follow the one before it',
  missing: 'it is not there',
  unreadable: 'it cannot be read',
} as const

function lineOf({ file, verdict, words }: FileVerdict): string {
  if (verdict === null) return `${file}: cannot be looked at: ${words ?? ''}. Is Kitchen Pass open?`
  const { checked, broken } = verdict
  const held = `${String(checked)} close-outs hold`
  return broken === null
    ? `${file}: ${held}`
    : `${file}: close-out ${String(broken.number)} does not hold: ${whys[broken.why]}; before it ${held}`
}

const hasStore = (dataDir: string): boolean =>
  existsSync(dataDir) && readdirSync(dataDir).some((name) => name.endsWith('.sqlite'))

/** Says of each store's file in a data folder whether its close-outs hold; answers the code to end with. */
export function tellVerdicts(dataDir: string, say: (line: string) => void): number {
  if (!hasStore(dataDir)) {
    say(`There is no store in ${dataDir}`)
    return 0
  }
  try {
    leaseFolder(dataDir)
  } catch (cause) {
    // What can only be read is looked at all the same.
    if (obstacleOf(cause) === 'in-use') {
      say(troubleLine('in-use', dataDir))
      return 1
    }
  }
  const verdicts = verifyFiles(dataDir)
  for (const each of verdicts) say(lineOf(each))
  return verdicts.every(({ verdict }) => verdict?.broken === null) ? 0 : 1
}
