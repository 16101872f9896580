import type { Flags } from '#web/command/parse.ts'

const folder = {
  value: 'FOLDER',
  text: 'the folder of the chain; default ./chain',
} as const
const website = { value: 'ID', text: 'the id of the website, as the platform has it' } as const
const store = { value: 'ID', text: 'the id of the store, as events name it' } as const

export const setupFlags = {
  folder,
  name: { value: 'NAME', text: 'the name of the chain' },
  node: {
    value: 'NAME',
    repeats: true,
    text: 'the name of a nats-server’s machine; give it three times for a cluster. Default localhost',
  },
  server: {
    value: 'URL',
    repeats: true,
    text: 'where stores reach the nats-servers, tls:// or wss://; default the nodes',
  },
  'node-files': {
    value: 'FOLDER',
    text: 'where each node finds its files on its machine; default in the folder of the chain',
  },
  'node-data': {
    value: 'FOLDER',
    text: 'where each node stores the events; default data beside its files',
  },
  'websocket-port': {
    value: 'PORT',
    text: 'also accept WebSocket without TLS at this port, from a load balancer that has a certificate',
  },
} as const satisfies Flags

export const serveFlags = {
  folder: {
    value: 'FOLDER',
    variable: 'KITCHEN_PASS_RELAY_FOLDER',
    text: 'the folder relay of the chain’s folder; default ./chain/relay',
  },
  port: {
    value: 'PORT',
    variable: 'KITCHEN_PASS_RELAY_PORT',
    text: 'the port for events; default 8480',
  },
  address: {
    value: 'ADDRESS',
    variable: 'KITCHEN_PASS_RELAY_ADDRESS',
    text: 'the address for events; default 127.0.0.1, where a load balancer on this machine finds it',
  },
  'figures-port': {
    value: 'PORT',
    variable: 'KITCHEN_PASS_RELAY_FIGURES_PORT',
    text: 'the port for /metrics and /health; default 8481',
  },
  'figures-address': {
    value: 'ADDRESS',
    variable: 'KITCHEN_PASS_RELAY_FIGURES_ADDRESS',
    text: 'the address for /metrics and /health; default 127.0.0.1',
  },
  host: {
    value: 'NAME',
    repeats: true,
    text: 'accept only senders that use this host name; default any',
  },
} as const satisfies Flags

export const folderFlags = { folder } as const satisfies Flags
export const websiteFlags = { folder, website } as const satisfies Flags
export const addWebsiteFlags = {
  ...websiteFlags,
  'bearer-file': {
    value: 'FILE',
    text: 'a file with the bearer that the platform sends, if you can’t choose it there',
  },
} as const satisfies Flags
export const storeFlags = { folder, website, store } as const satisfies Flags
export const storeFileFlags = {
  ...storeFlags,
  file: { value: 'FILE', text: 'where to write the store’s file; default STORE.relay.json' },
} as const satisfies Flags
export const addStoreFlags = {
  ...storeFileFlags,
  name: { value: 'NAME', text: 'what the chain calls the store' },
} as const satisfies Flags
export const fleetFlags = {
  folder: {
    value: 'FOLDER',
    variable: 'KITCHEN_PASS_RELAY_FOLDER',
    text: 'the folder relay of the chain’s folder; default ./chain/relay',
  },
  port: {
    value: 'PORT',
    variable: 'KITCHEN_PASS_FLEET_PORT',
    text: 'the port for the page; default 8482',
  },
  address: {
    value: 'ADDRESS',
    variable: 'KITCHEN_PASS_FLEET_ADDRESS',
    text: 'the address for the page; default 127.0.0.1, where a load balancer on this machine finds it',
  },
  'alert-url': {
    value: 'URL',
    variable: 'KITCHEN_PASS_FLEET_ALERT_URL',
    text: 'where to post when a store gets into trouble and is well again; default nowhere',
  },
  'signing-key': {
    value: 'FILE',
    variable: 'KITCHEN_PASS_FLEET_SIGNING_KEY',
    text: 'the key that signs changes to stores; default ./chain/signing-key.pem if there is one',
  },
} as const satisfies Flags

const userName = { value: 'NAME', text: 'the name of the person' } as const
export const userFlags = { folder, name: userName } as const satisfies Flags
export const addUserFlags = {
  ...userFlags,
  role: { value: 'ROLE', text: 'viewer, who only looks, or admin; default viewer' },
} as const satisfies Flags
