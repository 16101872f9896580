import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { root } from '#web/build.ts'
import { fileTimesVariable, writeFileTime } from './file-times.ts'
import { readProcess } from './processes.ts'

/*
 * Vitest runs this before each file of unit and process tests. A worker runs one file at a time, so
 * what its process uses from here on is the file's, its imports included.
 */
const secondsSoFar = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (readProcess('self')?.ofEnded ?? 0)
}

if (process.env[fileTimesVariable] !== undefined) {
  const before = secondsSoFar()
  afterAll(() => {
    const file = relative(root, expect.getState().testPath ?? '').replaceAll('\\', '/')
    writeFileTime({ file, title: null, seconds: secondsSoFar() - before })
  })
}
