import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The version that the project is tested with. */
const needed = devDependencies.node

/** @param {string} version */
function isEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor, leastMinor] = needed.split('.').map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
}

const installed = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
/**
 * Runs a program with a Node.js that is new enough. That is this one, or the one that `npm ci` installed. From the project's
 * folder the program is its source, in an installed package the bundle in `out/main`.
 * @param {string} source
 * @param {string} bundle
 */
export async function launch(source, bundle) {
  const program = existsSync(source) ? source : join(root, 'out/main', bundle)
  if (isEnough(process.versions.node)) {
    process.argv[1] = program
    await import(pathToFileURL(program).href)
  } else if (existsSync(installed)) {
    const child = spawn(installed, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
  } else {
    process.stderr.write(
      `Kitchen Pass needs Node.js ${needed} or newer, and this is ${process.versions.node}.\n`,
    )
    process.exitCode = 1
  }
}
