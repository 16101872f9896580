import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#contract/shared/languages.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { commandOf, root } from '#cli/build.ts'

const added = 'xx'
const last = languages.at(-1) ?? ''

/** A copy of the program, without its tests. */
function copyProgram(): string {
  const folder = temporaryFolder()
  const parts = [
    'electron',
    'renderer',
    'docs',
    'resources',
    'package.json',
    'tsconfig.json',
    'electron.vite.config.ts',
  ]
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|[\\/]test-support$|renderer[\\/]out$/.test(path),
    })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(
    join(folder, 'tsconfig.electron.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['electron'],
      exclude: ['**/*.fixture.ts'],
    }),
  )
  return folder
}

/** A person has to write the words by which guests of a language name their allergies. */
const allergyWords = 'electron/contract/tickets/allergy-words.ts'

const change = (path: string, edit: (text: string) => string): void => {
  const text = readFileSync(path, 'utf8')
  expect(edit(text), path).not.toBe(text)
  writeFileSync(path, edit(text))
}

const markOf = (messages: string): string => `Text of ${messages}`

/** Writes the line and the files. Each file has a text of its own. Returns the folders. */
function addLanguage(folder: string): string[] {
  change(join(folder, 'electron/contract/shared/languages.ts'), (text) =>
    text.replace(`'${last}']`, `'${last}', '${added}']`),
  )
  const files = globSync(`{electron,renderer}/**/*messages/${last}.json`, { cwd: folder })
  return files.map((file) => {
    const messages = dirname(file)
    const text = readFileSync(join(folder, file), 'utf8')
    const marked = text.replace(/(: )"[^"]*"/, `$1"${markOf(messages)}"`)
    writeFileSync(join(folder, messages, `${added}.json`), marked)
    return messages
  })
}

/** What a person does where the compiler asks. */
const answerCompiler = (folder: string): void => {
  change(join(folder, allergyWords), (text) =>
    text.replace(/^ {2}en: \{\n[^]*?^ {2}\},\n/m, (words) => words + words.replace('en', added)),
  )
  for (const file of globSync('electron/**/messages/index.ts', { cwd: folder }))
    change(join(folder, file), (text) =>
      text
        .replace(
          /^import \w+ from '\.\/\w+\.json' .*\n(?!import \w+ from)/m,
          (line) => line + line.replaceAll(last, added),
        )
        .replace(`, ${last} }`, `, ${last}, ${added} }`),
    )
}

/** Takes a text of one line out of a file. */
const leaveOut = (path: string): void => {
  change(path, (text) => text.replace(/^ +"[\w-]+": "[^\n]*",\n/m, ''))
}

/** The files in which a compiler finds errors. */
function filesWithErrors(folder: string, [name, script]: [string, string], project: string) {
  const args = [commandOf(name, script), '--noEmit', '-p', project]
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const errors = [...stdout.matchAll(/^([^\s(][^(]*)\(\d+,\d+\): error/gm)]
  return [...new Set(errors.map(([, file = '']) => file))].toSorted()
}
const native: [string, string] = ['@typescript/native', 'bin/tsc']
const vue: [string, string] = ['vue-tsc', 'bin/vue-tsc.js']

test('the host asks for a language in the indexes of its messages and its words of allergies, then for each missing text', () => {
  const folder = copyProgram()
  addLanguage(folder)
  const indexes = globSync('electron/**/messages/index.ts', { cwd: folder }).filter(
    // Practice doesn't know the app's languages. message-folders.test.ts asks for them.
    (file) => !file.startsWith('electron/practice/'),
  )
  expect(filesWithErrors(folder, native, 'tsconfig.electron.json')).toEqual(
    [allergyWords, ...indexes].toSorted(),
  )
  answerCompiler(folder)
  leaveOut(join(folder, `electron/desktop/messages/${added}.json`))
  expect(filesWithErrors(folder, native, 'tsconfig.electron.json')).toEqual([
    'electron/desktop/messages/index.ts',
  ])
})

test('the page needs the files of a language and nothing more', () => {
  const folder = copyProgram()
  addLanguage(folder)
  answerCompiler(folder)
  expect(filesWithErrors(folder, vue, 'renderer')).toEqual([])
})

test('the built app has every text of a new language', () => {
  const folder = copyProgram()
  const folders = addLanguage(folder)
  answerCompiler(folder)
  const { status, stderr } = spawnSync(
    process.execPath,
    [commandOf('electron-vite', 'bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
  const scripts = globSync('out/**/*.js', { cwd: folder })
  const built = scripts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  // The gallery of parts is only for developers.
  const expected = folders.filter((messages) => messages !== join('renderer/ui/gallery/messages'))
  expect(expected.length).toBeGreaterThan(25)
  expect(expected.filter((messages) => !built.includes(markOf(messages)))).toEqual([])
})
