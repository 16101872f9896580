import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { Pairing, type PairedScreen } from './pairing.ts'
import { codeLastsMs } from './waiting-list.ts'

const minute = 60_000
const place = { name: 'Grill', role: 'kitchen' } as const

/** Where the screens are stored, unless the disk can't be written. */
function createStore({ canWrite = true } = {}) {
  const screens: PairedScreen[] = []
  return {
    idOf: (tokenHash: string) => `net-${tokenHash}`,
    add(screen: PairedScreen) {
      if (!canWrite) return fail('storage')
      screens.push(screen)
      return ok(null)
    },
    screenOf: (tokenHash: string) =>
      screens.find((each) => each.tokenHash === tokenHash)?.id ?? null,
    screens,
  }
}

function open(disk = {}) {
  const clock = new FakeClock()
  const paired = createStore(disk)
  const onChange = vi.fn<() => void>()
  const pairing = new Pairing(clock, { paired, onChange })
  const welcome = vi.fn<(id: string) => ReturnType<typeof ok<null>>>(() => ok(null))
  const ask = (address = '192.168.1.20') => {
    const tokenHash = randomUUID()
    return { tokenHash, ...pairing.ask({ tokenHash, address, system: 'ipados' }) }
  }
  return { clock, paired, pairing, onChange, welcome, ask }
}

describe('a new screen', () => {
  test('is let in by its code', () => {
    const { pairing, paired, welcome, ask, onChange } = open()
    const { id, code, tokenHash } = ask()
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(pairing.list().waiting).toMatchObject([
      { id, system: 'ipados', address: '192.168.1.20' },
    ])
    expect(pairing.outcome(id)).toBe('waiting')
    expect(pairing.approve({ waitingId: id, code, ...place }, welcome)).toEqual(ok(null))
    expect(pairing.outcome(id)).toBe('approved')
    expect(pairing.list().waiting).toEqual([])
    const screenId = paired.screenOf(tokenHash)
    expect(welcome).toHaveBeenCalledExactlyOnceWith(screenId)
    expect(paired.screens).toMatchObject([{ id: screenId, tokenHash, system: 'ipados', ...place }])
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  test.each([
    (code: string) => code.toLowerCase(),
    (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`,
    (code: string) => ` ${code.slice(0, 4)} ${code.slice(4)} `,
  ])('is let in however its code is typed (%s)', (typed) => {
    const { pairing, welcome, ask } = open()
    const { id, code } = ask()
    expect(pairing.approve({ waitingId: id, code: typed(code), ...place }, welcome)).toEqual(
      ok(null),
    )
  })

  test('is let in once', () => {
    const { pairing, welcome, ask } = open()
    const { id, code } = ask()
    pairing.approve({ waitingId: id, code, ...place }, welcome)
    expect(pairing.approve({ waitingId: id, code, ...place }, welcome)).toEqual(fail('not-found'))
    expect(welcome).toHaveBeenCalledOnce()
  })

  test('waits two minutes, and managers see when its time is over', async () => {
    const { clock, pairing, welcome, ask, onChange } = open()
    const { id, code } = ask()
    await clock.advance(codeLastsMs - 1)
    expect(pairing.outcome(id)).toBe('waiting')
    expect(onChange).toHaveBeenCalledTimes(1)
    await clock.advance(1)
    expect(pairing.outcome(id)).toBe('over')
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(pairing.list().waiting).toEqual([])
    expect(pairing.codeOf(id)).toBeNull()
    expect(pairing.approve({ waitingId: id, code, ...place }, welcome)).toEqual(fail('not-found'))
    expect(welcome).not.toHaveBeenCalled()
  })

  test('no longer waits when it leaves the page', () => {
    const { pairing, welcome, ask, onChange } = open()
    const { id, code } = ask()
    pairing.leave(id)
    expect(pairing.list().waiting).toEqual([])
    expect(onChange).toHaveBeenCalledTimes(2)
    pairing.leave(id)
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(pairing.approve({ waitingId: id, code, ...place }, welcome)).toEqual(fail('not-found'))
  })

  test('reads that it was refused', () => {
    const { pairing, welcome, ask } = open()
    const { id, code } = ask()
    expect(pairing.refuse(id)).toBe(true)
    expect(pairing.refuse(id)).toBe(false)
    expect(pairing.outcome(id)).toBe('refused')
    expect(pairing.approve({ waitingId: id, code, ...place }, welcome)).toEqual(fail('not-found'))
  })

  test('is not let in if its name can’t be given or the disk can’t be written', () => {
    const { pairing, paired, ask } = open({ canWrite: false })
    const { id, code, tokenHash } = ask()
    const refused = fail('set-by-profile', 'Grill')
    expect(pairing.approve({ waitingId: id, code, ...place }, () => refused)).toEqual(refused)
    expect(pairing.approve({ waitingId: id, code, ...place }, () => ok(null))).toMatchObject({
      error: { code: 'storage' },
    })
    expect(paired.screenOf(tokenHash)).toBeNull()
    expect(pairing.outcome(id)).toBe('waiting')
  })
})

describe('wrong codes', () => {
  test('five end the wait, and then no code is accepted for a minute, and for two the next time', async () => {
    const { clock, pairing, welcome, ask } = open()
    const { id } = ask()
    const other = ask()
    const tryWrong = (waitingId: string) =>
      pairing.approve({ waitingId, code: 'AAAAAAAA', ...place }, welcome)
    for (const left of ['4', '3', '2', '1']) expect(tryWrong(id)).toEqual(fail('wrong-code', left))
    expect(tryWrong(id)).toEqual(fail('locked', '60', 'wrong-codes'))
    expect(pairing.outcome(id)).toBe('refused')
    const approve = ({ id: waitingId, code }: typeof other) =>
      pairing.approve({ waitingId, code, ...place }, welcome)
    expect(approve(other)).toEqual(fail('locked', '60', 'wrong-codes'))
    await clock.advance(minute)
    for (let wrong = 0; wrong < 4; wrong++) tryWrong(other.id)
    expect(tryWrong(other.id)).toEqual(fail('locked', '120', 'wrong-codes'))
    await clock.advance(2 * minute)
    const third = ask()
    expect(tryWrong(third.id)).toEqual(fail('wrong-code', '4'))
    expect(approve(third)).toEqual(ok(null))
    expect(welcome).toHaveBeenCalledOnce()
  })

  test('10,000 guesses, with pauses as long as needed, let nobody in', async () => {
    const { clock, pairing, welcome, ask } = open()
    for (let guess = 0; guess < 10_000; guess++) {
      const [first] = pairing.list().waiting
      const waitingId = first?.id ?? ask().id
      const code = guess.toString(36).padStart(8, '2')
      const answer = pairing.approve({ waitingId, code, ...place }, welcome)
      if (!answer.ok && answer.error.code === 'locked') await clock.advance(3_600_000)
    }
    expect(welcome).not.toHaveBeenCalled()
  })
})

describe('many screens that wait', () => {
  test('of one address replace one another, and never another’s', () => {
    const { pairing, ask } = open()
    const honest = ask('192.168.1.7')
    for (let count = 0; count < 200; count++) ask('192.168.1.66')
    expect(pairing.outcome(honest.id)).toBe('waiting')
    expect(pairing.list().waiting).toHaveLength(4)
  })

  test('of many addresses are listed up to 30, and the one with the code is let in', () => {
    const { pairing, onChange, welcome, ask } = open()
    for (let count = 0; count < 2_000; count++)
      ask(`10.0.${String(count >> 8)}.${String(count & 255)}`)
    expect(pairing.list()).toMatchObject({ hasMoreWaiting: true })
    expect(pairing.list().waiting).toHaveLength(30)
    // Managers hear of those that are listed, and once that there are more.
    expect(onChange).toHaveBeenCalledTimes(31)
    const honest = ask('192.168.1.7')
    const [chosen] = pairing.list().waiting
    for (const waitingId of [null, chosen?.id ?? '']) {
      const { id, code } = waitingId === null ? honest : ask('192.168.1.8')
      expect(pairing.approve({ waitingId, code, ...place }, welcome)).toEqual(ok(null))
      expect(pairing.outcome(id)).toBe('approved')
    }
  })

  test('of ever more addresses make room for each other, but not one that asks each second', () => {
    const { pairing, welcome } = open()
    const ask = (address: string) => pairing.ask({ tokenHash: 'same', address, system: null })
    const honest = ask('192.168.1.7')
    const first = ask('fe80::f')
    for (let count = 0; count < 12_000; count++) {
      ask(`fe80::${count.toString(16)}`)
      if (count % 4_000 === 0) expect(pairing.outcome(honest.id)).toBe('waiting')
    }
    expect(pairing.outcome(first.id)).toBe('over')
    const { code } = honest
    expect(pairing.approve({ waitingId: null, code, ...place }, welcome)).toEqual(ok(null))
  })

  test('take others’ places in the list when those leave, and are forgotten at their end', async () => {
    const { clock, pairing, ask } = open()
    const all = Array.from({ length: 40 }, (_, nth) => ask(`192.168.1.${String(nth)}`))
    for (const { id } of all.slice(0, 10)) pairing.leave(id)
    expect(pairing.list()).toMatchObject({ hasMoreWaiting: false })
    expect(pairing.list().waiting.map(({ id }) => id)).toEqual(all.slice(10).map(({ id }) => id))
    await clock.advance(codeLastsMs)
    expect(pairing.list()).toEqual({ waiting: [], hasMoreWaiting: false })
  })
})
