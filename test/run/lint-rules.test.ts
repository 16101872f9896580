import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'
import { root } from '#web/build.ts'

/** Rules that oxlint does not have; ESLint asks for them in long runs (eslint.config.js). */
const onlyInEslint = [
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
]

type Rules = Record<string, string | number | [string | number, ...unknown[]]>

const severityOf = (rule: Rules[string] | undefined): unknown =>
  Array.isArray(rule) ? rule[0] : rule
const optionsOf = (rule: Rules[string] | undefined): unknown =>
  Array.isArray(rule) && JSON.stringify(rule[1]) !== '{}' ? rule[1] : undefined

test('oxlint has every rule for TypeScript that ESLint has in Vue files, with the same options', async () => {
  const file = join(root, 'renderer/app/App.vue')
  const { rules } = (await new ESLint({ cwd: root }).calculateConfigForFile(file)) as {
    rules: Rules
  }
  const oxlint = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { rules: Rules }
  const wanted = Object.entries(rules).filter(
    ([name, rule]) => ![0, 'off'].includes(severityOf(rule) as number) && !/^vue/.test(name),
  )
  expect(wanted.length).toBeGreaterThan(70)
  for (const [name, rule] of wanted.filter(([name]) => !onlyInEslint.includes(name))) {
    const bare = name.split('/').at(-1) ?? ''
    const own = oxlint.rules[`typescript/${bare}`] ?? oxlint.rules[bare]
    expect([name, severityOf(own), optionsOf(own)]).toEqual([name, 'error', optionsOf(rule)])
  }
})
