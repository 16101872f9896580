/** The program `kitchen-pass`: finds the command and runs it (command/table.ts). */
import { runProgram } from './command/run-program.ts'
import { commands } from './command/table.ts'
import { ignoreStreamErrors } from './log.ts'

ignoreStreamErrors()
const program = {
  name: 'kitchen-pass',
  text: 'Kitchen Pass: the screen that a restaurant’s kitchen runs on.',
  commands,
}
const code = await runProgram(program, process.argv.slice(2))
if (code !== undefined) process.exitCode = code
