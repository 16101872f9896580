import { print, say } from '#host/log/terminal.ts'
import { helpFlag } from './help.ts'
import { unknownName, type Flag } from './parse.ts'
import { shells } from './shells.ts'
import type { Command } from './command.ts'

type Commands = Readonly<Record<string, Command>>

/** A command as a shell completes it. */
interface Completed {
  name: string
  summary: string
  /** With their dashes. */
  flags: (Flag & { name: string })[]
  /** What may follow besides flags. */
  words: readonly string[]
}

function completed(commands: Commands): Completed[] {
  const all = Object.entries(commands).map(([name, { summary, flags, operand }]) => ({
    name,
    summary,
    flags: Object.entries<Flag>({ ...flags, ...helpFlag }).map(([flag, rest]) => ({
      ...rest,
      name: `--${flag}`,
    })),
    words: operand?.choices ?? [],
  }))
  const help = { name: 'help', summary: 'print the help of a command', flags: [] }
  return [...all, { ...help, words: all.map(({ name }) => name) }]
}

const names = (all: readonly { name: string }[]): string => all.map(({ name }) => name).join(' ')

const isFile = ({ value }: Flag): boolean => value?.endsWith('FILE') === true
const isFolder = ({ value }: Flag): boolean => value === 'FOLDER'
const isOther = (flag: Flag): boolean =>
  flag.value !== undefined && !isFile(flag) && !isFolder(flag)

/** The flags of all commands that need a kind of value, without duplicates. */
const flagsOf = (all: readonly Completed[], is: (flag: Flag) => boolean): string[] => [
  ...new Set(all.flatMap(({ flags }) => flags.filter(is).map(({ name }) => name))),
]

const bash = (all: readonly Completed[]): string => `# Completion of kitchen-pass for bash
_kitchen_pass() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names(all)} --help --version' -- "$word"))
    return
  fi
  case "$before" in
    ${flagsOf(all, isFile).join('|')})
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$word"))
      return ;;
    ${flagsOf(all, isFolder).join('|')})
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$word"))
      return ;;
    ${flagsOf(all, isOther).join('|')}) return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${all.map(({ name, flags, words }) => `    ${name}) words='${[...words, ...flags.map((flag) => flag.name)].join(' ')}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _kitchen_pass kitchen-pass
`

/** In single quotes of zsh and fish. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
/** In a description of zsh's _arguments and _describe. */
const described = (text: string): string => text.replace(/[[\]:\\]/g, (sign) => `\\${sign}`)

function zshFlag(flag: Flag & { name: string }): string {
  const { name, value, repeats, text } = flag
  const action = isFile(flag) ? '_files' : isFolder(flag) ? '_files -/' : ' '
  const after = value === undefined ? '' : `:${value}:${action}`
  return quoted(`${repeats === true ? '*' : ''}${name}[${described(text)}]${after}`)
}

const zsh = (all: readonly Completed[]): string => `#compdef kitchen-pass
# Completion of kitchen-pass for zsh
_kitchen_pass() {
  local -a commands
  commands=(
${all.map(({ name, summary }) => `    ${quoted(`${name}:${described(summary)}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${all
  .map(({ name, flags, words }) => {
    const operand = words.length === 0 ? [] : [quoted(`1::word:(${words.join(' ')})`)]
    return `    ${name}) _arguments ${[...flags.map(zshFlag), ...operand].join(' ')} ;;`
  })
  .join('\n')}
  esac
}
if [ "$funcstack[1]" = _kitchen_pass ]; then
  _kitchen_pass "$@"
else
  compdef _kitchen_pass kitchen-pass
fi
`

function fishFlag(command: string, flag: Flag & { name: string }): string {
  const value = isFile(flag)
    ? ' -r -F'
    : isFolder(flag)
      ? " -r -a '(__fish_complete_directories)'"
      : isOther(flag)
        ? ' -x'
        : ''
  return `complete -c kitchen-pass -n '__fish_seen_subcommand_from ${command}' -l ${flag.name.slice(2)}${value} -d ${quoted(flag.text)}`
}

const fish = (all: readonly Completed[]): string => `# Completion of kitchen-pass for fish
complete -c kitchen-pass -f
${all.map(({ name, summary }) => `complete -c kitchen-pass -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`).join('\n')}
${all
  .flatMap(({ name, flags, words }) => [
    ...flags.map((flag) => fishFlag(name, flag)),
    ...(words.length === 0
      ? []
      : [
          `complete -c kitchen-pass -n '__fish_seen_subcommand_from ${name}' -a ${quoted(words.join(' '))}`,
        ]),
  ])
  .join('\n')}
`

const powershell = (
  all: readonly Completed[],
): string => `# Completion of kitchen-pass for PowerShell
Register-ArgumentCompleter -Native -CommandName kitchen-pass -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${all.map(({ name, flags, words }) => `    '${name}' = '${[...words, ...flags.map((flag) => flag.name)].join(' ')}'`).join('\n')}
  }
  $typed = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $isFirst = $typed.Count -lt 2 -or ($typed.Count -eq 2 -and $wordToComplete -ne '')
  $found = if ($isFirst) { '${names(all)} --help --version' } else { $words[$typed[1]] }
  "$found".Split(' ') | Where-Object { $_ -ne '' -and $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`

const scripts: Record<(typeof shells)[number], (all: readonly Completed[]) => string> = {
  bash,
  zsh,
  fish,
  powershell,
}

/** `kitchen-pass completion`: prints the script of a shell. Returns the exit code. */
export function printCompletion(commands: Commands, shell: string): number {
  const known = shells.find((each) => each === shell)
  if (known === undefined) {
    say(`${unknownName('shell', shell, shells)} Kitchen Pass knows ${shells.join(', ')}.\n`)
    return 2
  }
  print(scripts[known](completed(commands)))
  return 0
}
