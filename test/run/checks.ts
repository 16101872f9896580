import { join } from 'node:path'
import { commandOf, root } from '#cli/build.ts'
import { failedOutside, type Group } from './result.ts'
import { runProgram, type Program } from './run-program.ts'

/** One program as a group that counts as one test; its output is the message if it fails. */
function asGroup(program: Program): Group {
  return {
    name: program.name,
    async run() {
      const { ok, seconds, cpuSeconds, output } = await runProgram(program)
      const failed = failedOutside(program.name, output)
      const result = ok
        ? { ...failed, outcome: 'passed' as const, message: '', seconds }
        : { ...failed, seconds }
      return { results: [result], cpuSeconds, files: [] }
    },
  }
}

const script = (name: string): string => join(root, 'test/run', name)

/** What `npm run check` runs, the longest first. */
export const checks: readonly Group[] = [
  {
    name: 'lint of templates',
    script: commandOf('eslint', 'bin/eslint.js'),
    args: [
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
    ],
  },
  {
    name: 'types of the page',
    script: commandOf('vue-tsc', 'bin/vue-tsc.js'),
    args: ['-p', 'renderer'],
  },
  { name: 'lint', script: commandOf('oxlint', 'bin/oxlint'), args: [] },
  { name: 'lint of Vue scripts', script: script('lint-vue-scripts.ts'), args: [] },
  {
    name: 'types of the host',
    script: commandOf('@typescript/native', 'bin/tsc'),
    args: ['-p', '.'],
  },
  {
    name: 'layers',
    script: commandOf('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
    args: ['electron', 'renderer'],
  },
  { name: 'dead code', script: commandOf('knip', 'bin/knip.js'), args: [] },
  { name: 'format', script: commandOf('oxfmt', 'bin/oxfmt'), args: ['--check'] },
].map(asGroup)

/** Builds out/ if a source is newer. Journeys and tests of processes use this build. */
export const build = asGroup({ name: 'build', script: script('build.ts'), args: [] })

export const firstViewWeight: Group = {
  ...asGroup({
    name: 'weight of the first view',
    script: script('first-view-weight.ts'),
    args: [],
  }),
  after: build,
}
