import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

test('the doctor examines a practice platform where nothing is connected, and says so', async () => {
  const folder = temporaryFolder()
  const report = join(folder, 'kitchen-pass-doctor.txt')
  const { code, out, err } = await runCommand(['doctor', '--data', folder], { cwd: folder })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('this examines a practice platform')
  expect(out).toMatch(/^GET {2}\/api\/me {2,}reached$/m)
  expect(out).toMatch(/^POST \/updateStock {2,}not tried, because it writes$/m)
  expect(out).not.toContain('contradicted')
  expect(out).toContain(`The report is in ${report}`)
  expect(readFileSync(report, 'utf8')).toContain('16 of 16 tried were reached')
})
