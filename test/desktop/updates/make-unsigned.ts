import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * A feed that offers a program which nobody has signed for Kitchen Pass, of a version that is higher than any:
 * `node test/desktop/updates/make-unsigned.ts <folder>`. The program is Node itself, which is another publisher's.
 */
const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder.')
const url = 'kitchen-pass-999.0.0-win-x64.exe'
copyFileSync(process.execPath, join(folder, url))
const program = readFileSync(process.execPath)
const sha512 = createHash('sha512').update(program).digest('base64')
const feed = { version: '999.0.0', files: [{ url, sha512, size: program.length }] }
// JSON is YAML too.
for (const name of ['latest.yml', 'latest-mac.yml'])
  writeFileSync(join(folder, name), JSON.stringify(feed))
