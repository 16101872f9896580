import { command, type Command } from '#cli/command/command.ts'
import { runCertificates, runPush, runSetup } from './commands/chain.ts'
import {
  addStore,
  importStores,
  labelStore,
  listStores,
  revokeStore,
  rotateStore,
} from './commands/stores.ts'
import { runUp } from './up.ts'
import { addUser, listUsers, removeUser } from './commands/users.ts'
import { addWebsite, changeWebsite, listWebsites } from './commands/websites.ts'
import {
  addStoreFlags,
  addUserFlags,
  addWebsiteFlags,
  fleetFlags,
  folderFlags,
  importStoresFlags,
  labelStoreFlags,
  serveFlags,
  setupFlags,
  storeFileFlags,
  storeFlags,
  upFlags,
  userFlags,
  websiteFlags,
} from './flags.ts'
import { serveFleet } from './fleet/serve-fleet.ts'
import { serve } from './serve.ts'

/** All commands of `kitchen-pass-relay`: their parsing and help are made from this. */
export const commands: Readonly<Record<string, Command>> = {
  up: command({
    summary: 'run everything on this machine: a nats-server, the relay and the fleet page',
    flags: upFlags,
    notes: `It makes the folder of the chain if there is none. Exits with 0 after a calm end, with 1 if it can’t start.`,
    run: ({ values }) => runUp(values),
  }),
  setup: command({
    summary: 'make the keys of a chain, and the configuration of its nats-servers',
    flags: setupFlags,
    notes: 'It makes a new folder and changes nothing that is there.',
    run: ({ values }) => runSetup(values),
  }),
  serve: command({
    summary: 'accept the platform’s events and store them for the stores; also without its name',
    flags: serveFlags,
    notes: `Several may run behind a load balancer. Exits with 0 after a calm end, with 1 if it can’t start, and
with 2 if the flags or its folder can’t be used.`,
    run: ({ values }) => serve(values),
  }),
  fleet: command({
    summary: 'serve the page with all stores of the chain; also as --fleet',
    flags: fleetFlags,
    notes: `Away from this machine the page needs HTTPS, from a load balancer that sets X-Forwarded-Proto. Several may run;
give --alert-url to one of them.`,
    run: ({ values }) => serveFleet(values),
  }),
  'user add': command({
    summary: 'make a key with which a person opens the fleet page',
    flags: addUserFlags,
    run: ({ values }) => addUser(values),
  }),
  'user list': command({
    summary: 'list the people who may open the fleet page',
    flags: folderFlags,
    run: ({ values }) => Promise.resolve(listUsers(values)),
  }),
  'user remove': command({
    summary: 'end the key of a person',
    flags: userFlags,
    run: ({ values }) => removeUser(values),
  }),
  'website add': command({
    summary: 'make a bearer for the events of a website, or a second one to change over',
    flags: addWebsiteFlags,
    run: ({ values }) => addWebsite(values),
  }),
  'website end-older': command({
    summary: 'accept the older of two bearers no longer',
    flags: websiteFlags,
    run: ({ values }) => changeWebsite(values, 'endOlder'),
  }),
  'website remove': command({
    summary: 'accept no event of a website any more',
    flags: websiteFlags,
    run: ({ values }) => changeWebsite(values, 'remove'),
  }),
  'website list': command({
    summary: 'list the websites',
    flags: folderFlags,
    run: ({ values }) => Promise.resolve(listWebsites(values)),
  }),
  'store add': command({
    summary: 'make the file with which a store fetches its events',
    flags: addStoreFlags,
    run: ({ values }) => addStore(values),
  }),
  'store list': command({
    summary: 'list the stores',
    flags: folderFlags,
    run: ({ values }) => Promise.resolve(listStores(values)),
  }),
  'store revoke': command({
    summary: 'end the file of a store',
    flags: storeFlags,
    run: ({ values }) => revokeStore(values),
  }),
  'store rotate': command({
    summary: 'make a new file for a store, and end the old one',
    flags: storeFileFlags,
    run: ({ values }) => rotateStore(values),
  }),
  'store change': command({
    summary: 'give a store another name, region or tags',
    flags: labelStoreFlags,
    run: ({ values }) => labelStore(values),
  }),
  'store import': command({
    summary: 'make the files of many stores from a list',
    flags: importStoresFlags,
    run: ({ values }) => importStores(values),
  }),
  push: command({
    summary: 'tell relays and the fleet page again what the folder has',
    flags: folderFlags,
    run: ({ values }) => runPush(values),
  }),
  certificates: command({
    summary: 'make new certificates for the nats-servers',
    flags: folderFlags,
    run: ({ values }) => runCertificates(values),
  }),
}
