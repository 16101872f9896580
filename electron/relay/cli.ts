/** The program `kitchen-pass-relay`, for chains (docs/it/chains.md). */
import { ignoreStreamErrors } from '#host/log/terminal.ts'
import { runRelay } from './run-relay.ts'

ignoreStreamErrors()
const code = await runRelay(process.argv.slice(2))
if (code !== undefined) process.exitCode = code
