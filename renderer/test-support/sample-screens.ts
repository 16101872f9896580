import type { Screens } from '#contract/screens/screens.ts'

/** The screens of a restaurant without a PIN, as the grill's screen gets them. */
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
  otherNames: [],
  all: null,
  guesses: null,
  ...rest,
})
