import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { CloseOut } from '#contract/shifts.ts'
import { openDatabase } from '#host/db/open.ts'
import { createCloseOuts } from '#host/shifts/close-outs.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const program = join(import.meta.dirname, 'main.ts')

async function verify(dataDir: string): Promise<{ code: number; out: string }> {
  const flags = ['--data', dataDir, '--verify-close-outs']
  const child = spawn(process.execPath, [program, ...flags], {
    env: { PATH: process.env['PATH'] },
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out }
}

/** A store's file with so many close-outs, of which only the chain is looked at. */
function fileWith(folder: string, count: number): string {
  const file = join(folder, 'store-1.sqlite')
  const db = openDatabase(file)
  const closeOuts = createCloseOuts(db)
  for (let nth = 0; nth < count; nth++)
    closeOuts.add(
      { shiftId: 's', notes: String(nth), corrects: null } as CloseOut,
      `tap-${String(nth)}`,
    )
  db.close()
  return file
}

test('the program says whether the close-outs of every store hold, and ends with 0 or 1', async () => {
  const folder = temporaryFolder()
  expect(await verify(join(folder, 'nowhere'))).toEqual({
    code: 0,
    out: `There is no store in ${join(folder, 'nowhere')}\n`,
  })
  const file = fileWith(folder, 250)
  expect(await verify(folder)).toEqual({ code: 0, out: 'store-1.sqlite: 250 close-outs hold\n' })
  const db = new DatabaseSync(file)
  db.exec(`DROP TRIGGER close_outs_stay;
    UPDATE close_outs SET document = replace(document, '"notes":"120"', '"notes":"121"')`)
  db.close()
  expect(await verify(folder)).toEqual({
    code: 1,
    out: 'store-1.sqlite: close-out 121 does not hold: its content is not what was sealed; before it 120 close-outs hold\n',
  })
  const open = openDatabase(file)
  const busy = await verify(folder)
  open.close()
  expect(busy.code).toBe(1)
  expect(busy.out).toMatch(/^store-1\.sqlite: cannot be looked at: .* Is Kitchen Pass open\?\n$/)
})
