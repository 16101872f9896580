import { keepCompiled } from '#host/keep-compiled.ts'
import { dataFolderAmong } from './data-folder.ts'

/** The built program: main.ts, compiled as it was at the last start. */
keepCompiled(dataFolderAmong(process.argv.slice(2), process.env))
await import('./main.ts')
