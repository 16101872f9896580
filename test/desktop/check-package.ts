import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { checkFuses } from './fuses.ts'
import { checkPackaged } from './packaged.ts'

/*
 * Looks at a program that electron-builder made with Electron's own runtime, as it is given to people:
 * `node test/desktop/check-package.ts <program>`. Its fuses, and a start that tries every way in.
 */
const [, , path] = process.argv
if (path === undefined) throw new Error('Name the packaged program.')
const program = resolve(path)
const framework = 'Frameworks/Electron Framework.framework/Versions/A/Electron Framework'
checkFuses(
  readFileSync(process.platform === 'darwin' ? join(dirname(program), '..', framework) : program),
)
const userDataDir = mkdtempSync(join(tmpdir(), 'kitchen-pass-packaged-'))
await checkPackaged({ program, userDataDir })
rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 })
process.stdout.write('package: the fuses hold, and it opens to no debugger\n')
