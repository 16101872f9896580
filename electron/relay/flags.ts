import type { Flags } from '#cli/command/command.ts'

const folder = {
  value: 'FOLDER',
  text: 'the folder of the chain; default ./chain',
} as const
const nats = {
  value: 'URL',
  text: 'where to reach a nats-server, if not by its name in the chain: tls://localhost:4222',
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
  address: {
    value: 'URL',
    repeats: true,
    text: 'where stores reach the relays, https://; default http://127.0.0.1:8480, on this machine',
  },
  'node-files': {
    value: 'FOLDER',
    text: 'where each node finds its files on its machine; default in the folder of the chain',
  },
  'node-data': {
    value: 'FOLDER',
    text: 'where each node stores the events; default data beside its files',
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

export const upFlags = {
  folder,
  name: setupFlags.name,
  address: setupFlags.address,
  port: { value: 'PORT', text: 'the port for events, stores and the fleet page; default 8480' },
  listen: {
    value: 'ADDRESS',
    text: 'the address to listen at; default 127.0.0.1, where a load balancer on this machine finds it',
  },
  'figures-port': serveFlags['figures-port'],
  'nats-server': {
    value: 'FILE',
    text: 'the program nats-server, 2.15 or newer; default the one that is installed',
  },
} as const satisfies Flags

export const folderFlags = { folder, nats } as const satisfies Flags
export const websiteFlags = { folder, nats, website } as const satisfies Flags
export const addWebsiteFlags = {
  ...websiteFlags,
  'bearer-file': {
    value: 'FILE',
    text: 'a file with the bearer that the platform sends, if you can’t choose it there',
  },
} as const satisfies Flags
export const storeFlags = { folder, nats, website, store } as const satisfies Flags
export const storeFileFlags = {
  ...storeFlags,
  file: { value: 'FILE', text: 'where to write the store’s file; default STORE.relay.json' },
} as const satisfies Flags
const labels = {
  name: { value: 'NAME', text: 'what the chain calls the store' },
  region: { value: 'NAME', text: 'its region, by which the fleet page filters' },
  tag: { value: 'NAME', repeats: true, text: 'a tag, by which the fleet page filters' },
} as const
export const addStoreFlags = { ...storeFileFlags, ...labels } as const satisfies Flags
export const labelStoreFlags = { ...storeFlags, ...labels } as const satisfies Flags
export const importStoresFlags = {
  folder,
  nats,
  list: {
    value: 'FILE',
    text: 'a list with a first line: website, store, name, region, tags; tabs, commas or semicolons',
  },
  to: { value: 'FOLDER', text: 'where to write the files of the stores; default here' },
} as const satisfies Flags
export const fleetFlags = {
  folder: {
    value: 'FOLDER',
    variable: 'KITCHEN_PASS_FLEET_FOLDER',
    text: 'the folder fleet of the chain’s folder; default ./chain/fleet',
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
    text: 'the key that signs changes to stores; default signing-key.pem in its folder, if there is one',
  },
} as const satisfies Flags

const userName = { value: 'NAME', text: 'the name of the person' } as const
export const userFlags = { folder, nats, name: userName } as const satisfies Flags
export const addUserFlags = {
  ...userFlags,
  role: { value: 'ROLE', text: 'viewer, who only looks, or admin; default viewer' },
} as const satisfies Flags
