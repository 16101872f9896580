import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { root } from '#web/build.ts'
import { parseFlags } from '#web/command/parse.ts'
import { readContainerfile } from '#test/support/containerfile.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { runSetup } from './commands/chain.ts'
import { fleetFlags, serveFlags } from './flags.ts'
import { commands } from './table.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/it/chains.md')

/** What is wrong with a command line after `kitchen-pass-relay`; null if nothing is. */
function faultOf(words: readonly string[]): string | null {
  const [first = '', second = ''] = words
  if (first === 'help' || first === '--help') return null
  const name = Object.hasOwn(commands, `${first} ${second}`) ? `${first} ${second}` : first
  const found = commands[name]
  if (found === undefined) return `no command ${name}`
  const parsed = parseFlags(found.flags, words.slice(name.split(' ').length))
  return parsed.ok ? null : (parsed.error.detail ?? parsed.error.code)
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/)

/** The command lines in a text. */
const commandLines = (text: string): string[] =>
  [
    ...text
      .replaceAll('\\\n', '')
      .matchAll(
        /(?<![\w./-])kitchen-pass-relay(?:\.mjs)?((?: +(?:--?[a-z]|[a-z]|"|[A-Z])[^`\n]*))/g,
      ),
  ]
    .map(([, line = '']) => line.replaceAll(/"[^"]*"/g, 'TEXT'))
    // An account and a service have the same name.
    .filter((line) =>
      Object.keys(commands).some((name) => line.trim().startsWith(name.split(' ')[0] ?? '')),
    )

test.for(globSync('docs/**/*.md', { cwd: root }))(
  'every command of the relay in %s is one that there is',
  (path) => {
    for (const line of commandLines(read(path))) expect(faultOf(wordsOf(line)), line).toBeNull()
  },
)

test('command lines are found in a text', () => {
  const text =
    '`kitchen-pass-relay setup --name "A b" \\\n --nod c` and kitchen-pass-relay store list'
  expect(commandLines(text)).toEqual([' setup --name TEXT  --nod c', ' store list'])
  expect(faultOf(['setup', '--nod', 'c'])).toMatch('Unknown flag --nod.')
})

test('the page has commands', () => {
  expect(commandLines(page).length).toBeGreaterThan(15)
})

test('the page names every command, flag and variable', () => {
  for (const [name, { flags }] of Object.entries(commands)) {
    expect(page).toContain(`kitchen-pass-relay ${name}`)
    for (const [flag, { variable }] of Object.entries(flags)) {
      expect(page, `${name} --${flag}`).toContain(`--${flag}`)
      expect(page).toContain(variable ?? '')
    }
  }
})

test('the page names every metric', () => {
  const names = read('electron/relay/receive/metrics.ts').matchAll(/name: '(\w+)'/g)
  for (const [, name = ''] of names) expect(page).toContain(`\`${name}\``)
})

test('the unit calls the command', () => {
  const unit = read('resources/systemd/kitchen-pass-relay.service')
  const [, path = '', line = ''] =
    /^ExecStart=.*\/opt\/kitchen-pass\/(\S+\.mjs) (.*)$/m.exec(unit) ?? []
  expect(path).toBe(packageFile.bin['kitchen-pass-relay'])
  expect(faultOf(wordsOf(line))).toBeNull()
})

/** The number that the help of a port names as its default. */
const defaultOf = (flag: 'port' | 'figures-port'): string =>
  /default (\d+)/.exec(serveFlags[flag].text)?.[1] ?? ''
const variables = Object.values(serveFlags).flatMap((flag) =>
  'variable' in flag ? [flag.variable as string] : [],
)
const container = readContainerfile(join(root, 'resources/container/relay/Containerfile'))

describe('the container', () => {
  test('is the command, not as root, on the Node.js that the project is tested with', () => {
    const versions = container
      .valuesOf('FROM')
      .map((from) => /^node:([\d.]+)-slim\b/.exec(from)?.[1])
    expect(versions).toEqual(versions.map(() => packageFile.devDependencies.node))
    expect(packageFile.bin).toHaveProperty(container.listOf('ENTRYPOINT'))
    expect(faultOf(container.listOf('CMD'))).toBeNull()
    expect(container.last).toContainEqual({ name: 'USER', value: 'node' })
    for (const name of Object.keys(container.variables)) expect(variables).toContain(name)
    expect(container.valuesOf('EXPOSE')).toEqual([
      `${defaultOf('port')} ${defaultOf('figures-port')}`,
    ])
    expect(container.listOf('HEALTHCHECK').join(' ')).toContain(
      `:${defaultOf('figures-port')}/health`,
    )
  })

  test('copies only what there is, and no folder with secrets or builds', () => {
    for (const source of container.sources)
      expect(existsSync(join(root, source)), source).toBe(true)
    expect(container.sources).not.toContain('.')
  })
})

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  volumes: string[]
  ports: string[]
  healthcheck?: { test: string[] }
  depends_on?: string[]
}

describe('the compose file', () => {
  const { services, volumes } = parse(read('resources/container/relay/compose.yaml'), {
    merge: true,
  }) as { services: Record<string, Service>; volumes: Record<string, null> }
  const { relay, fleet, ...nodes } = services
  const names = Object.keys(nodes)

  /** The chain of the page's command for it, which stands before `docker compose up`. */
  async function setUp(): Promise<string> {
    const line = commandLines(page).find((each) => each.includes('--node nats-1 '))
    const folder = join(temporaryFolder(), 'chain')
    const { flags } = commands['setup'] ?? { flags: {} }
    // What it prints is for a terminal.
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => {
      stdout.mockRestore()
    })
    const parsed = parseFlags(flags, [...wordsOf(line ?? '').slice(1), '--folder', folder])
    expect(parsed.ok && (await runSetup(parsed.value.values))).toBe(0)
    return folder
  }

  test('has the folders, names and ports of the chain that the page sets up', async () => {
    const chain = await setUp()
    const config = (at: number): string =>
      readFileSync(join(chain, `nats/node-${String(at + 1)}/nats-server.conf`), 'utf8')
    const access = JSON.parse(readFileSync(join(chain, 'relay/relay.json'), 'utf8')) as object
    expect(access).toMatchObject({ servers: names.map((name) => `tls://${name}:4222`) })
    const outside = Object.values(nodes).map(({ ports: [port = ''] }) => port.split(':')[0])
    const { servers } = JSON.parse(readFileSync(join(chain, 'chain.json'), 'utf8')) as {
      servers: string[]
    }
    expect(servers.map((each) => new URL(each).port)).toEqual(outside)
    for (const [at, service] of Object.values(nodes).entries()) {
      const [files = '', data = ''] = service.volumes
      const [here = '', there = ''] = files.split(':')
      expect(existsSync(join(chain, '..', here, 'nats-server.conf'))).toBe(true)
      expect(service.command).toEqual(['--config', `${there}/nats-server.conf`])
      expect(service.image).toMatch(/^nats:2\.\d+$/)
      for (const [, file = ''] of config(at).matchAll(/_file: "(.*)"/g))
        expect(existsSync(join(chain, '..', file.replace(there, here))), file).toBe(true)
      const [volume = '', place = ''] = data.split(':')
      expect(config(at)).toContain(`store_dir: "${place}/events"`)
      expect(config(at)).toContain(`dir: "${place}/accounts"`)
      expect(volume).toBe(names[at])
      expect(config(at)).toContain(`\nport: ${service.ports[0]?.split(':')[1] ?? ''}\n`)
    }
    expect(Object.keys(volumes)).toEqual(names)
  })

  test('runs the relay as its image says, and opens only its port for events', () => {
    expect(page).toContain(`--tag ${relay?.image ?? ''} .`)
    for (const name of Object.keys(relay?.environment ?? {})) expect(variables).toContain(name)
    expect(relay?.volumes).toEqual([
      `./chain/relay:${container.variables['KITCHEN_PASS_RELAY_FOLDER'] ?? ''}:ro`,
    ])
    const port = defaultOf('port')
    expect(relay?.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(relay?.healthcheck?.test.slice(1)).toEqual(container.listOf('HEALTHCHECK'))
    expect(relay?.depends_on).toEqual(names)
    expect(page).toContain('echo "RELAY_USER=$(id -u)" > .env')
  })

  test('runs the fleet page of the same image and folder', () => {
    expect(fleet?.image).toBe(relay?.image)
    const key = fleet?.environment?.[fleetFlags['signing-key'].variable]
    expect(fleet?.volumes).toEqual([
      ...(relay?.volumes ?? []),
      `./chain/signing-key.pem:${key ?? ''}:ro`,
    ])
    expect(faultOf(fleet?.command ?? [])).toBeNull()
    const { port, folder, address, 'signing-key': signingKey } = fleetFlags
    expect(Object.keys(fleet?.environment ?? {})).toEqual([
      ...[folder.variable, address.variable],
      signingKey.variable,
    ])
    const [, number = ''] = /default (\d+)/.exec(port.text) ?? []
    expect(fleet?.ports).toEqual([`127.0.0.1:${number}:${number}`])
    expect(fleet?.healthcheck?.test.join(' ')).toContain(`:${number}/health`)
  })
})
