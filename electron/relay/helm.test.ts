import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { root } from '#cli/build.ts'
import type { Flags } from '#cli/command/command.ts'
import { parseFlags } from '#cli/command/parse.ts'
import { readContainerfile } from '#test/support/containerfile.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { fleetFlags, serveFlags } from './flags.ts'
import { commands } from './table.ts'

const folder = join(root, 'resources/container/relay/helm')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const templates = globSync('templates/*.yaml', { cwd: folder })
const page = readFileSync(join(root, 'docs/it/chains.md'), 'utf8')

type Values = Record<string, unknown>

/** A value of the chart. Fails for one that values.yaml doesn't have. */
function valueAt(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value === 'object' && value !== null && name in value) return (value as Values)[name]
    throw new Error(`values.yaml has no ${path}`)
  }, values)
}

/** What Go's templates take for true. */
const isTrue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

const indented = (text: string, by: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `${' '.repeat(Number(by))}${line}`)
    .join('\n')

/** Replaces the expressions in a line. Fails for one that it doesn't know. */
function renderLine(line: string, values: Values): string {
  const block = /^ *\{\{- toYaml \.Values\.([\w.]+) \| nindent (\d+) \}\}$/.exec(line)
  if (block !== null) return indented(stringify(valueAt(values, block[1] ?? '')), block[2] ?? '')
  const file = /^ *\{\{- \.Files\.Get "([\w.-]+)" \| nindent (\d+) \}\}$/.exec(line)
  if (file !== null) return indented(read(file[1] ?? ''), file[2] ?? '')
  const text = line.replaceAll(
    /\{\{ \.Values\.([\w.]+)( \| quote)? \}\}/g,
    (_all, path: string, quote?: string) => {
      const value = valueAt(values, path)
      return quote === undefined ? String(value) : JSON.stringify(String(value))
    },
  )
  if (text.includes('{{')) throw new Error(`unknown: ${line}`)
  return text
}

/** Renders a template as Helm does. It knows only the few expressions of this chart. */
function render(text: string, values: Values): string {
  const conditions: boolean[] = []
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const [, condition] = /^ *\{\{- if \.Values\.([\w.]+) \}\}$/.exec(line) ?? []
    if (condition !== undefined) conditions.push(isTrue(valueAt(values, condition)))
    else if (/^ *\{\{- end \}\}$/.test(line)) conditions.pop()
    else if (!conditions.includes(false)) lines.push(renderLine(line, values))
  }
  if (conditions.length > 0) throw new Error('an if has no end')
  return lines.join('\n')
}

interface Container {
  name: string
  image: string
  args: string[]
  env: { name: string; value?: string }[]
  ports: { name: string; containerPort: number }[]
  readinessProbe: Probe
  livenessProbe: Probe
  volumeMounts: { name: string; mountPath: string; subPathExpr?: string }[]
}
interface Probe {
  httpGet?: { path: string; port: string }
  tcpSocket?: { port: string }
}
interface SecretSource {
  secret: { name: string; items: { key: string; path: string }[] }
}
interface Volume {
  name: string
  secret?: { secretName: string }
  projected?: { sources: SecretSource[] }
}
interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: {
    replicas: number
    serviceName: string
    template: {
      metadata: { labels: Record<string, string> }
      spec: { containers: [Container]; volumes: Volume[]; enableServiceLinks: boolean }
    }
    selector: Record<string, string>
    ports: { name: string; port: number; targetPort?: string }[]
    rules: { http: { paths: { path: string; backend: { service: Backend } }[] } }[]
    endpoints: { port: string }[]
    groups: unknown
  }
}
interface Backend {
  name: string
  port: { name: string }
}

/** What the chart makes of values. */
function resourcesOf(values: Values): Resource[] {
  return templates.flatMap((name) =>
    parseAllDocuments(render(read(name), values)).flatMap((document) => {
      expect(document.errors, name).toEqual([])
      const resource = document.toJS() as Resource | null
      return resource === null ? [] : [resource]
    }),
  )
}

const defaults = parse(read('values.yaml')) as Values & Record<string, Values>
const everything: Values = {
  ...defaults,
  imagePullSecrets: [{ name: 'registry' }],
  fleet: { ...defaults['fleet'], alertUrl: 'https://alerts.example.com/"x"' },
  nats: { ...defaults['nats'], storageClass: 'ssd' },
  ingress: { ...defaults['ingress'], className: 'public' },
  monitoring: { serviceMonitor: true, rules: true, labels: { release: 'prometheus' } },
}
const nothing: Values = {
  ...defaults,
  fleet: { ...defaults['fleet'], isPublic: false },
  ingress: { ...defaults['ingress'], isEnabled: false },
  networkPolicy: false,
}
const resources = resourcesOf(everything)

/** The only resource of a kind and a name. */
function find(kind: string, name: string): Resource {
  const matches = resources.filter((each) => each.kind === kind && each.metadata.name === name)
  expect(matches, `${kind} ${name}`).toHaveLength(1)
  return matches[0] as Resource
}
const containerOf = (kind: string, name: string): Container =>
  find(kind, name).spec.template.spec.containers[0]

const portOf = (flag: { text: string }): number => Number(/default (\d+)/.exec(flag.text)?.[1])

test.for([
  ['by default', defaults],
  ['with everything', everything],
  ['with nothing', nothing],
] as const)('every template is valid YAML %s', ([, values]) => {
  const rendered = resourcesOf(values)
  for (const { apiVersion, kind, metadata } of rendered) {
    expect(apiVersion).toMatch(/^([\w.]+\/)?v\d$/)
    expect(kind).toMatch(/^[A-Z]\w+$/)
    expect(metadata.name).toMatch(/^kitchen-pass-[a-z]+$/)
  }
  const names = rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(new Set(names).size).toBe(names.length)
})

test('the test renders what the chart uses, and refuses anything else', () => {
  const values = { a: { b: 'x"' }, list: { c: [1] }, off: false }
  const text = 'x: {{ .Values.a.b | quote }}\n{{- if .Values.off }}\ny: 1\n{{- end }}\nz:'
  expect(render(`${text}\n  {{- toYaml .Values.list | nindent 2 }}`, values)).toBe(
    'x: "x\\""\nz:\n  c:\n    - 1',
  )
  expect(() => render('{{ .Values.c }}', values)).toThrow('has no c')
  expect(() => render('{{ .Release.Name }}', values)).toThrow('unknown')
})

test('the chart has the version of the package', () => {
  const chart = parse(read('Chart.yaml')) as Record<string, string>
  expect(chart).toMatchObject({ version: packageFile.version, appVersion: packageFile.version })
  expect(defaults['image']).toBe(`kitchen-pass-relay:${packageFile.version}`)
})

test('the alert rules are those of the file', () => {
  const file = readFileSync(join(root, 'resources/relay/prometheus-rules.yaml'), 'utf8')
  expect(read('prometheus-rules.yaml')).toBe(file)
  expect(find('PrometheusRule', 'kitchen-pass-relay').spec).toEqual(parse(file))
})

describe.for([
  ['relay', 'serve', serveFlags],
  ['fleet', 'fleet', fleetFlags],
] as const)('the %s', ([role, command, flags]) => {
  const name = `kitchen-pass-${role}`
  const container = containerOf('Deployment', name)
  const { volumes } = find('Deployment', name).spec.template.spec
  const variables = Object.values<Flags[string]>(flags).map(({ variable }) => variable)

  test('runs a command that there is, with variables that it reads', () => {
    expect(container.image).toBe(defaults['image'])
    expect(container.args).toEqual([command])
    expect(parseFlags(commands[command] ?? { flags: {} }, []).ok).toBe(true)
    for (const { name: variable } of container.env) expect(variables).toContain(variable)
    const image = readContainerfile(join(root, 'resources/container/relay/Containerfile'))
    expect(packageFile.bin).toHaveProperty(image.listOf('ENTRYPOINT'))
  })

  test('finds its folder, which is one Secret', () => {
    const path = container.env.find((each) => each.name === flags.folder.variable)?.value
    expect(container.volumeMounts).toMatchObject([{ mountPath: path }])
    expect(volumes).toMatchObject([{ secret: { secretName: name } }])
    expect(page).toContain(`create secret generic ${name} --from-file=chain/${role}`)
  })

  test('gets no variables of services, whose names are those of its own', () => {
    expect(find('Deployment', name).spec.template.spec.enableServiceLinks).toBe(false)
  })

  test('listens at the ports that it says, at all addresses', () => {
    const ports = Object.values(flags).map(portOf)
    for (const { containerPort } of container.ports) expect(ports).toContain(containerPort)
    const open = container.env.filter((each) => each.name.endsWith('_ADDRESS'))
    expect(open.map(({ value }) => value)).toEqual(container.ports.map(() => '0.0.0.0'))
  })
})

describe('the nats-servers', () => {
  const { spec } = find('StatefulSet', 'kitchen-pass-nats')
  const container = containerOf('StatefulSet', 'kitchen-pass-nats')
  const setup = /kitchen-pass-relay (setup [^`]*?--node kitchen-pass-nats-0[^`]*?)\n(?!  )/.exec(
    page.replaceAll('\\\n', ''),
  )?.[1]
  const parsed = parseFlags(
    commands['setup'] ?? { flags: {} },
    (setup ?? '')
      .replaceAll(/"[^"]*"/g, 'TEXT')
      .trim()
      .split(/\s+/)
      .slice(1),
  )
  const setupFlags = (parsed.ok ? parsed.value : {}) as {
    node?: string[]
    'node-files'?: string
    'node-data'?: string
  }

  test('have the names and folders of the chain that the page sets up', () => {
    const names = Array.from(
      { length: spec.replicas },
      (_, at) => `kitchen-pass-nats-${String(at)}`,
    )
    expect(setupFlags.node).toEqual(names.map((name) => `${name}.${spec.serviceName}`))
    find('Service', spec.serviceName)
    const [files, data] = container.volumeMounts
    expect(files).toMatchObject({ mountPath: setupFlags['node-files'], subPathExpr: '$(POD_NAME)' })
    expect(data).toMatchObject({ mountPath: setupFlags['node-data'] })
    expect(container.args.slice(0, 2)).toEqual([
      '--config',
      `${setupFlags['node-files'] ?? ''}/nats-server.conf`,
    ])
  })

  test('get the files that setup makes, each its own', () => {
    const sources = spec.template.spec.volumes.flatMap(({ projected }) => projected?.sources ?? [])
    expect(sources).toHaveLength(spec.replicas)
    const files = ['authority.pem', 'certificate.pem', 'key.pem', 'nats-server.conf']
    for (const [at, { secret }] of sources.entries()) {
      const name = `kitchen-pass-nats-${String(at)}`
      expect(secret.name).toBe(name)
      expect(secret.items.map(({ key }) => key).sort()).toEqual(files)
      for (const { key, path } of secret.items) expect(path).toBe(`${name}/${key}`)
      expect(page).toContain(
        `create secret generic ${name} --from-file=chain/nats/node-${String(at + 1)}`,
      )
    }
  })

  test('are of the image of the compose file, at the ports of the chain', () => {
    const compose = readFileSync(join(folder, '../compose.yaml'), 'utf8')
    expect(compose).toContain(`image: ${container.image}\n`)
    const ports = container.ports.map(({ containerPort }) => containerPort)
    expect(ports).toEqual([4222, 6222, Number(container.args.at(-1))])
  })
})

test('every port that is named is one of its container', () => {
  const workloads = resources.filter(({ spec }) => 'template' in spec)
  const portsOf = (resource: Resource): string[] =>
    resource.spec.template.spec.containers[0].ports.map(({ name }) => name)
  for (const resource of workloads) {
    const { readinessProbe, livenessProbe } = resource.spec.template.spec.containers[0]
    for (const { httpGet, tcpSocket } of [readinessProbe, livenessProbe])
      expect(portsOf(resource)).toContain((httpGet ?? tcpSocket)?.port)
  }
  for (const { spec } of resources.filter(({ kind }) => kind === 'Service')) {
    const target = workloads.filter(({ spec: { template } }) =>
      Object.entries(spec.selector).every(
        ([key, value]) => template.metadata.labels[key] === value,
      ),
    )
    expect(target).toHaveLength(1)
    for (const { name, port, targetPort = name } of spec.ports) {
      const ports = target[0]?.spec.template.spec.containers[0].ports
      expect(ports).toContainEqual({ name: targetPort, containerPort: port })
    }
  }
})

test('the address leads to the services, and the figures are watched', () => {
  const [rule] = find('Ingress', 'kitchen-pass-relay').spec.rules
  const paths = rule?.http.paths ?? []
  expect(paths.map(({ path }) => path)).toEqual(['/fleet', '/'])
  for (const { backend } of paths) {
    const { ports } = find('Service', backend.service.name).spec
    expect(ports.map(({ name }) => name)).toContain(backend.service.port.name)
  }
  const [endpoint] = find('ServiceMonitor', 'kitchen-pass-relay').spec.endpoints
  const { ports } = find('Service', 'kitchen-pass-relay').spec
  expect(ports).toContainEqual(
    expect.objectContaining({ name: endpoint?.port, port: portOf(serveFlags['figures-port']) }),
  )
})

test('the page names the chart, the Secret of its certificate and its values', () => {
  expect(page).toContain('/resources/container/relay/helm ')
  const { host, tlsSecret } = defaults['ingress'] ?? {}
  expect(page).toContain(`create secret tls ${String(tlsSecret)} `)
  expect(page).toContain(`--address https://${String(host)}`)
  for (const [, path = ''] of page.matchAll(/--set ([\w.]+)=/g)) valueAt(defaults, path)
})
