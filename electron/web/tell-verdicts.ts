import { existsSync } from 'node:fs'
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

/** Says of each store's file in a data folder whether its close-outs hold; answers the code to end with. */
export function tellVerdicts(dataDir: string, say: (line: string) => void): number {
  const verdicts = existsSync(dataDir) ? verifyFiles(dataDir) : []
  if (verdicts.length === 0) say(`There is no store in ${dataDir}`)
  for (const each of verdicts) say(lineOf(each))
  return verdicts.every(({ verdict }) => verdict?.broken === null) ? 0 : 1
}
