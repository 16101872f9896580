import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readContainerfile } from '#test/support/containerfile.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { root } from '../build.ts'
import { parseFlags } from './parse.ts'
import { commands } from './table.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const readPage = (name: string): string => read(`docs/it/${name}.md`)

/** What is wrong with a command line after `kitchen-pass`; null if nothing is. */
function faultOf(words: readonly string[]): string | null {
  const [name = '', ...args] = words
  if (['help', '--help', '--version'].includes(name)) return null
  const command = commands[name]
  if (command === undefined) return `no command ${name}`
  const { flags, operand } = command
  const withoutHelp = args.filter((arg) => arg !== '--help')
  // A text may name a command alone.
  const optional = operand && { operand: { ...operand, isNeeded: false } }
  const parsed = parseFlags({ flags, ...optional }, withoutHelp)
  return parsed.ok ? null : (parsed.error.detail ?? parsed.error.code)
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/)

/** The command lines in a text: after the name of the program, or of an npm script that runs it. */
function commandLines(text: string): string[] {
  const words = String.raw`( [a-z](?: ?[\w./:$~\\%-]+)*)`
  // An account and a container have the same name.
  const direct = new RegExp(String.raw`(?<!exec |-u |[\w./])kitchen-pass(?:\.mjs)?${words}`, 'g')
  const scripts = new RegExp(
    String.raw`npm (?:run )?(serve|start|doctor|practice) --( -[\w./ -]+)`,
    'g',
  )
  return [
    ...[...text.matchAll(direct)].map(([, line = '']) => line),
    ...[...text.matchAll(scripts)].map(([, name = '', line = '']) => name + line),
  ]
}

test.for([
  'README.md',
  'CONTRIBUTING.md',
  'resources/systemd/kitchen-pass.service',
  ...globSync('docs/**/*.md', { cwd: root }),
])('every command in %s is one that there is', (path) => {
  for (const line of commandLines(read(path))) expect(faultOf(wordsOf(line)), line).toBeNull()
})

test('command lines are found in a text', () => {
  const text =
    '`kitchen-pass serve --open` and npx kitchen-pass bakup --to x\nnpm start -- --reset-pin'
  expect(commandLines(text)).toEqual([' serve --open', ' bakup --to x', 'start --reset-pin'])
  expect(faultOf(wordsOf(' bakup --to x'))).toBe('no command bakup')
})

test('the page of the command names every command, flag and variable', () => {
  const page = readPage('command-line')
  for (const [name, { flags }] of Object.entries(commands)) {
    expect(page).toContain(`kitchen-pass ${name}`)
    for (const [flag, { variable }] of Object.entries(flags)) {
      expect(page, `${name} --${flag}`).toContain(`--${flag}`)
      if (variable !== undefined) expect(page).toContain(variable)
    }
  }
})

test('the units of services call the command', () => {
  const unit = read('resources/systemd/kitchen-pass.service')
  const [, line = ''] = /^ExecStart=.*\/electron\/cli\/kitchen-pass\.mjs (.*)$/m.exec(unit) ?? []
  expect(line).toMatch(/^serve /)
  expect(faultOf(wordsOf(line))).toBeNull()
  const [, task = ''] = /electron\\cli\\kitchen-pass\.mjs (.*)'/.exec(readPage('service')) ?? []
  expect(task).toMatch(/^serve /)
  expect(faultOf(wordsOf(task))).toBeNull()
})

describe('the container', () => {
  const { valuesOf, last, listOf, variables, sources } = readContainerfile(
    join(root, 'resources/container/Containerfile'),
  )

  test('runs on the Node.js that the project is tested with, and not as root', () => {
    const versions = valuesOf('FROM').map((from) => /^node:([\d.]+)-slim\b/.exec(from)?.[1])
    expect(versions).toEqual(versions.map(() => packageFile.devDependencies.node))
    expect(last.filter(({ name }) => name === 'USER').map(({ value }) => value)).toEqual(['node'])
    const order = last.map(({ name }) => name)
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('ENTRYPOINT'))
  })

  test('has a volume for the data and one for the key file, which belong to its account', () => {
    const { KITCHEN_PASS_DATA: data, KITCHEN_PASS_KEY_FILE: keyFile = '' } = variables
    expect(valuesOf('VOLUME')).toEqual([`${data} ${dirname(keyFile)}`])
    expect(valuesOf('RUN').join('\n')).toContain(
      '--owner=node --group=node --mode=0700 /data /keys',
    )
  })

  test('starts and checks itself by commands that there are', () => {
    expect(listOf('ENTRYPOINT')).toEqual(Object.keys(packageFile.bin).slice(0, 1))
    expect(listOf('CMD')).toEqual(['serve'])
    expect(listOf('HEALTHCHECK')).toEqual(['kitchen-pass', 'health'])
    for (const words of [listOf('CMD'), listOf('HEALTHCHECK').slice(1)])
      expect(faultOf(words)).toBeNull()
    const flagVariables = Object.values(commands).flatMap(({ flags }) =>
      Object.values(flags).map(({ variable }) => variable),
    )
    for (const name of Object.keys(variables)) expect(flagVariables).toContain(name)
  })

  test('copies only what there is, and no folder with secrets or builds', () => {
    for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true)
    expect(sources).not.toContain('.')
  })
})
