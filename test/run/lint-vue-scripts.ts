import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandOf, root } from '#cli/build.ts'
import { resultsFolder } from './run-program.ts'
import { scriptOf } from './vue-script.ts'

/*
 * Checks the scripts of Vue files by the rules of .oxlintrc.json. Oxlint has types for TypeScript files alone, so each
 * script is written into a folder that TypeScript takes for the same one as renderer/ (`rootDirs`).
 */
const folder = join(resultsFolder, 'vue-scripts')
const renderer = join(root, 'renderer')

/** Names that only a template uses look unused to oxlint; ESLint, which reads templates, checks these rules. */
const needTemplates = ['no-unused-vars', 'typescript/consistent-type-imports']

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const config = {
  extends: join(renderer, 'tsconfig.json'),
  compilerOptions: { rootDirs: ['.', renderer] },
  include: ['.', join(renderer, 'vue.d.ts')],
  exclude: [],
}
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))

const scripts: string[] = []
for (const file of globSync('**/*.vue', { cwd: renderer })) {
  const script = scriptOf(readFileSync(join(renderer, file), 'utf8'), file)
  if (script === null) continue
  const path = file.replace(/\.vue$/, '.script.ts')
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), script)
  scripts.push(path)
}

const allowed = needTemplates.flatMap((rule) => ['-A', rule])
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [commandOf('oxlint', 'bin/oxlint'), '-c', join(root, '.oxlintrc.json'), ...allowed, ...scripts],
  { cwd: folder, encoding: 'utf8', maxBuffer: Infinity },
)
process.stdout.write(stdout.replaceAll(/([\w./\\-]+)\.script\.ts/g, 'renderer/$1.vue'))
process.stderr.write(stderr)
process.exitCode = status ?? 1
