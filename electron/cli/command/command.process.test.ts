import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test, type TestContext } from 'vitest'
import { callKitchenPass } from '#test/support/call-command.ts'
import { runCommand, runProgram } from '#test/support/run-command.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { commandBundle } from '#test/support/web-process.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { commands } from './table.ts'

const names = Object.keys(commands)

test('the built program prints help and its version, and refuses with a sentence on stderr', async () => {
  expect(await runCommand(['serve', '--help'])).toEqual(await callKitchenPass(['serve', '--help']))
  expect(await runCommand(['--version'])).toEqual({
    code: 0,
    out: `${packageFile.version}\n`,
    err: '',
  })
  expect(await runCommand(['serve', '--ui-prot', '8080'])).toEqual({
    code: 2,
    out: '',
    err: 'Unknown flag --ui-prot. Did you mean --ui-port? See kitchen-pass serve --help\n',
  })
})

test.for(['cli', 'web'])('a service may start it from electron/%s', (folder) => {
  const program = join(import.meta.dirname, '../..', folder, 'kitchen-pass.mjs')
  const { stdout } = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' })
  expect(stdout).toBe(`${packageFile.version}\n`)
})

/** A path on which a shell finds the built program: completion asks it at each Tab. */
function pathWithProgram(): string {
  const folder = temporaryFolder()
  const file = join(folder, 'kitchen-pass')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${commandBundle}' "$@"\n`)
  chmodSync(file, 0o755)
  return [folder, process.env['PATH']].join(delimiter)
}

async function scriptOf(shell: string): Promise<string> {
  const { code, out } = await callKitchenPass(['completion', shell])
  expect(code).toBe(0)
  const file = join(temporaryFolder(), `kitchen-pass.${shell}`)
  writeFileSync(file, out)
  return file
}

/** Skips a test whose shell is not installed. The shells of Windows read other paths. */
function needShell({ skip }: TestContext, shell: 'bash' | 'zsh' | 'fish' | 'pwsh'): void {
  skip(process.platform === 'win32' && shell !== 'pwsh', `${shell} is not a shell of Windows`)
  const { status } = spawnSync(shell, ['-c', 'exit 0'], { stdio: 'ignore' })
  skip(status !== 0, `${shell} is not installed`)
}

describe('completion', () => {
  /** What bash offers at the end of a line. */
  async function inBash(line: string, cwd = temporaryFolder()): Promise<string[]> {
    const file = await scriptOf('bash')
    const program = `source ${file}
      read -ra COMP_WORDS <<< "$LINE"
      [[ "$LINE" == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
      _kitchen-pass
      printf '%s\\n' "\${COMPREPLY[@]}"
      complete -p kitchen-pass >&2`
    const { out, err } = await runProgram(['bash', '--norc', '-c', program], {
      env: { LINE: line, PATH: pathWithProgram() },
      cwd,
    })
    expect(err).toBe('complete -F _kitchen-pass kitchen-pass\n')
    return out.split('\n').filter((each) => each !== '')
  }

  test('bash completes commands, flags, words, files and folders', async (context) => {
    needShell(context, 'bash')
    expect(await inBash('kitchen-pass ')).toEqual([...names, 'help', '--help', '--version'])
    expect(await inBash('kitchen-pass ver')).toEqual(['verify'])
    expect(await inBash('kitchen-pass serve --ui')).toEqual(['--ui-port'])
    expect(await inBash('kitchen-pass restore ')).toContain('newest')
    expect(await inBash('kitchen-pass completion f')).toEqual(['fish'])
    expect(await inBash('kitchen-pass help do')).toEqual(['doctor'])
    expect(await inBash('kitchen-pass serve --ui-port ')).toEqual([])
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'token'), '')
    mkdirSync(join(folder, 'the others'))
    expect(await inBash('kitchen-pass serve --token-file t', folder)).toEqual(
      expect.arrayContaining(['token', 'the others/']),
    )
    expect(await inBash('kitchen-pass serve --data t', folder)).toEqual(['the others/'])
  })

  test('fish completes commands, flags and words', async (context) => {
    needShell(context, 'fish')
    const file = await scriptOf('fish')
    async function inFish(line: string): Promise<string[]> {
      const program = `source ${file}; complete -C ${JSON.stringify(line)}`
      const { out, err } = await runProgram(['fish', '--no-config', '-c', program], {
        env: { HOME: temporaryFolder(), PATH: pathWithProgram() },
      })
      expect(err).toBe('')
      return out.split('\n').flatMap((each) => (each === '' ? [] : [each.split('\t')[0] ?? '']))
    }
    expect((await inFish('kitchen-pass ')).toSorted()).toEqual(
      [...names, 'help', '--help', '--version'].toSorted(),
    )
    expect(await inFish('kitchen-pass serve --ui')).toEqual(['--ui-port'])
    expect(await inFish('kitchen-pass restore ')).toContain('newest')
    expect(await inFish('kitchen-pass completion z')).toEqual(['zsh'])
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'others'))
    expect(await inFish('kitchen-pass serve --data ' + folder + '/o')).toEqual([
      join(folder, 'others/'),
    ])
  })

  test('zsh completes commands, flags, words and files', async (context) => {
    needShell(context, 'zsh')
    const file = await scriptOf('zsh')
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'monday.kpbackup'), '')
    const dump = join(temporaryFolder(), 'dump')
    // A line editor in a terminal of its own: what Tab shows. It gives up after a minute without it.
    const program = `zmodload zsh/zpty
      zpty -b shell zsh -f -i
      answer() {
        local part out= end=$(( SECONDS + 60 ))
        zpty -n -w shell "$1"
        until [[ "$out" == *\${~2}* ]] || (( SECONDS > end )); do
          if zpty -r -t shell part; then out+="$part"; else sleep 0.05; fi
        done
        print -r -- "$out"
        (( SECONDS <= end )) || exit 1
      }
      answer $'PS1=; autoload -U compinit; compinit -u -d ${dump}; source ${file}; print READY""NOW\\n' READYNOW
      answer $'kitchen-pass \\t\\t' 'verify*check'
      answer $'\\x15kitchen-pass serve --ui-p\\t' '--ui-port'
      answer $'\\x15kitchen-pass completion po\\t' 'powershell'
      answer $'\\x15kitchen-pass restore --from mo\\t' 'monday.kpbackup'
      zpty -d shell`
    const { code, out } = await runProgram(['zsh', '-f', '-c', program], {
      env: {
        TERM: 'xterm',
        HOME: temporaryFolder(),
        PATH: pathWithProgram(),
        COLUMNS: '200',
        LINES: '50',
      },
      cwd: folder,
    })
    expect(code, out).toBe(0)
    for (const name of names) expect(out).toMatch(new RegExp(`${name} +-- `))
    expect(out).toContain('kitchen-pass serve --ui-port')
    expect(out).toContain('kitchen-pass completion powershell')
    expect(out).toContain('kitchen-pass restore --from monday.kpbackup')
  })

  test('PowerShell takes the script', async (context) => {
    needShell(context, 'pwsh')
    const file = await scriptOf('powershell')
    const line = `(TabExpansion2 'kitchen-pass serve --ui' 23).CompletionMatches.CompletionText`
    const program = `Invoke-Expression (Get-Content -Raw '${file}'); ${line}`
    const { out } = await runProgram(['pwsh', '-NoProfile', '-Command', program], {
      env: { ...(process.env as Record<string, string>), PATH: pathWithProgram() },
    })
    expect(out.trim()).toBe('--ui-port')
  })
})
