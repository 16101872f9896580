/**
 * The locale in which dates are written, on screens and on paper. English puts the day before the
 * month, as the countries of the restaurants do: `Mon 23 Nov`, not `Mon, Nov 23`.
 */
export const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale)
