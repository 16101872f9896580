import { describe, expect, test } from 'vitest'
import { roles, staffRoles, type Role } from '#contract/shared/caller.ts'
import { formerNames } from '#contract/former-names.ts'
import { audiences, contracts, operations, type OperationName } from '#contract/index.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { Dispatcher, type Handlers } from './dispatch.ts'

const names = Object.keys(operations) as OperationName[]

/** The roles that may call an operation or receive an event. */
const whose = (name: string): readonly Role[] =>
  Object.hasOwn(operations, name)
    ? operations[name as OperationName].roles
    : audiences[name as keyof typeof audiences]

const everything = [...names, ...Object.keys(audiences)]
const ofNouns = (...nouns: readonly string[]): string[] =>
  everything.filter((name) => nouns.some((noun) => name.startsWith(`${noun}.`)))

describe('a role can only do what is declared for it', () => {
  /** Returns the answer, and whether the handler ran. */
  async function ask(name: string, role: Role) {
    const ran: unknown[] = []
    const handlers = Object.fromEntries(
      names.map((each) => [each, (_input: unknown, caller: unknown) => ok(ran.push(each, caller))]),
    ) as unknown as Handlers
    const dispatcher = new Dispatcher(
      () => handlers,
      createRecordingLog(),
      () => 'bug',
    )
    const caller = { screen: 's', name: 'Grill', role }
    return { answer: await dispatcher.call(caller, name, {}), ran, caller }
  }

  test.for(names.flatMap((name) => roles.map((role) => [name, role] as const)))(
    '%s by a screen of role %s',
    async ([name, role]) => {
      const { answer, ran, caller } = await ask(name, role)
      if (!operations[name].roles.includes(role)) {
        expect(answer).toEqual(fail('not-allowed'))
        expect(ran).toEqual([])
        return
      }
      // An allowed caller reaches the handler, or learns what is wrong with the input.
      if (operations[name].input.safeParse({}).success) expect(ran).toEqual([name, caller])
      else expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    },
  )

  test.for([...formerNames])('%s of the last release is %s', async ([former, name]) => {
    expect(names).not.toContain(former)
    expect(names).toContain(name)
    for (const role of roles) expect(await ask(former, role)).toEqual(await ask(name, role))
  })

  test('some operations have roles that may not ask them, and some need no input', () => {
    expect(names.filter((name) => operations[name].roles.length < roles.length)).not.toEqual([])
    expect(names.filter((name) => operations[name].input.safeParse({}).success)).not.toEqual([])
  })
})

// Permissions are decisions: these tests state them for whole nouns and name the exceptions.
describe('who may do what', () => {
  test('money, figures and what is thrown away are a manager’s', () => {
    const money = ofNouns('shifts', 'payments', 'waste', 'kitchenFigures')
    expect(money.length).toBeGreaterThan(20)
    for (const name of [
      ...money,
      'printers.printCloseOut',
      'printers.closeOutReport',
      'printers.closeOutFile',
      'jobs.changed',
    ])
      expect([name, whose(name)]).toEqual([name, ['manager']])
  })

  const setup = [
    ...ofNouns('doctor', 'backups', 'updates'),
    ...ofNouns('connection').filter((name) => !/\.(get|resume|changed)$/.test(name)),
    ...ofNouns('printers').filter((name) => /\.(save|remove|try)$/.test(name)),
    ...ofNouns('screens').filter((name) => /\.(assign|forget|setPin|removePin)$/.test(name)),
    'settings.change',
    'inbox.unread',
    'reservations.savePlan',
    'reservations.saveGuestTexts',
    'guests.purge',
    'guests.export',
    'guests.exportState',
  ]

  /** Asks for a guest’s phone. */
  const ofGuest = 'tickets.favouriteDish'

  test('guests and what is theirs are the counter’s, and never reach the kitchen but for the parties of the next hour', () => {
    const theirs = [
      ...ofNouns('guests', 'reservations', 'coupons', 'drafts', 'channelOrders').filter(
        (name) => name !== 'reservations.ahead' && !setup.includes(name),
      ),
      ofGuest,
    ]
    expect(theirs.length).toBeGreaterThan(25)
    for (const name of theirs) expect([name, whose(name)]).toEqual([name, ['counter', 'manager']])
    expect(whose('reservations.ahead')).toEqual(staffRoles)
  })

  test('what changes the setup is a manager’s', () => {
    expect(setup.length).toBeGreaterThan(20)
    for (const name of setup) expect([name, whose(name)]).toEqual([name, ['manager']])
  })

  test('the queue and the 86 board are all the staff’s', () => {
    const queue = ofNouns('tickets', 'stock', 'menu', 'deliveries', 'status')
    for (const name of queue.filter((each) => each !== ofGuest))
      expect([name, whose(name)]).toEqual([name, staffRoles])
  })

  test('a screen for guests sees order status, and can be unlocked; nothing else is for it', () => {
    expect(everything.filter((name) => whose(name).includes('status')).toSorted()).toEqual(
      [
        'events.missed',
        'host.replaced',
        'orderStatus.changed',
        'orderStatus.get',
        'screens.changed',
        'screens.describe',
        'screens.lock',
        'screens.get',
        'screens.unlock',
      ].toSorted(),
    )
  })

  test('a manager may do and see everything', () => {
    for (const name of everything) expect(whose(name)).toContain('manager')
  })
})

test('each operation and event is of one noun', () => {
  const declared = contracts.flatMap(({ operations: some, events }) => [
    ...Object.keys(some),
    ...Object.keys(events).map((name) => `event ${name}`),
  ])
  expect(new Set(declared).size).toBe(declared.length)
  expect(declared).toHaveLength(everything.length)
})
