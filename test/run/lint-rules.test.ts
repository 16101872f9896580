import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import typescript from 'typescript-eslint'
import { expect, test } from 'vitest'
import { root } from '#cli/build.ts'

/** Rules that oxlint doesn't have; ESLint checks them in long runs (eslint.config.js). */
const onlyInEslint = [
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
]

const notUsed = [
  // Our objects are closures: no method needs its `this`.
  '@typescript-eslint/unbound-method',
  // Phantom types pair an operation with its answer.
  '@typescript-eslint/no-unnecessary-type-parameters',
]

type Rules = Record<string, string | [string, ...unknown[]]>

const severityOf = (rule: Rules[string] | undefined): unknown =>
  Array.isArray(rule) ? rule[0] : rule

test('oxlint has every rule of the strictest preset for TypeScript', () => {
  const { rules: own } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
    rules: Rules
  }
  const preset: Rules = Object.fromEntries(
    typescript.configs.strictTypeChecked.flatMap(({ rules }) => Object.entries(rules ?? {})),
  )
  const expected = Object.keys(preset).filter(
    (name) => severityOf(preset[name]) !== 'off' && ![...onlyInEslint, ...notUsed].includes(name),
  )
  expect(expected.length).toBeGreaterThan(70)
  const missing = expected.filter((name) => {
    const bare = name.split('/').at(-1) ?? ''
    return severityOf(own[`typescript/${bare}`] ?? own[bare]) !== 'error'
  })
  expect(missing).toEqual([])
})
