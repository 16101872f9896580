import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listLicences } from './licences.ts'

/** Licences that allow the app to be given to others, with their text beside it. */
const permissive =
  /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|OFL-1\.1)\b/

test('every package of the app is listed once, with a licence that allows it', () => {
  const licences = listLicences(join(import.meta.dirname, '../..'))
  const names = licences.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['vue', '@vue/runtime-dom', 'zod', 'hono', 'reka-ui', 'electron-log']),
  )
  for (const tool of ['vite', 'vitest', 'electron', '@playwright/test', 'typescript'])
    expect(names).not.toContain(tool)
  expect(new Set(licences.map(({ name, version }) => `${name}@${version}`)).size).toBe(
    licences.length,
  )
  const font = licences.find(({ name }) => name === 'GNU Unifont')
  expect(font?.text).toContain('SIL OPEN FONT LICENSE')
  for (const { name, licence } of licences) expect(licence, name).toMatch(permissive)
})
