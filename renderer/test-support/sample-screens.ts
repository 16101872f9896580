import type { Screens } from '#contract/screens.ts'

/** What a host tells a screen of the grill without a PIN; `own` and the rest as a test wants them. */
export const sampleScreens = (
  own: Partial<Screens['own']> = {},
  rest: Partial<Omit<Screens, 'own'>> = {},
): Screens => ({
  own: {
    id: 'grill',
    name: '',
    role: 'kitchen',
    effectiveRole: 'manager',
    unlockedUntil: null,
    ...own,
  },
  hasPin: false,
  all: null,
  guesses: null,
  ...rest,
})
