import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { root } from '#cli/build.ts'
import type { Flags } from '#cli/command/command.ts'
import { parseFlags } from '#cli/command/parse.ts'
import { maxWaitMs } from '#contract/relay/delivery.ts'
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
  const command = commands[name]
  if (command === undefined) return `no command ${name}`
  const parsed = parseFlags(command, words.slice(name.split(' ').length))
  return parsed.ok ? null : (parsed.error.detail ?? parsed.error.code)
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/)

/** The command lines in a text, also those that run in the container. */
const commandLines = (text: string): string[] =>
  [
    ...text
      .replaceAll('\\\n', '')
      .matchAll(
        /(?<![\w./-])(?:kitchen-pass-relay|docker compose run --rm admin)(?:\.mjs)?((?: +(?:--?[a-z]|[a-z]|"|[A-Z])[^`\n]*))/g,
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
    '`kitchen-pass-relay setup --name "A b" \\\n --nod c` and docker compose run --rm admin store list'
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

test.for([
  ['serve', serveFlags],
  ['fleet', fleetFlags],
] as const)(
  'the unit of %s calls the command, with a folder that can be changed',
  ([command, flags]) => {
    const { variable } = flags.folder
    const [, name = ''] = /^KITCHEN_PASS_(\w+)_FOLDER$/.exec(variable) ?? []
    const service = `kitchen-pass-${name.toLowerCase()}`
    const unit = read(`resources/systemd/${service}.service`)
    const [, path = '', line = ''] =
      /^ExecStart=.*\/opt\/kitchen-pass\/(\S+\.mjs) (.*)$/m.exec(unit) ?? []
    expect(path).toBe(packageFile.bin['kitchen-pass-relay'])
    // A flag would win over the variable in the file.
    expect(line).toBe(command)
    const order = ['Environment', 'EnvironmentFile'].map((each) => unit.indexOf(`\n${each}=`))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(unit).toContain(`\nEnvironment=${variable}=/etc/${service}\n`)
    expect(unit).toContain(`\nEnvironmentFile=-/etc/${service}/environment\n`)
    expect(unit).toContain(`\nUser=${service}\n`)
    const variables = Object.values<Flags[string]>(flags).map(({ variable }) => variable)
    for (const [each] of unit.matchAll(/KITCHEN_PASS_\w+/g)) expect(variables).toContain(each)
  },
)

test('the page gives the units variables that they read', () => {
  const names = [...page.matchAll(/^ *printf 'KITCHEN_PASS_%s_ADDRESS=[^']*' ([A-Z_ ]+) \|/gm)]
    .flatMap(([, words = '']) => wordsOf(words))
    .map((word) => `KITCHEN_PASS_${word}_ADDRESS`)
  expect(names).toEqual([
    serveFlags.address.variable,
    serveFlags['figures-address'].variable,
    fleetFlags.address.variable,
  ])
})

describe('the alert rules', () => {
  const { groups } = parse(read('resources/relay/prometheus-rules.yaml')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  const metrics = [...read('electron/relay/receive/metrics.ts').matchAll(/name: '(\w+)'/g)].map(
    ([, name = '']) => name,
  )

  test('name only metrics that there are, and all of them', () => {
    const named = rules.flatMap(({ expr }) => expr.match(/\brelay_\w+/g) ?? [])
    expect([...new Set(named.map((name) => name.replace(/_bucket$/, '')))].sort()).toEqual(
      metrics.toSorted(),
    )
  })

  test('have a name and a severity each', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { labels } of rules) expect(['critical', 'warning']).toContain(labels.severity)
  })
})

/** The number that the help of a port names as its default. */
const defaultOf = (flag: 'port' | 'figures-port'): string =>
  /default (\d+)/.exec(serveFlags[flag].text)?.[1] ?? ''
const fleetPort = /default (\d+)/.exec(fleetFlags.port.text)?.[1] ?? ''
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
  ports?: string[]
  networks: string[]
  profiles?: string[]
  working_dir?: string
  healthcheck?: { test: string[] }
  depends_on?: string[]
}

describe('the compose file', () => {
  const { services, volumes, networks } = parse(read('resources/container/relay/compose.yaml'), {
    merge: true,
  }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
    networks: Record<string, { internal?: boolean } | null>
  }
  const { caddy, relay, fleet, admin, ...nodes } = services
  const names = Object.keys(nodes)
  const caddyfile = read('resources/container/relay/Caddyfile')

  /** The chain of the page's command for it, which stands before `docker compose up`. */
  async function setUp(): Promise<string> {
    const line = commandLines(page).find((each) => each.includes('--node nats-1 '))
    const folder = join(temporaryFolder(), 'chain')
    const syntax = commands['setup'] ?? { flags: {} }
    // What it prints is for a terminal.
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => {
      stdout.mockRestore()
    })
    const parsed = parseFlags(syntax, [...wordsOf(line ?? '').slice(1), '--folder', folder])
    expect(parsed.ok && (await runSetup(parsed.value))).toBe(0)
    return folder
  }

  test('has the folders, names and ports of the chain that the page sets up', async () => {
    const chain = await setUp()
    const config = (at: number): string =>
      readFileSync(join(chain, `nats/node-${String(at + 1)}/nats-server.conf`), 'utf8')
    const access = JSON.parse(readFileSync(join(chain, 'relay/relay.json'), 'utf8')) as object
    expect(access).toMatchObject({ servers: names.map((name) => `tls://${name}:4222`) })
    for (const [at, service] of Object.values(nodes).entries()) {
      const [files = '', data = ''] = service.volumes
      expect(files).toMatch(new RegExp(`^./chain/nats/node-${String(at + 1)}:`))
      const [here = '', there = ''] = files.split(':')
      expect(existsSync(join(chain, '..', here, 'nats-server.conf'))).toBe(true)
      expect(service.command).toEqual(['--config', `${there}/nats-server.conf`])
      expect(service.image).toMatch(/^nats:2\.\d+$/)
      for (const [, file = ''] of config(at).matchAll(/_file: "(.*)"/g))
        expect(existsSync(join(chain, '..', file.replace(there, here))), file).toBe(true)
      const [volume = '', place = ''] = data.split(':')
      expect(config(at)).toContain(`store_dir: "${place}/events"`)
      expect(volume).toBe(names[at])
    }
    expect(Object.keys(volumes)).toEqual([...names, 'caddy-data', 'caddy-config'])
  })

  test('opens no port but those of Caddy, and leads NATS nowhere', () => {
    for (const [name, { ports }] of Object.entries(services))
      expect(ports, name).toEqual(name === 'caddy' ? ['80:80', '443:443'] : undefined)
    expect(networks).toEqual({ inside: { internal: true }, outside: null })
    for (const node of Object.values(nodes)) expect(node.networks).toEqual(['inside'])
    expect(caddy?.networks).toEqual(['outside'])
  })

  test('leads the one address to the relay and the fleet page', () => {
    expect(caddy?.image).toBe('caddy:2')
    expect(caddy?.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro')
    expect(caddy?.depends_on).toEqual(['relay', 'fleet'])
    const [variable = ''] = Object.keys(caddy?.environment ?? {})
    expect(caddyfile).toContain(`\n{$${variable}} {`)
    expect(page).toContain(`${variable}=%s`)
    const [fleetPart = '', relayPart = ''] = caddyfile.split('\thandle {')
    expect(fleetPart).toContain('@fleet path /fleet /fleet/*')
    expect(fleetPart).toContain(`reverse_proxy fleet:${fleetPort} `)
    expect(relayPart).toContain(`reverse_proxy relay:${defaultOf('port')} `)
    const [, patience = ''] = /response_header_timeout (\d+)s/.exec(caddyfile) ?? []
    expect(Number(patience) * 1_000).toBeGreaterThan(maxWaitMs + 5_000)
    // The listeners end a connection that rests (host/feeds/webhook.ts).
    const [, rest = ''] = /keepalive (\d+)s/.exec(caddyfile) ?? []
    const listener = read('electron/host/feeds/webhook.ts')
    const [, ends = ''] = /keepAliveTimeout: ([\d_]+)/.exec(listener) ?? []
    expect(Number(rest) * 1_000).toBeLessThan(Number(ends.replaceAll('_', '')))
  })

  test('runs the relay as its image says', () => {
    expect(page).toContain(`--tag ${relay?.image ?? ''} .`)
    for (const name of Object.keys(relay?.environment ?? {})) expect(variables).toContain(name)
    expect(relay?.volumes).toEqual([
      `./chain/relay:${container.variables['KITCHEN_PASS_RELAY_FOLDER'] ?? ''}:ro`,
    ])
    expect(relay?.healthcheck?.test.slice(1)).toEqual(container.listOf('HEALTHCHECK'))
    expect(relay?.depends_on).toEqual(names)
  })

  test('runs the fleet page of the same image, with its own folder', () => {
    const { folder, address } = fleetFlags
    expect(fleet?.image).toBe(relay?.image)
    const place = fleet?.environment?.[folder.variable]
    expect(fleet?.volumes).toEqual([`./chain/fleet:${place ?? ''}:ro`])
    expect(faultOf(fleet?.command ?? [])).toBeNull()
    expect(Object.keys(fleet?.environment ?? {})).toEqual([folder.variable, address.variable])
    expect(fleet?.healthcheck?.test.join(' ')).toContain(`:${fleetPort}/health`)
  })

  test('runs the administrator’s commands beside the folder of the chain', () => {
    expect(admin).toMatchObject({ image: relay?.image, profiles: ['admin'], networks: ['inside'] })
    expect(admin?.volumes).toEqual([`.:${admin?.working_dir ?? ''}`])
    // `setup` runs before the folders of the others are there.
    expect(admin?.depends_on).toBeUndefined()
    expect(faultOf(admin?.command ?? [])).toBeNull()
  })
})
