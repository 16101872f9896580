import { relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { root } from '#cli/build.ts'
import { fileTimesVariable, writeFileTime } from './file-times.ts'
import { readProcess } from './processes.ts'

/*
 * Vitest runs this before each file of unit and process tests. A worker runs one file at a time, so
 * what its process uses from the first test to the last is the file's. Imports don't count: the
 * first file of a worker loads them for all that follow.
 */
const secondsSoFar = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (readProcess('self')?.ofEnded ?? 0)
}

if (process.env[fileTimesVariable] !== undefined) {
  let before = 0
  beforeAll(() => {
    before = secondsSoFar()
  })
  afterAll(() => {
    const file = relative(root, expect.getState().testPath ?? '').replaceAll('\\', '/')
    writeFileTime({ file, title: null, seconds: secondsSoFar() - before })
  })
}
