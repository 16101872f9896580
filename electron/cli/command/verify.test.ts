import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sealCode } from '#contract/shifts/seal-code.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { readCloseOutsOf, sealInto, storeFile } from '#test/support/close-out-file.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

async function verify(dataDir: string, ...more: string[]) {
  const { code, out } = await callKitchenPass(['verify', '--data', dataDir, ...more])
  return { code, out }
}

/** The database and its backups, which no check of close-outs concerns. */
const sound = 'store-1: the database is sound\nstore-1: there are no backups\n'

test('it says whether the close-outs of every store hold, and ends with 0 or 1', async () => {
  const folder = temporaryFolder()
  expect(await verify(folder)).toEqual({ code: 0, out: `There is no store in ${folder}\n` })
  // Probably misspelt: a script must not take it for a good answer.
  expect(await verify(join(folder, 'nowhere'))).toEqual({
    code: 2,
    out: `There is no folder ${join(folder, 'nowhere')}\n`,
  })
  const file = storeFile(folder)
  sealInto(file, 250)
  const head = readCloseOutsOf(file, (all) => all.head())
  const code = sealCode(head ?? { number: 0, hash: '' })
  expect(await verify(folder, '--against', code, '--against', 'nothing')).toEqual({
    code: 1,
    out: `nothing: it is no code, and no such file is there\nstore-1: 250 close-outs hold\n${code}: close-out 250 is as it says\n${sound}`,
  })
  const db = new DatabaseSync(file)
  db.exec(`DROP TRIGGER close_outs_stay;
    UPDATE close_outs SET document = replace(document, '"notes":"day 121"', '"notes":"day 122"')`)
  db.close()
  expect(await verify(folder)).toEqual({
    code: 1,
    out:
      'store-1: close-out 121 does not hold: its content is not what was sealed; before it 120 close-outs hold\n' +
      'store-1: the database is damaged: not our close_outs_stay\n' +
      'store-1: there are no backups\n',
  })
})
