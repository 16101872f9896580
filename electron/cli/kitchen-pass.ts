/** The program `kitchen-pass`: finds the command and runs it (command/table.ts). */
import { runProgram } from './command/run-program.ts'
import { program } from './command/table.ts'
import { ignoreStreamErrors } from '#host/log/terminal.ts'

ignoreStreamErrors()
const code = await runProgram(program, process.argv.slice(2))
if (code !== undefined) process.exitCode = code
