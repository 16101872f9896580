const { readdirSync } = require('node:fs')
const { join } = require('node:path')

/** Who may import whom: each layer and what it may know (CONTRIBUTING.md). */
const layers = {
  contract: [],
  platform: ['contract'],
  domain: ['contract', 'platform'],
  host: ['contract', 'platform', 'domain'],
  // Its page has the layout of the others.
  practice: ['platform', 'host/page'],
  receiver: ['contract', 'host'],
  web: ['contract', 'host', 'receiver'],
  network: ['contract', 'host', 'receiver', 'web'],
  desktop: ['contract', 'host', 'practice', 'receiver', 'network'],
  cli: ['contract', 'host', 'practice', 'receiver', 'web', 'network'],
  // It receives events as the host's listener does, and its commands are built as those of kitchen-pass.
  relay: ['contract', 'platform', 'host', 'receiver', 'cli'],
}

/** The folders in one, by name. */
const foldersIn = (...path) =>
  readdirSync(join(__dirname, ...path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Folders under platform/ that serve its operations, each knowing only those before it and none of the operations. */
const serving = ['tolerant', 'call', 'lists']

/** Folders under host/ that every noun shares, and that know none. */
const shared = [
  'clock',
  'log',
  'core',
  'worker',
  'db',
  'archive',
  'sealing',
  'backup-file',
  'feeds',
  'inbox',
  'outbox',
  'notify',
  'jobs',
]

/** Every other folder there is a noun, but what starts a store and what serves the page: one asks another by importing what that declares, `<noun>/<noun>.ts`. */
const nouns = foldersIn('electron', 'host').filter(
  (name) => ![...shared, 'start', 'page'].includes(name),
)

/**
 * Rooms under practice/, each knowing only those before it, so that none knows one that knows it. They meet in
 * platform.ts and website.ts; the other files beside those are what rooms share.
 */
const rooms = [
  'events',
  'menu',
  'orders',
  'stock',
  'stores',
  'reservations',
  'tabs',
  'coupons',
  'loyalty',
  'faults',
  'odd',
  'rush',
  'control',
]

/** What the features of the page share, each knowing only those before it. */
const base = ['clock', 'locales', 'bridge', 'ui', 'state', 'sound']

/** Rooms of the page, every other folder: they meet in app/, and never import each other. */
const features = foldersIn('renderer').filter(
  (name) => ![...base, 'app', 'test-support'].includes(name),
)

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans-of-packages', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...Object.entries(layers).map(([layer, known]) => ({
      name: `${layer}-knows-only-${known.join('-') || 'itself'}`,
      severity: 'error',
      // The .mjs files only find what runs.
      from: { path: `^electron/${layer}/`, pathNot: '\\.(test\\.ts|mjs)$' },
      to: {
        path: '^(electron|renderer|test)/',
        pathNot: `^electron/(${[layer, ...known].join('|')})/`,
      },
    })),
    {
      name: 'contract-knows-no-package-but-zod',
      severity: 'error',
      from: { path: '^electron/contract/', pathNot: '\\.test\\.ts$' },
      to: { path: '^node_modules/', pathNot: '^node_modules/zod/' },
    },
    {
      name: 'domain-takes-only-types-of-the-platform',
      severity: 'error',
      from: { path: '^electron/domain/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^electron/platform/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^electron/(domain|contract)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      // Browsers that lack Temporal would load 57 kB for what the library of reka-ui's calendar has.
      name: 'temporal-is-for-the-host',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^node_modules/temporal-polyfill/' },
    },
    {
      // Its values are those of reka-ui's fields and calendar. All else calculates with instant-at.ts.
      name: 'calendar-dates-stay-at-the-calendar',
      severity: 'error',
      from: {
        path: '^(electron|renderer|test)/',
        pathNot: [
          '^renderer/clock/instant-at\\.ts$',
          '^renderer/ui/field/SegmentField\\.vue$',
          '^renderer/store-hours/days/ClosedCalendar\\.vue$',
        ],
      },
      to: { path: '^node_modules/@internationalized/' },
    },
    {
      name: 'renderer-knows-only-the-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: {
        path: '^(electron|test)/',
        pathNot: ['^electron/contract/', '^test/support/hold\\.ts$'],
      },
    },
    ...base.map((folder, index) => ({
      name: `page-${folder}-knows-only-what-is-below-it`,
      severity: 'error',
      from: { path: `^renderer/${folder}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^renderer/', pathNot: `^renderer/(${base.slice(0, index + 1).join('|')})/` },
    })),
    ...features.map((feature) => ({
      name: `page-${feature}-knows-no-other-room`,
      severity: 'error',
      from: { path: `^renderer/${feature}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^renderer/', pathNot: `^renderer/(${[feature, ...base].join('|')})/` },
    })),
    {
      name: 'page-keeps-what-is-for-tests-apart',
      severity: 'error',
      from: { path: '^renderer/', pathNot: ['\\.test\\.ts$', '^renderer/test-support/'] },
      to: { path: ['^renderer/test-support/', '^test/'] },
    },
    {
      name: 'nobody-imports-a-shell',
      severity: 'error',
      from: {
        path: '^(electron|renderer)/',
        pathNot: '^electron/(desktop|web|network|cli|relay)/',
      },
      to: { path: '^electron/(desktop|web|network|cli)/' },
    },
    ...serving.map((folder, index) => ({
      name: `platform-${folder}-knows-only-what-is-before-it`,
      severity: 'error',
      from: { path: `^electron/platform/${folder}/`, pathNot: '\\.(test|fixture)\\.ts$' },
      to: {
        path: '^electron/platform/',
        pathNot: `^electron/platform/(${serving.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'electron-only-in-desktop',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/desktop/' },
      to: { path: '^(node_modules/electron/|electron$)' },
    },
    {
      name: 'what-nouns-share-knows-no-noun',
      severity: 'error',
      from: { path: `^electron/host/(${shared.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^electron/host/(${nouns.join('|')})/` },
    },
    ...nouns.map((noun) => ({
      name: `${noun}-knows-of-other-nouns-what-they-declare`,
      severity: 'error',
      from: { path: `^electron/host/${noun}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `^electron/host/(${nouns.filter((other) => other !== noun).join('|')})/`,
        pathNot: `^electron/host/(${nouns.map((other) => `${other}/${other}`).join('|')})\\.ts$`,
      },
    })),
    ...rooms.map((room, index) => ({
      name: `practice-${room}-knows-only-the-rooms-before-it`,
      severity: 'error',
      from: { path: `^electron/practice/${room}/`, pathNot: '\\.(test|fixture)\\.ts$' },
      to: {
        path: '^electron/practice/[^/]+/',
        pathNot: `^electron/practice/(${rooms.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'practice-meets-in-platform-and-website',
      severity: 'error',
      from: {
        path: '^electron/practice/',
        pathNot: [
          '\\.(test|fixture)\\.ts$',
          '^electron/practice/(platform|platform-parts|website|main)\\.ts$',
        ],
      },
      to: { path: '^electron/practice/(platform|platform-parts|website|main)\\.ts$' },
    },
    {
      name: 'practice-shares-no-room',
      severity: 'error',
      from: {
        path: '^electron/practice/[^/]+$',
        pathNot: [
          '\\.(test|fixture)\\.ts$',
          '^electron/practice/(platform|platform-parts|website)\\.ts$',
        ],
      },
      to: { path: '^electron/practice/[^/]+/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
}
