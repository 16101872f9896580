import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealCode } from '#contract/shifts/seal-code.ts'
import { sealKeyOf } from '#host/shifts/seal-key.ts'
import {
  backUp,
  closeOutFile,
  exportCloseOut,
  readCloseOutsOf,
  recompute,
  sealAsVersion1,
  sealInto,
  storeFile,
  tamperWith,
} from '#test/support/close-out-file.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { backupsOf, dataDirOf } from '#host/db/store-folder.ts'
import { printVerdicts } from './print-answers.ts'

function tell(file: string, ...against: string[]): { code: number; lines: string[] } {
  const lines: string[] = []
  const code = printVerdicts(dataDirOf(file), (line) => void lines.push(line), against)
  return { code, lines }
}

const codeOf = (file: string, number: number): string =>
  readCloseOutsOf(file, (all) => {
    const closeOut = all.get(number)
    if (closeOut === null) throw new Error('no close-out')
    return sealCode(closeOut)
  })

const holds = (count: number) => `store-1: ${String(count)} close-outs hold`

test('a store that nobody touched passes, also one of the first version that went on with this one', () => {
  const file = closeOutFile(3)
  expect(tell(file)).toEqual({ code: 0, lines: [holds(3)] })
  const old = storeFile(temporaryFolder())
  sealAsVersion1(old, 3)
  expect(tell(old)).toEqual({ code: 0, lines: [holds(3)] })
  sealInto(old, 2)
  backUp(old)
  expect(tell(old, codeOf(old, 2), exportCloseOut(old, 4))).toEqual({
    code: 0,
    lines: [
      holds(5),
      `${codeOf(old, 2)}: close-out 2 is as it says`,
      'close-out-4.json: close-out 4 is as it says',
      'close-out-4.json: close-out 5 is as it says',
    ],
  })
})

test.for([
  ['this version', (file: string) => sealInto(file, 3)],
  ['the first version', (file: string) => sealAsVersion1(file, 3)],
] as const)(
  'a document, seals and head that were recomputed together are detected by a backup, an export and a code, in %s',
  ([, seal]) => {
    const file = storeFile(temporaryFolder())
    seal(file)
    const code = codeOf(file, 2)
    const [exported, older] = [exportCloseOut(file, 2), exportCloseOut(file, 1)]
    const backup = backUp(file)
    tamperWith(file, (db) => recompute(db, 2, { notes: 'nothing was short' }))
    expect(tell(file)).toEqual({
      code: 1,
      lines: [
        `store-1: close-out 3 does not hold: it was replaced: another one was sealed under this number, says ${backup}; by themselves 3 close-outs hold`,
      ],
    })
    rmSync(backupsOf(file), { recursive: true })
    expect(tell(file)).toEqual({ code: 0, lines: [holds(3)] })
    const replaced = 'does not hold: it was replaced: another one was sealed under this number'
    expect(tell(file, code)).toEqual({
      code: 1,
      lines: [holds(3), `${code}: close-out 2 ${replaced}`],
    })
    expect(tell(file, exported).lines.slice(1)).toEqual([
      `close-out-2.json: close-out 2 ${replaced}`,
      `close-out-2.json: close-out 3 ${replaced}`,
    ])
    // An older export: it knows an earlier end of the chain.
    expect(tell(file, older)).toEqual({
      code: 1,
      lines: [
        holds(3),
        'close-out-1.json: close-out 1 is as it says',
        `close-out-1.json: close-out 3 ${replaced}`,
      ],
    })
  },
)

test('all rows and the head deleted are noticed by a backup, an export, a code and a backup elsewhere', () => {
  const file = closeOutFile(3)
  const code = codeOf(file, 3)
  const exported = exportCloseOut(file, 3)
  const backup = backUp(file)
  const elsewhere = join(backupsOf(file), backup)
  tamperWith(file, (db) => db.exec('DELETE FROM close_outs; DELETE FROM close_out_head'))
  expect(tell(file, code, exported, elsewhere)).toEqual({
    code: 1,
    lines: [
      `store-1: close-out 3 does not hold: it is not there, says ${backup}; by themselves 0 close-outs hold`,
      `${code}: close-out 3 does not hold: it is not there`,
      'close-out-3.json: close-out 3 does not hold: it is not there',
      `${backup}: close-out 3 does not hold: it is not there`,
    ],
  })
})

test.for([
  ['shift_id', `'another'`],
  ['corrects', '1'],
  ['tap_id', `'another'`],
])('the column %s changed is noticed', ([column, value]) => {
  const file = closeOutFile(3)
  tamperWith(file, (db) => db.exec(`UPDATE close_outs SET ${column} = ${value} WHERE number = 2`))
  expect(tell(file)).toEqual({
    code: 1,
    lines: [
      'store-1: close-out 2 does not hold: its row names another shift, tap or correction than what was sealed; before it 1 close-outs hold',
    ],
  })
})

test('a key that is not here is said, and is no tampering; one that was taken off is said as well', () => {
  const file = closeOutFile(2)
  sealInto(file, 2, sealKeyOf('a key of another system'))
  const { code, lines } = tell(file)
  expect(code).toBe(0)
  expect(lines.join('\n')).toMatch(
    /^store-1: 4 close-outs hold\n {2}2 of them are sealed with a key that is not here/,
  )
  sealInto(file, 1)
  expect(tell(file).lines.join('\n')).toMatch(/\n {2}1 of them were sealed without a key after/)
})

test('an invalid record is reported, and ends with 1', () => {
  const file = closeOutFile(2)
  const folder = temporaryFolder()
  const [text, changed] = [join(folder, 'notes.txt'), join(folder, 'changed.json')]
  writeFileSync(text, 'nothing')
  const document = readCloseOutsOf(file, (all) => all.get(1))
  writeFileSync(changed, JSON.stringify({ ...document, notes: 'other' }))
  const empty = closeOutFile(0)
  expect(tell(file, 'nowhere.json', text, changed, empty)).toEqual({
    code: 1,
    lines: [
      'nowhere.json: it is no code, and no such file is there',
      `${text}: it is neither a backup nor an exported close-out`,
      `${changed}: it was changed itself: its content is not what was sealed`,
      `${empty}: it has no close-out`,
      holds(2),
    ],
  })
})

test('with several stores, one must have the remembered close-out', () => {
  const file = closeOutFile(2)
  const code = codeOf(file, 2)
  sealInto(storeFile(dataDirOf(file), 'store-2'), 1)
  expect(tell(file, code)).toEqual({
    code: 0,
    lines: [holds(2), 'store-2: 1 close-outs hold', `${code}: close-out 2 is as it says`],
  })
})
