import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Does what Electron's binary does with its command line: `-r` modules, then the app's main module,
 * then "ready". Every import of 'electron' gets the stand-in.
 */
const [, , ...argv] = process.argv
if (argv.includes('--version')) {
  process.stdout.write('stand-in\n')
  process.exit(0)
}
const required = argv.flatMap((argument, at) => (argument === '-r' ? [argv[at + 1] ?? ''] : []))
const path = argv.find((argument, at) => !argument.startsWith('-') && argv[at - 1] !== '-r')
if (path === undefined) throw new Error('stand-in: no app named')

let folder = resolve(path)
let entry = folder
if (statSync(folder).isDirectory()) {
  const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    main: string
  }
  entry = join(folder, main)
} else {
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
}
process.env['STANDIN_APP'] = folder
process.argv = [process.execPath, ...argv]

const standin = pathToFileURL(resolve(import.meta.dirname, 'electron.ts')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standin, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

const { app } = await import('./app.ts')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
const require = createRequire(import.meta.url)
for (const name of required) require(name)
await import(pathToFileURL(entry).href)
await app.open()
