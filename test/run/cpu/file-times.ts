import { appendFileSync, readFileSync } from 'node:fs'

/** The variable with the file into which tests of a group write their CPU time. */
export const fileTimesVariable = 'KITCHEN_PASS_FILE_TIMES'

/** The CPU time of one test file, or of one journey. */
export interface FileTime {
  /** From the project's root. */
  file: string
  /** Of a journey; null for a whole file. */
  title: string | null
  /** CPU seconds, user and system, ended children included. */
  seconds: number
}

export function writeFileTime(time: FileTime): void {
  const path = process.env[fileTimesVariable]
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(time)}\n`)
}

/** Reads what the tests of a group wrote; nothing if no test ran. */
export function readFileTimes(path: string): FileTime[] {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FileTime)
  } catch {
    return []
  }
}
